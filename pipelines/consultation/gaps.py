"""What cannot be made yet, thing by thing, and what was asked for in vain."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from types import MappingProxyType

from pipelines.messages import Language, listed, say
from pipelines.messages.labels import entity_label
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.graph.matrix import Place, Row, matrix

SHOWN = 20
"""So many things are told at most."""
_NONE: Mapping[Place, int] = MappingProxyType({})


def gaps(catalogue: Catalogue, language: Language, unmet: Mapping[Place, int] = _NONE) -> str:
    """Things that no tool creates in some environment, those asked for most often first.

    `unmet`: how many requests for an entity, function and environment no tool could serve.
    """
    environments = catalogue.environments
    rows = [r for r in matrix(catalogue.tools.values(), environments.names, unmet) if _lacks(r)]
    told = {name: list(group) for name, group in groupby(rows, lambda row: row.entity)}
    if not told:
        return say(language, "registry_work.gaps_none")
    names = sorted(told, key=lambda name: (-sum(map(_asked, told[name])), name))
    lines = [
        say(
            language,
            "registry_work.gap",
            entity=entity_label(catalogue.lexicon, name, language),
            places=say(language, "common.clause_separator").join(
                _place(catalogue, row, language) for row in told[name]
            ),
        )
        for name in names[:SHOWN]
    ]
    if len(names) > SHOWN:
        lines.append(say(language, "registry_work.more", count=len(names) - SHOWN))
    head, end = (say(language, f"registry_work.gaps{part}") for part in ("", "_next"))
    return "\n".join([head, *lines, end])


def _lacks(row: Row) -> bool:
    """True where the thing cannot be created, or something was asked for that nobody does."""
    return not row.tools[FunctionType.CREATE] or any(_missing(row))


def _missing(row: Row) -> Iterator[FunctionType]:
    return (function for function in row.gaps if row.unmet.get(function))


def _asked(row: Row) -> int:
    return sum(row.unmet[function] for function in _missing(row))


def _place(catalogue: Catalogue, row: Row, language: Language) -> str:
    wanted = dict.fromkeys(_missing(row))
    if not row.tools[FunctionType.CREATE]:
        wanted.setdefault(FunctionType.CREATE)
    values = {
        "environment": catalogue.environments.label(row.environment, language),
        "functions": listed(language, (say(language, f"consult.do_{one.value}") for one in wanted)),
    }
    times = _asked(row)
    if times:
        return say(language, "registry_work.gap_asked", times=times, **values)
    return say(language, "registry_work.gap_place", **values)
