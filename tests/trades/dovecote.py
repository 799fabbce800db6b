"""A pigeon loft, in English: pairs, weighings with a flag, a noun that only a title has."""

from tests.trades.counter import Counter, Deed, only, text, tool

PAIR = {
    "pair_id": text("Number of the pair, e.g. P-101"),
    "owner": text("Name of the fancier"),
    "breed": text("Breed of the birds", enum=["homer", "tumbler", "fantail"]),
    "box": text("Nest box, e.g. N-04"),
    "paired_on": text("Day on which the birds were put together", format="date"),
}
WEIGHING = {
    "weighing_id": text("Number of the weighing"),
    "pair_id": PAIR["pair_id"],
    "grams": {"type": "integer", "description": "weight in grams"},
    "ring_worn": {"type": "boolean", "description": "Whether the ring was worn"},
}
TOOLS = (
    tool("dovecote", "put_together", "Create a squab couple",
         only(PAIR, "owner", "breed", "box", "paired_on"), PAIR),
    tool("dovecote", "get_pair", "Get pair", only(PAIR, "pair_id"), PAIR, reads=True),
    tool("dovecote", "record_weighing", "Create weighing",
         only(WEIGHING, "pair_id", "grams", "ring_worn"), WEIGHING, optional=("ring_worn",)),
)  # fmt: skip
DEEDS = {
    "put_together": Deed("make", "pair_id"),
    "get_pair": Deed("read", "pair_id"),
    "record_weighing": Deed("make", "weighing_id"),
}


def dovecote() -> Counter:
    """The loft with one pair."""
    rows = {"P-101": {"pair_id": "P-101", "owner": "Ann Hall", "breed": "homer", "box": "N-04"}}
    return Counter("dovecote", TOOLS, DEEDS, rows)
