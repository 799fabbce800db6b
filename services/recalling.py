"""How alike a sentence and what a user's memory holds are: by the terms and the table of words that
tools are found by. Loaded when something is first compared."""

from collections.abc import Sequence


def likeness(text: str, others: Sequence[str]) -> Sequence[int]:
    """Places of the texts that are like the first one, the most alike first."""
    if not others:
        return ()
    from pipelines.filter.index.static import load_static
    from pipelines.knowledge.index import IndexedShelf
    from pipelines.knowledge.passages import Passage

    held = tuple(Passage(str(place), str(place), one) for place, one in enumerate(others))
    found = IndexedShelf(held, load_static()).nearest(text, len(held))
    return [int(one.page) for one in found]
