"""Whose runs somebody sees as figures, and which of them one by one."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, or_, true

from services.insights.tables import ended
from tool_registry.base.caller import Caller, Role, Scope


@dataclass(frozen=True, slots=True)
class Reach:
    """What a caller who owns something sees.

    Who owns the deployment sees the counts of all projects; the runs behind a number only of
    projects that they own themselves, and those of no project. Who owns a project sees nothing of
    any other. Of other people's sentences nobody sees anything here."""

    caller: Caller
    projects: tuple[str, ...]
    """Those that the caller owns."""
    everywhere: bool
    """True for counts of all projects."""

    @classmethod
    def of(cls, caller: Caller) -> "Reach":
        """What that caller owns; nothing at all for whoever owns nothing."""
        owned = (
            name
            for name in dict.fromkeys((*caller.projects, *dict(caller.project_roles)))
            if caller.role_in(Scope.PROJECT, name).includes(Role.OWNER)
        )
        return cls(caller, tuple(owned), caller.role.includes(Role.OWNER))

    @property
    def is_empty(self) -> bool:
        """True for whoever owns nothing."""
        return not self.everywhere and not self.projects

    def counted(self) -> ColumnElement[bool]:
        """The rows that may be counted."""
        own = true() if self.everywhere else ended.c.project.in_(self.projects)
        return and_(ended.c.tenant == self.caller.tenant, own)

    def opened(self) -> ColumnElement[bool]:
        """Those that may be listed one by one."""
        if self.caller.role is Role.ADMIN:
            return self.counted()
        own = ended.c.project.in_(self.projects)
        return and_(self.counted(), or_(own, ended.c.project == "") if self.everywhere else own)
