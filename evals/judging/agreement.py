"""How far a judge agrees with somebody else about the same conversations."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ConfigDict

from evals.errors import SuiteError
from evals.statistics import Count, wilson
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.yaml_files import parse


class Agreement(BaseModel):
    """Of the conversations that both judged."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    who: str
    """With whom."""
    agreed: Count
    kappa: float | None
    """Cohen's: 1 all alike, 0 as by chance; None where one of them always says the same."""
    too_kind: tuple[str, ...]
    """Conversations that the judge passes and the other does not."""
    too_strict: tuple[str, ...]


def agreement(who: str, judged: Mapping[str, bool], other: Mapping[str, bool]) -> Agreement:
    """By the conversations' ids whether they passed."""
    both = [name for name in judged if name in other]
    same = sum(judged[name] == other[name] for name in both)
    return Agreement(
        who=who,
        agreed=wilson(same, len(both)),
        kappa=_kappa([(judged[name], other[name]) for name in both]),
        too_kind=tuple(name for name in both if judged[name] and not other[name]),
        too_strict=tuple(name for name in both if other[name] and not judged[name]),
    )


def _kappa(pairs: list[tuple[bool, bool]]) -> float | None:
    total = len(pairs)
    first, second = sum(one for one, _ in pairs), sum(two for _, two in pairs)
    if total == 0 or first in (0, total) or second in (0, total):
        return None
    seen = sum(one == two for one, two in pairs) / total
    chance = (first * second + (total - first) * (total - second)) / total**2
    return round((seen - chance) / (1 - chance), 3)


def people_in(file: Path) -> dict[str, bool]:
    """What people say: a YAML mapping of conversation id (or case) → `pass` or `fail`.

    SuiteError for a file that is none."""
    try:
        found = cast("object", parse(file.read_text("utf-8"), file))
    except (OSError, ValueError) as error:
        raise SuiteError(f"cannot read {file}: {error}") from error
    except ConfigurationError as error:
        raise SuiteError(f"cannot read {error}") from error
    told = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    wrong = [name for name, said in told.items() if said not in ("pass", "fail")]
    if not told or wrong:
        named = f"{wrong[0]}: neither pass nor fail" if wrong else "no conversation in it"
        raise SuiteError(f"{file}: {named}")
    return {str(name): said == "pass" for name, said in told.items()}
