"""One piece of work on the registry: what was said, and what was said in reply to questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.contracts.answer import Status
from pipelines.messages import Language
from pipelines.onboarding.commands.form import Act, Form
from pipelines.onboarding.commands.proposal import Proposal

PREFIX = "registry work: "
"""Begins the names of what replies give, so that they are told from values for tools."""
TARGET = f"{PREFIX}which one"
DETAIL = f"{PREFIX}more"
APPROVAL = f"{PREFIX}approval"
SEEN = f"{PREFIX}seen"
"""What was shown when the approval was asked for."""
Given: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done, or told, and under which conditions."""

    form: Form
    text: str
    """The whole sentence."""
    language: Language
    proposal: Proposal | None = None
    """For `register`."""
    given: Given = field(default_factory=dict[str, str])
    """Replies by the name of what was asked for."""
    approved: bool = False
    """Agreed to in advance."""
    only_look: bool = False

    @property
    def act(self) -> Act:
        """What it is."""
        return self.form.act

    @property
    def target(self) -> str:
        """The words for the tool or source; a reply to `which one?` counts more."""
        return self.given.get(TARGET, self.form.target)


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered."""

    status: Status
    text: str
    missing: str = ""
    """`needs_input`: the name of what the next message is to give."""
    given: Given = field(default_factory=dict[str, str])
    """`needs_input`: what is to be kept with the question."""
