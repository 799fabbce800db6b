"""All repositories of one registry database."""

from pathlib import Path

from tool_registry.base.clock import Clock
from tool_registry.stores.accounts import AccountRepository
from tool_registry.stores.audit import AuditRepository
from tool_registry.stores.database import Database
from tool_registry.stores.edits import EditRepository
from tool_registry.stores.findings import FindingRepository
from tool_registry.stores.keys import KeyRepository
from tool_registry.stores.learned import LearnedRepository
from tool_registry.stores.people import PeopleRepository
from tool_registry.stores.requests import RequestRepository
from tool_registry.stores.sources import SourceRepository
from tool_registry.stores.submissions import SubmissionRepository
from tool_registry.stores.tools import ToolRepository
from tool_registry.stores.unmet import UnmetRepository
from tool_registry.stores.usage import UsageRepository


class RegistryStore:
    """What the registry keeps. Every read takes the caller, and shows the caller's pool only."""

    def __init__(self, where: Path | str, *, clock: Clock | None = None) -> None:
        """`where`: an SQLite file, or an SQLAlchemy URL; see `Database`."""
        self.database = Database(where, clock)
        self.sources = SourceRepository(self.database)
        self.tools = ToolRepository(self.database)
        self.submissions = SubmissionRepository(self.database)
        self.edits = EditRepository(self.database)
        self.learned = LearnedRepository(self.database)
        self.findings = FindingRepository(self.database)
        self.usage = UsageRepository(self.database)
        self.requests = RequestRepository(self.database)
        self.unmet = UnmetRepository(self.database)
        self.audit = AuditRepository(self.database)
        self.people = PeopleRepository(self.database)
        self.keys = KeyRepository(self.database, self.people)
        self.accounts = AccountRepository(self.database, self.people)

    @property
    def id(self) -> str:
        """Which database this is: another one has another id."""
        return self.database.id

    def revision(self) -> int:
        """How often the pool was changed."""
        return self.database.revision()

    def close(self) -> None:
        """Ends all connections."""
        self.database.close()
