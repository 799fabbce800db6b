"""A thing has one id: beside a plain `id`, a key that names something else and was taken for it
(`kiln_id` of a firing, whose description speaks of firing it) is what the thing is of."""

from collections.abc import Mapping, Sequence

from tool_registry.model import Slot, Yield
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import split_identifier

_ID = "id"
_UNSURE = 0.5
"""What it is of is known by its key alone."""


def with_one_id(results: Sequence[Yield], lexicon: Lexicon) -> tuple[Yield, ...]:
    """The results, of which each thing has the plain `id` as its id."""
    plain = {
        (_place(one), one.entity) for one in results if one.key.casefold() == _ID and _is_id(one)
    }
    return tuple(_other(one) if _is_other(one, plain, lexicon) else one for one in results)


def as_results_have_it(
    needs: Sequence[Slot], before: Sequence[Yield], now: Sequence[Yield]
) -> tuple[Slot, ...]:
    """The arguments, where those of such a key are what the results are by now."""
    told: Mapping[tuple[str, str | None], Yield] = {
        (one.key, one.entity): one
        for old, one in zip(before, now, strict=True)
        if old.attribute != one.attribute
    }
    return tuple(
        slot.model_copy(update={"attribute": one.attribute, "confidence": _UNSURE})
        if slot.attribute == _ID and (one := told.get((slot.key, slot.entity))) is not None
        else slot
        for slot in needs
    )


def _is_id(one: Yield) -> bool:
    return one.attribute == _ID and one.entity is not None and one.role is None


def _is_other(one: Yield, plain: set[tuple[str, str | None]], lexicon: Lexicon) -> bool:
    ahead = split_identifier(one.key)[:-1]
    if not (_is_id(one) and ahead and (_place(one), one.entity) in plain):
        return False
    named = lexicon.lookup(" ".join(ahead), Kind.ENTITY)
    return one.entity not in {concept.name for concept in named}


def _other(one: Yield) -> Yield:
    name = " ".join(split_identifier(one.key))
    return one.model_copy(update={"attribute": name, "confidence": _UNSURE})


def _place(one: Yield) -> str:
    return one.path.rpartition(".")[0]
