"""In which order a catalogue's entities come into being."""

from collections.abc import Mapping


def layers(needed: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """Entities in layers: each needs only entities of earlier layers to be created.

    `needed`: entity → entities that every way of creating it requires. Entities in a cycle come
    together in the last layer."""
    left = {entity: set(names) & set(needed) - {entity} for entity, names in needed.items()}
    ordered: list[list[str]] = []
    while left:
        free = sorted(entity for entity, names in left.items() if not names & set(left))
        if not free:
            return [*ordered, sorted(left)]
        ordered.append(free)
        for entity in free:
            del left[entity]
    return ordered
