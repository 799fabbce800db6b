"""promptfoo: a suite as a configuration of it, with the service as the provider, and back.

What promptfoo can judge becomes assertions on the answer's JSON; the whole case goes along in each
test's `metadata`, so that nothing is lost on the way back.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from evals.case import Case, Suite
from evals.case_files import Written
from evals.draw import draw_variables, fill
from evals.errors import SuiteError
from evals.expected import Expected
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import parse

_ADDRESS = "http://127.0.0.1:8000/api/requests"
_CONFIG = {
    "method": "POST",
    "headers": {"Content-Type": "application/json"},
    "body": {"text": "{{prompt}}"},
    "transformResponse": "json",
}
_KEPT = "zhizao"


def to_promptfoo(suite: Suite, fixtures: JsonValue) -> str:
    """The configuration (YAML). A dialogue is a test of its first turn, with the rest beside.

    `fixtures`: what variables of sentences are drawn from, at seed 0."""
    tests = [one for case in suite.cases for one in _tests(suite, case, fixtures)]
    told = {
        "description": f"{suite.name}: {suite.about}",
        "prompts": ["{{query}}"],
        "providers": [{"id": _ADDRESS, "label": "zhizao", "config": _CONFIG}],
        "tests": tests,
    }
    return yaml.safe_dump(told, allow_unicode=True, sort_keys=False, width=100)


def _tests(suite: Suite, case: Case, fixtures: JsonValue) -> Iterator[Written]:
    whole = case.model_dump(mode="json", exclude_defaults=True)
    author, variables = case.author or suite.author, draw_variables(case, fixtures, 0)
    for number, turns in enumerate(case.variants()):
        yield {
            "description": f"{case.id}/{number}",
            "vars": {"query": fill(turns[0], variables)},
            "assert": list(_assertions(case.expect[0])),
            "metadata": {
                "author": author,
                **({_KEPT: whole} if not number else {}),
            },
        }


def _assertions(expected: Expected) -> Iterator[Written]:
    wanted = [one.value for one in expected.status]
    yield _javascript(f"{wanted}.includes(output.status)")
    if expected.environment:
        yield _javascript(f"output.intent?.environment === '{expected.environment}'")
    for tool in expected.chain.steps if expected.chain else ():
        names = tool.split("|")
        yield _javascript(f"output.chain.some(s => {names}.includes(s.tool.split('/').pop()))")
    for words in expected.says:
        found = f"{words.split('|')}.some(w => output.summary.text.includes(w))"
        yield _javascript(found)


def _javascript(text: str) -> Written:
    return {"type": "javascript", "value": text}


def from_promptfoo(file: Path) -> list[Written]:
    """The cases of a configuration's tests; SuiteError where it has none.

    Of foreign tests the sentence is taken, and of `contains` assertions the words."""
    try:
        found = cast("object", parse(file.read_text("utf-8"), file))
    except ConfigurationError as error:
        raise SuiteError(f"cannot read {error}") from error
    except (OSError, ValueError) as error:
        raise SuiteError(f"cannot read {file}: {error}") from error
    config = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    listed: object = config.get("tests")
    if not isinstance(listed, list) or not listed:
        raise SuiteError(f"{file} has no list of tests")
    tests = cast("list[dict[str, Any]]", listed)
    kept = [one["metadata"][_KEPT] for one in tests if _KEPT in (one.get("metadata") or {})]
    if kept:
        return kept
    prompts = cast("list[object]", config.get("prompts") or ["{{query}}"])
    return [_foreign(number, one, str(prompts[0])) for number, one in enumerate(tests, 1)]


def _foreign(number: int, test: dict[str, Any], prompt: str) -> Written:
    given = cast("dict[str, object]", test.get("vars") or {})
    text = prompt
    for name, value in given.items():
        text = text.replace(f"{{{{{name}}}}}", str(value)).replace(f"{{{{ {name} }}}}", str(value))
    says: list[str] = []
    for one in cast("list[dict[str, Any]]", test.get("assert") or []):
        value: object = one.get("value")
        if one.get("type") in ("contains", "icontains"):
            says.append(str(value))
        elif one.get("type") in ("contains-any", "icontains-any") and isinstance(value, list):
            says.append("|".join(map(str, cast("list[object]", value))))
    expected: Written = {"status": ["succeeded", "needs_input", "refused"]}
    return {
        "id": str(test.get("description") or f"test-{number}"),
        "turns": [text.replace("{", "(").replace("}", ")")],
        "expect": [expected | ({"says": says} if says else {})],
    }
