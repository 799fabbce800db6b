"""A theatre, in English: props with states, patrons, passes that are handed over, bookings."""

from tests.trades.counter import Counter, Deed, items, only, text, tool

STATES = ["on_stage", "in_repair", "scrapped"]
PROP = {
    "prop_id": text("Id of the prop"),
    "material": text("What the prop is made of", enum=["wood", "velvet", "tin"]),
    "status": text("on_stage, in_repair or scrapped"),
    "insured_cents": {"type": "integer", "description": "Insured value of the prop in US cents"},
}
PATRON = {
    "patron_id": text("Id of the patron"),
    "name": text("Name of the patron"),
    "email": text("E-mail address of the patron", format="email"),
}
BOX = {"box_code": text("Code of the box")}
BOOKING = {
    "booking_id": text("Id of the booking"),
    "box_code": BOX["box_code"],
    "patron_id": PATRON["patron_id"],
    "starts_at": text("Start of the booking, like 2031-05-06T14:00"),
}
PASS = {
    "pass_id": text("Id of the pass"),
    "patron_id": PATRON["patron_id"],
    "kind": text("Kind of pass", enum=["matinee", "evening", "premiere"]),
}
COMPLAINT = {
    "complaint_id": text("Id of the complaint"),
    "patron_id": PATRON["patron_id"],
    "what": text("What the patron complains of"),
}


NEW_STATE = text(
    "in_repair = send to the workshop, scrapped = scrap for good, on_stage = bring back",
    enum=STATES,
)
TOOLS = (
    tool("theatre", "create_prop", "Create a prop", only(PROP, "material", "insured_cents"), PROP,
         optional=("insured_cents",)),
    tool("theatre", "set_prop_state", "Change the state of a prop",
         {"prop_id": PROP["prop_id"], "new_state": NEW_STATE}, PROP),
    tool("theatre", "get_prop", "Get a prop", only(PROP, "prop_id"), PROP, reads=True),
    tool("theatre", "get_patron", "Get a patron", only(PATRON, "patron_id"), PATRON, reads=True),
    tool("theatre", "find_patron_by_email", "Find a patron by e-mail", only(PATRON, "email"),
         PATRON, reads=True),
    tool("theatre", "assign_pass", "Assign a pass to a patron", only(PASS, "patron_id", "kind"),
         PASS),
    tool("theatre", "list_passes", "List the passes of a patron", only(PASS, "patron_id"),
         items(PASS), reads=True),
    tool("theatre", "book_box", "Book a box", only(BOOKING, "box_code", "patron_id", "starts_at"),
         BOOKING),
    tool("theatre", "get_booking", "Get a booking", only(BOOKING, "booking_id"), BOOKING,
         reads=True),
    tool("theatre", "file_complaint", "File a complaint of a patron",
         only(COMPLAINT, "patron_id", "what"), COMPLAINT),
    tool("theatre", "get_complaint", "Get a complaint", only(COMPLAINT, "complaint_id"),
         COMPLAINT, reads=True),
)  # fmt: skip
DEEDS = {
    "create_prop": Deed("make", "prop_id", {"status": "=on_stage"}),
    "set_prop_state": Deed("change", "prop_id", {"status": "new_state"}),
    "get_prop": Deed("read", "prop_id"),
    "get_patron": Deed("read", "patron_id"),
    "find_patron_by_email": Deed("read", "patron_id"),
    "assign_pass": Deed("make", "pass_id"),
    "list_passes": Deed("list", "pass_id"),
    "book_box": Deed("make", "booking_id"),
    "get_booking": Deed("read", "booking_id"),
    "file_complaint": Deed("make", "complaint_id"),
    "get_complaint": Deed("read", "complaint_id"),
}


def theatre() -> Counter:
    """The theatre with two props and a patron."""
    rows = {
        "PR-11": {"prop_id": "PR-11", "material": "wood", "status": "on_stage"},
        "PR-12": {"prop_id": "PR-12", "material": "tin", "status": "in_repair"},
        "PA-501": {"patron_id": "PA-501", "name": "Ida", "email": "ida@stage.example"},
    }
    return Counter("theatre", TOOLS, DEEDS, rows)
