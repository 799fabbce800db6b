"""Cases made of runs and of catalogues, written to files, sent to other programs and taken back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from evals.case import Case, load_suite
from evals.case_files import add_cases
from evals.catalogue_files import read_catalogue
from evals.errors import SuiteError
from evals.exchange.inspect_ai import from_inspect, to_inspect
from evals.exchange.promptfoo import from_promptfoo, to_promptfoo
from evals.from_run import case_of
from evals.generating.generator import Generator
from evals.scorers.arguments import Arguments
from evals.scorers.chain import Chain
from pipelines.contracts.request import Request
from services.cli.evaluate import evaluate
from services.registry import read_environments
from services.settings import read_settings
from tests.evals.answers import answer, intent, outcome, steps
from tool_registry.building import build_catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

REQUEST = Request(text="sell {one} ticket to 7", session_id="s", request_id="r", environment="pre")
HEAD = {"name": "own", "about": "ours", "trade": "own"}


def done() -> Any:
    """A run that looked a guest up and sold a ticket."""
    first, second = steps("findGuest", "sellTicket", phone="138", guest="G7", at="2026-01-01")
    told = {"source": "words", "detail": "138"}
    bound = {
        "guest": {"source": "output", "detail": "the guest found", "step": "s1"},
        "at": {"source": "generated", "detail": "now"},
    }
    first = type(first).model_validate({**first.model_dump(), "bindings": {"phone": told}})
    second = type(second).model_validate({**second.model_dump(), "bindings": bound})
    return answer(chain=(first, second), intent=intent(environment="pre"))


def test_a_run_makes_a_case_that_the_same_run_passes() -> None:
    made = case_of(REQUEST, done(), "mei")
    case = Case.model_validate(made)
    assert (case.author, case.environment, case.turns) == (
        "mei",
        "pre",
        ("sell (one) ticket to 7",),
    )
    [expected] = case.expect
    assert expected.chain is not None
    assert expected.chain.steps == ("findGuest", "sellTicket")
    assert [one.sources for one in expected.chain.calls] == [
        {"phone": "words"},
        {"guest": "output:findGuest"},
    ]
    again = outcome(made["expect"][0], done())
    for scorer in (Chain(), Arguments()):
        found = scorer.score(again)
        assert found is not None
        assert found.passed, found.reasons


def test_a_question_is_expected_again_and_a_run_without_answer_is_no_case() -> None:
    asked = answer("needs_input", intent=intent("environment"), question="Where?")
    [expected] = case_of(REQUEST, asked, "")["expect"]
    assert expected["question"] == {"asks": ["environment"]}
    assert expected["effects"] == []
    with pytest.raises(SuiteError, match="no answer yet"):
        case_of(REQUEST, None, "")


def test_cases_are_put_behind_those_of_a_file_and_never_twice(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    case = {"id": "a", "turns": ["sell"], "expect": [{"status": "succeeded"}]}
    add_cases(file, [case], HEAD)
    file.write_text("# ours\n" + file.read_text())
    add_cases(file, [{**case, "id": "b"}], HEAD)
    assert file.read_text().startswith("# ours\n")
    assert [one.id for one in load_suite(str(file)).cases] == ["a", "b"]
    before = file.read_text()
    with pytest.raises(SuiteError, match="has b already"):
        add_cases(file, [{**case, "id": "b"}], HEAD)
    assert file.read_text() == before


@pytest.mark.parametrize("kind", ["promptfoo", "inspect"])
def test_what_was_exported_comes_back_whole(kind: str, tmp_path: Path) -> None:
    suite = load_suite("openapi")
    file = tmp_path / ("cases.jsonl" if kind == "inspect" else "cases.yaml")
    text = to_inspect(suite, {}) if kind == "inspect" else to_promptfoo(suite, {})
    file.write_text(text, "utf-8")
    back = from_inspect(file) if kind == "inspect" else from_promptfoo(file)
    assert tuple(Case.model_validate(one) for one in back) == suite.cases


def test_variables_are_drawn_for_other_programs() -> None:
    fixtures = {"pre": {"user": {"id": "1234"}, "bare_user": {"id": "5678"}}}
    suite = load_suite("sandbox")
    one = suite.model_copy(update={"cases": tuple(c for c in suite.cases if c.id == "coupon-two")})
    [first, *_] = yaml.safe_load(to_promptfoo(one, fixtures))["tests"]
    assert first["vars"]["query"] == "预发给用户1234发两张满60减15的券"
    sample = json.loads(to_inspect(one, fixtures).splitlines()[0])
    assert sample["target"] == ["issueFullReductionCoupon"]


def test_foreign_tests_give_their_sentences_and_words(tmp_path: Path) -> None:
    file = tmp_path / "promptfoo.yaml"
    contains = {"type": "contains", "value": "sold"}
    tests = [{"vars": {"who": "Ada"}, "assert": [contains]}]
    file.write_text(yaml.safe_dump({"prompts": ["sell to {{who}}"], "tests": tests}))
    [case] = from_promptfoo(file)
    assert (case["turns"], case["expect"][0]["says"]) == (["sell to Ada"], ["sold"])
    data = tmp_path / "inspect.jsonl"
    said = [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]
    data.write_text(json.dumps({"input": said, "target": "sold"}) + "\n")
    [sample] = from_inspect(data)
    assert (sample["turns"], sample["expect"][-1]["says"]) == (["a", "b"], ["sold"])
    file.write_text("tests: []")
    with pytest.raises(SuiteError, match="no list of tests"):
        from_promptfoo(file)


def shop() -> tuple[RawTool, ...]:
    """Tools as an MCP server lists them."""
    guest = {"type": "object", "properties": {"guestId": {"type": "string"}}}
    return (
        RawTool(
            source="shop",
            name="createGuest",
            title="Create a guest",
            output_schema=guest,
            environments=("pre",),
        ),
        RawTool(
            source="shop",
            name="createTicket",
            title="Create a ticket",
            input_schema={
                "type": "object",
                "required": ["guestId", "price"],
                "properties": {
                    "guestId": {"type": "string", "description": "id of the guest"},
                    "price": {"type": "integer", "enum": [12, 20]},
                },
            },
            environments=("pre",),
        ),
    )


def test_a_generator_walks_the_graph_and_says_what_each_tool_needs() -> None:
    environments = read_environments(read_settings({}))
    catalogue = build_catalogue(shop(), (), environments, load_packs(("general",)))
    made = {one["id"]: one for one in Generator(catalogue, "pre", ("en",)).cases(50)}
    whole = Case.model_validate(made["createTicket-all"])
    chain = whole.expect[0].chain
    assert chain is not None
    guest = chain.calls[0].arguments["guestId"]
    assert whole.turns == (f"Create a ticket with guest id {guest} and price 12 in pre",)
    chained = made["createTicket-chain"]
    assert chained["expect"][0]["chain"] == {"steps": ["createGuest", "createTicket"]}
    assert "create whatever is missing" in chained["turns"][0]
    nowhere = made["createTicket-no-environment"]
    assert nowhere["expect"][0]["question"] == {"asks": ["environment"]}
    assert "pre" not in nowhere["turns"][0].split()


def test_catalogues_are_read_from_lists_of_tools(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    hints = {"readOnlyHint": True}
    tool = {"name": "look", "inputSchema": {"type": "object"}, "annotations": hints}
    file.write_text(json.dumps({"tools": [tool]}))
    [read] = read_catalogue(file, ("pre",))
    assert (read.id, read.read_only, read.environments) == ("catalogue/look", True, ("pre",))
    file.write_text("[]")
    with pytest.raises(SuiteError, match="neither an OpenAPI document nor a list of tools"):
        list(read_catalogue(file, ("pre",)))


def read_tools_of(file: Path) -> object:
    return list(read_catalogue(file, ["pre"]))


@pytest.mark.parametrize("reader", [read_tools_of, from_promptfoo])
def test_a_file_that_is_no_yaml_is_named_in_one_line_with_the_place(
    reader: Callable[[Path], object], tmp_path: Path
) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("a: [1, 2\nb: {c", "utf-8")
    with pytest.raises(SuiteError) as told:
        reader(file)
    assert f"{file}: line 2, column 2: not valid YAML" in str(told.value)
    assert "\n" not in str(told.value)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(evaluate, [*arguments], catch_exceptions=False)


LIBRARY = Path(__file__).parents[2] / "evals" / "cases" / "openapi" / "library.json"


def test_a_foreign_document_is_evaluated_from_nothing_to_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))
    suite, out = tmp_path / "library.yaml", tmp_path / "report"
    made = run("generate", "--catalogue", str(LIBRARY), "--to", str(suite), "--language", "en")
    assert made.exit_code == 0, made.output
    cases = ["--case", "listReaders-all", "--case", "registerReader-all"]
    done = run("run", str(suite), *cases, "--jobs", "1", "--out", str(out))
    assert done.exit_code == 0, done.output
    assert "library.yaml" in (out / "report.html").read_text("utf-8")
    kept = run("baseline", "last")
    assert "library.baseline.json: 2 of 2 passed" in kept.output
    assert run("gate", "last").exit_code == 0
    assert "listReaders-all/0: passed" in run("open", "last", "listReaders-all").output
    assert "2 of 2 passed" in run("list").output
    again = run("resume", "last")
    assert again.exit_code == 0
    assert "2 of 2" in again.output
    assert "p = 1" in run("compare", "last", "last").output


def test_two_variants_are_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))
    words = ["--variant", "reader", "--variant", "auto", "--case", "reader-get", "--jobs", "1"]
    done = run("run", "openapi", *words, "--repetitions", "2")
    assert "reader → auto: 6 pairs" in done.output
    assert "pass^2" in done.output
