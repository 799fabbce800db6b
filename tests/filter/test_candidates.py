"""Which tools the filter offers for a request, and why the rest fell."""

from pipelines.contracts.answer import Candidate
from pipelines.filter import candidates
from tests.trades.clinic import clinic
from tests.trades.library import ENVIRONMENTS, TOOLS, library
from tests.trades.requests import constraint, ref, request
from tool_registry.base.caller import Caller, Scope
from tool_registry.base.types import FunctionType
from tool_registry.building import build_catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

CREATE, QUERY, OPERATE = FunctionType.CREATE, FunctionType.QUERY, FunctionType.OPERATE


def tools(found: tuple[Candidate, ...], role: str) -> list[str]:
    return [item.tool for item in found if item.role == role]


def reasons(found: tuple[Candidate, ...], tool: str) -> str:
    return next("; ".join(item.reasons) for item in found if item.tool == tool)


def test_the_tool_for_the_action_and_object_comes_first_and_says_why() -> None:
    intent = request(
        "fine reader R1 3 dollars", "create", CREATE, ref("fine"), ref("reader", id="R1")
    )
    found = candidates(intent, library())
    assert tools(found, "main") == ["library/createFine"]
    assert "acts on what was asked for: fine" in reasons(found, "library/createFine")
    assert "does what was asked for: create" in reasons(found, "library/createFine")
    assert tools(found, "helper") == []


def test_what_the_request_does_not_give_brings_the_tools_that_find_it() -> None:
    intent = request(
        "fine 13700000042", "create", CREATE, ref("fine"), ref("reader", phone="13700000042")
    )
    found = candidates(intent, library())
    assert tools(found, "helper") == ["library/findReaderByPhone"]
    assert "gives the id of the reader that “Create fine” needs" in reasons(
        found, "library/findReaderByPhone"
    )


def test_reading_brings_no_tool_that_makes_something() -> None:
    found = candidates(request("show the loan", "query", QUERY, ref("loan")), library())
    assert "library/createLoan" not in tools(found, "helper")


def test_a_tool_of_another_environment_is_a_near_miss_with_its_reason() -> None:
    found = candidates(request("create a book, pre", object=ref("book")), library())
    assert tools(found, "main") == []
    assert reasons(found, "library/createBook") == "does not support pre-release, only daily"


def test_reasons_are_in_the_language_of_the_request() -> None:
    intent = request("建一本书,预发", object=ref("book"), language="zh")
    assert (
        reasons(candidates(intent, library()), "library/createBook") == "不支持预发环境，只支持线下"
    )


def test_what_can_be_called_at_once_ranks_before_what_lacks_an_id() -> None:
    intent = request("show the loans of R1", "query", QUERY, ref("loan"), ref("reader", id="R1"))
    assert tools(candidates(intent, library()), "main")[0] == "library/listReaderLoans"


def test_a_near_twin_is_never_offered_for_the_one_that_was_named() -> None:
    intent = request(
        "建一张到院就诊预约单,预发",
        object=ref("预约单", constraint(None, "到院就诊")),
        language="zh",
    )
    found = candidates(intent, clinic())
    assert tools(found, "main") == []
    assert reasons(found, "clinic/createClinicVisit") == "不支持预发环境，只支持线下"
    assert reasons(found, "clinic/createOnlineVisit") == "不是为到院就诊准备的"


def test_both_twins_are_offered_where_the_sentence_leaves_it_open() -> None:
    intent = request("建一张预约单", object=ref("预约单"), environment="daily", language="zh")
    mains = tools(candidates(intent, clinic()), "main")
    assert set(mains) == {"clinic/createClinicVisit", "clinic/createOnlineVisit"}


def test_a_state_to_be_reached_brings_the_tool_that_leads_there() -> None:
    intent = request(
        "把预约单9推进到已取消",
        "advance",
        OPERATE,
        ref("预约单", id="9"),
        language="zh",
        target_state=constraint("status", "已取消"),
    )
    found = candidates(intent, clinic())
    assert tools(found, "main") == ["clinic/cancelVisit"]
    assert "能到达状态已取消" in reasons(found, "clinic/cancelVisit")


def test_an_unknown_thing_brings_only_tools_that_have_its_words() -> None:
    unknown = ref(None).model_copy(update={"words": "spaceship"})
    assert tools(candidates(request("create a spaceship", object=unknown), library()), "main") == []


def test_tools_of_other_projects_are_hidden_from_a_caller() -> None:
    catalogue = build_catalogue(TOOLS, (), ENVIRONMENTS, load_packs(("general",)))
    private = {
        key: tool.model_copy(update={"scope": Scope.PROJECT})
        for key, tool in catalogue.tools.items()
    }
    own = type(catalogue)(private, catalogue.lexicon, catalogue.environments, ())
    intent = request("create a reader, pre", object=ref("reader"))
    outside = candidates(intent, own, caller=Caller(projects=("elsewhere",)))
    assert tools(outside, "main") == []
    assert "not yours" in reasons(outside, "library/createReader")
    inside = candidates(intent, own, caller=Caller(projects=("library",)))
    assert tools(inside, "main") == ["library/createReader"]


def test_the_order_of_the_tools_changes_nothing() -> None:
    backward = build_catalogue(TOOLS[::-1], (), ENVIRONMENTS, load_packs(("general",)))
    intent = request("fine 13700000042", object=ref("fine"))
    assert candidates(intent, library()) == candidates(intent, backward)


def test_of_a_hundred_tools_five_are_kept() -> None:
    many = [_copy(tool, number) for tool in TOOLS for number in range(10)]
    catalogue = build_catalogue(many, (), ENVIRONMENTS, load_packs(("general",)))
    intent = request("fine reader R1 3 dollars", object=ref("fine"))
    assert len(tools(candidates(intent, catalogue), "main")) == 5


def _copy(tool: RawTool, number: int) -> RawTool:
    return tool.model_copy(update={"name": f"{tool.name}{number}"})
