"""Expense claims: filed in dollars, kept and read back in cents."""

from services.sandbox.errors import BusinessError
from services.sandbox.staff.handlers.common import (
    active_employee,
    cents,
    day,
    dollars,
    one_or_owned,
    today,
)
from services.sandbox.trade import Call, Handler, Row

LIMITS = {"TRAVEL": 500_000, "MEAL": 15_000, "EQUIP": 50_000, "OTHER": 20_000}
"""Cents that a claim of the category may not exceed."""


def _file(call: Call) -> Row:
    world, claim = call.world, call.args["claim"]
    employee = active_employee(world, claim["badge_id"])
    amount, category = cents(claim["amount"]), claim["category"]
    if amount > LIMITS[category]:
        text = f"A {category} claim may not exceed {dollars(LIMITS[category]):.2f} dollars."
        raise BusinessError("AMOUNT_OVER_LIMIT", text)
    if spent := claim.get("spent_on"):
        day(spent)
    row = {
        "badge_id": employee["id"],
        "category": category,
        "amount_cents": amount,
        "currency": "USD",
        "spent_on": spent or today(world),
        "note": claim.get("note", ""),
        "status": "SUBMITTED",
    }
    stored = world.create("expense_claim", row)
    return {"claim_no": stored["id"], "amount": dollars(amount), "status": stored["status"]}


HANDLERS: dict[str, Handler] = {
    "file_expense_claim": _file,
    "get_expense_claims": one_or_owned("expense_claim", "claims", badge_id="badge_id"),
}
