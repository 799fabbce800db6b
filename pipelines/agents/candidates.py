"""The words that a model may choose from: what the sentence names, and the names of the rest."""

from collections.abc import Callable, Iterable, Sequence

from tool_registry.base.environment import Environments
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold

_OTHERS = 100
"""Names that are listed besides those that the sentence has words for, of each kind at most."""
_REST = "*"
"""Before the names that the sentence has no words for."""


def environments_text(environments: Environments) -> str:
    """One line an environment: its name and what users call it."""
    return "\n".join(
        f"- {env.name}: {', '.join((env.name, *env.words))}" for env in environments.configured
    )


def candidates_text(text: str, lexicon: Lexicon) -> str:
    """Actions, entities, attributes and values, each kind in a section of its own."""
    named = _named(text, lexicon)
    parts = (
        ("actions", Kind.ACTION, _function),
        ("entities", Kind.ENTITY, None),
        ("attributes", Kind.ATTRIBUTE, None),
        ("values", Kind.VALUE, _attribute),
    )
    return "\n".join(
        _section(name, _lines(text, lexicon.concepts_of(kind), named, note))
        for name, kind, note in parts
    )


def _named(text: str, lexicon: Lexicon) -> dict[tuple[Kind, str], list[str]]:
    """Concept → the words of the sentence that can stand for it."""
    found: dict[tuple[Kind, str], list[str]] = {}
    for match in lexicon.overlapping(text):
        for concept in match.concepts:
            words = found.setdefault((concept.kind, concept.name), [])
            if match.text not in words:
                words.append(match.text)
    return found


def _lines(
    text: str,
    concepts: Sequence[Concept],
    named: dict[tuple[Kind, str], list[str]],
    note: Callable[[Concept], str | None] | None,
) -> Iterable[str]:
    rest: list[Concept] = []
    for concept in concepts:
        words = named.get((concept.kind, concept.name))
        if words is None:
            rest.append(concept)
            continue
        yield f"- {_noted(concept, note)}: {', '.join(words)}"
    if rest and rest[0].kind is not Kind.VALUE:
        others = sorted(_noted(concept, note) for concept in _nearest(text, rest))
        yield f"{_REST} {', '.join(others)}"


def _nearest(text: str, concepts: Sequence[Concept]) -> Sequence[Concept]:
    """As many as are listed, those first that look most like something in the sentence."""
    if len(concepts) <= _OTHERS:
        return concepts
    return sorted(concepts, key=lambda one: (-_shared(text, one), one.name))[:_OTHERS]


def _shared(text: str, concept: Concept) -> int:
    """How many signs of the sentence the concept's words have."""
    signs = set(fold(text))
    return max(len(signs & set(fold(said))) for said in (concept.name, *concept.surfaces))


def _noted(concept: Concept, note: Callable[[Concept], str | None] | None) -> str:
    told = note(concept) if note else None
    return f"{concept.name}[{told}]" if told else concept.name


def _function(concept: Concept) -> str | None:
    return concept.function.value if concept.function else None


def _attribute(concept: Concept) -> str | None:
    return concept.attribute


def _section(name: str, lines: Iterable[str]) -> str:
    return f"<{name}>\n" + "\n".join(lines) + f"\n</{name}>"
