"""What a run is asked for: kept with it, so that it can be gone on with and said again."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

Execution: TypeAlias = Literal["sandbox", "mock"]
Variant: TypeAlias = Literal["configured", "reader", "model", "auto", "single"]
"""Who reads and plans: as the deployment has chosen; the local reader and the program alone; a
model, for which nothing stands in; both; one agent with all tools."""
OWN = "own"
"""As a catalogue: the tools of this deployment's own sources, which are mocked."""


class Options(BaseModel):
    """The options of `zhizao eval run`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    seed: int = 0
    variant: Variant = "configured"
    without_pack: tuple[str, ...] = ()
    data: str | None = None
    """Folder of catalogues, foreign services or installed applications."""
    case: tuple[str, ...] = ()
    """Only these rows."""
    own_wording: bool = False
    repetitions: int = 1
    execution: Execution | None = None
    """None: as the suite says."""
    catalogue: str | None = None
    """File of tools or OpenAPI document, or `own`; None: as the suite says."""
    scenario: tuple[str, ...] = ()
    """Files of what mocked tools answer."""
    recorded: tuple[str, ...] = ()
    """Files of recorded runs, from which mocked tools answer."""
    picks: str | None = None
    """File of choices that somebody made."""
    price: tuple[float, float] = (0.0, 0.0)
    """Of a million tokens, in and out."""
