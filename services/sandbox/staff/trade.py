"""The staff trade, put together."""

from pathlib import Path

from services.sandbox.staff.handlers import HANDLERS
from services.sandbox.staff.handlers.people import finish_onboarding
from services.sandbox.staff.ids import ENTITIES, new_id
from services.sandbox.staff.seeding import seed
from services.sandbox.trade import Envelope, Row, Trade


def _failed(code: str, message: str) -> Row:
    return {"error": {"code": code, "message": message}}


def _flat(data: Row) -> Row:
    return data


def _with_error(data: Row) -> Row:
    """The data's own schema, in which a refusal's `error` may stand instead."""
    text: Row = {"type": "string"}
    error: Row = {"type": "object", "properties": {"code": text, "message": text}}
    described: Row = {**error, "description": "Present only when the call was refused."}
    return {**data, "properties": {**data["properties"], "error": described}}


TRADE = Trade(
    name="staff",
    title="Larkfield People & Equipment",
    folder=Path(__file__).parent,
    environments=("daily", "pre"),
    environment_words={
        "daily": "daily",
        "pre-release": "pre",
        "DAILY": "daily",
        "PRE": "pre",
    },
    entities=ENTITIES,
    envelopes={"flat": Envelope(_flat, _failed, _with_error)},
    handlers=HANDLERS,
    new_id=new_id,
    seed=seed,
    messages={
        "param_invalid": "Invalid arguments: ",
        "unknown_environment": "There is no environment '{}'.",
        "wrong_environment": "This tool is not available in {}.",
        "busy": "The service is busy, please try again later.",
        "broken": "Internal server error",
    },
    delays={"employee": 0.15, "expense_claim": 0.3, "ticket": 0.2},
    jobs={"onboard": finish_onboarding},
)
