"""What the tools do, by domain; `HANDLERS` maps tool names to functions."""

from services.sandbox.staff.handlers import (
    entitlements,
    equipment,
    expenses,
    leave,
    people,
    requests,
    rooms,
    tickets,
)
from services.sandbox.trade import Handler

HANDLERS: dict[str, Handler] = {
    **entitlements.HANDLERS,
    **equipment.HANDLERS,
    **expenses.HANDLERS,
    **leave.HANDLERS,
    **people.HANDLERS,
    **requests.HANDLERS,
    **rooms.HANDLERS,
    **tickets.HANDLERS,
}
