"""What the page around the chat shows, and what is meant no more once the user takes that off: no
"this order" is one that was spoken of before, and it is asked which one is meant."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from pipelines.contracts.request import Request
from pipelines.intent.dialogue.things import Thing
from pipelines.runs.store import Run
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind


def shown_beside(
    request: Request, catalogue: Catalogue, known: Mapping[tuple[str, str, str], Thing]
) -> Thing | None:
    """What is in view, ahead of all that was said; None where nobody knows such a kind. `known`:
    what the conversation knows, by kind, id and environment."""
    view = request.in_view
    entity = catalogue.lexicon.canonical(Kind.ENTITY, view.entity) if view else None
    if view is None or entity is None:
        return None
    place = catalogue.environments.by_word(view.environment) or view.environment
    made = (entity, view.id, place) in known and known[entity, view.id, place].made
    return Thing(entity, view.id, place, -1, made, asked=True, seen=True)


def set_aside(
    request: Request, runs: Sequence[Run], told: Sequence[Sequence[Thing]], catalogue: Catalogue
) -> Iterator[Thing]:
    """Things of the kind that was taken off, of messages before that: whoever does not mean the one
    in view may mean any of them, so that none is taken without a word. `told`: the things of each
    run, the latest first."""
    view = request.view_dismissed
    entity = catalogue.lexicon.canonical(Kind.ENTITY, view.entity) if view else None
    since = takewhile(lambda run: run.request.view_dismissed == view, runs)
    for row in told[len(list(since)) :] if entity is not None else ():
        yield from (one for one in row if one.entity == entity)
