"""Names of a business: everything that marks of its requests can mean."""

from collections.abc import Iterable

from evals.reader.business import Attribute, Business, general
from pipelines.intent.reader.evidence import Name, looks_of


def names_in(business: Business) -> list[Name]:
    """Its actions, entities, attributes and closed values, the general ones included."""
    attributes = {one.name: one for one in (*general().attributes, *business.attributes)}
    actions = {one.name: one for one in (*general().actions, *business.actions)}
    return [
        *(Name("action", one.name, one.words, _tuple(one.of)) for one in actions.values()),
        *(Name("entity", e.name, e.words, looks=looks_of(e.ids)) for e in business.entities),
        *(_attribute(one) for one in attributes.values()),
        *(
            Name("value", f"{one.name}={value.name}", value.words, (one.name,))
            for one in attributes.values()
            for value in one.values
        ),
    ]


def _attribute(one: Attribute) -> Name:
    values = tuple(dict.fromkeys(word for value in one.values for word in value.words))
    return Name("attribute", one.name, one.words, _tuple(one.of), type=one.kind, values=values)


def _tuple(of: str | Iterable[str] | None) -> tuple[str, ...]:
    return (of,) if isinstance(of, str) else tuple(of or ())
