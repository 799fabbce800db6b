"""States that one thing has and another one has not, though one word is used for both."""

from tests.parsing.catalogues import ENVIRONMENTS
from tests.parsing.operations import STRING, operation
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

JOB: dict[str, JsonValue] = {
    "job_id": STRING,
    "status": {"type": "string", "enum": ["open", "finished", "cancelled"]},
}
TELLING_NO_STATES = JOB | {"status": {"type": "string", "enum": ["new", "done"]}}


def others() -> list[RawTool]:
    """Two things of other authors, each with an `open` of its own."""
    shop, complaint = (
        {f"{name}_id": STRING, "status": {"type": "string", "description": told}}
        for name, told in (
            ("shop", "OPEN-营业中 CLOSED-已打烊"),
            ("complaint", "OPEN-待处理 CLOSED-已关闭"),
        )
    )
    return [
        operation("get_shop", "GET /shops/{shop_id}", {}, shop),
        operation("get_complaint", "GET /complaints/{complaint_id}", {}, complaint),
    ]


def states_of_cancelling(
    description: str, job: dict[str, JsonValue]
) -> list[tuple[list[str], list[str]]]:
    """What the job has to be, and what it is afterwards, as raw values of its own."""
    cancel = operation(
        "cancel_job",
        "POST /jobs/{job_id}/cancel",
        title="Cancel a job",
        description=description,
    )
    tools = [*others(), operation("get_job", "GET /jobs/{job_id}", {}, job), cancel]
    packs = load_packs(("general", "commerce"))
    catalogue = build_catalogue(tools, (), ENVIRONMENTS, packs).tools
    status = next(one for one in catalogue["app/get_job"].yields if one.attribute == "status")
    raw = {word: raw for raw, words in status.values.items() for word in words}
    return [
        ([raw.get(word, word) for word in one.before], [raw.get(one.after or "", "")])
        for one in catalogue["app/cancel_job"].states
    ]


def test_a_state_is_one_of_those_that_the_thing_itself_has() -> None:
    told = states_of_cancelling("The job must be open; a finished one stays.", JOB)
    assert told == [(["open"], ["cancelled"])]
    told = states_of_cancelling("Cancels an open job; a finished one stays.", JOB)
    assert told == [([], ["cancelled"])]


def test_a_state_that_only_other_things_have_is_left_open() -> None:
    assert states_of_cancelling("The job must be open.", TELLING_NO_STATES) == []
    assert states_of_cancelling("Only an open job is cancelled.", TELLING_NO_STATES) == []
