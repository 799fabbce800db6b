"""How ids look, by entity: `{e}` a digit of the environment, `{n}` seed and counter, `{x}` hex.

Seeded rows use other numbers, so that ids drawn here never meet them.
"""

_SHAPES = {
    "employee": "E-{e}{n:04d}",
    "equipment_request": "EQR-{e}{n:05d}",
    "licence_seat": "seat_{x}",
    "enrolment": "{e}{n:05d}",
    "booking": "bk-{x}",
    "leave": "LV-2026-{e}{n:04d}",
    "expense_claim": "EXP{e}{n:06d}",
    "ticket": "INC{e}{n:06d}",
}
_SEEDED_ONLY = ("department", "asset", "licence", "training", "room")
"""No tool creates these."""
ENTITIES = (*_SHAPES, *_SEEDED_ONLY)
_DIGIT = {"daily": 4, "pre": 7}
_ODD = 2_654_435_761
"""An odd factor turns different numbers below 2**32 into different ones that look drawn."""


def new_id(entity: str, env: str, counter: int, seed: int) -> str:
    """The id of the counter-th row that the tools create in this environment."""
    digit = _DIGIT[env]
    mixed = (seed % 90) * 100 + counter
    hexed = f"{(mixed * 10 + digit) * _ODD % 2**32:08x}"
    return _SHAPES[entity].format(e=digit, n=mixed, x=hexed)
