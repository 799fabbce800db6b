"""Tools of the page around the chat with a model: whether it is asked, and what becomes of it."""

from pipelines.contracts.answer import ModelUse
from pipelines.contracts.page import HostPage, PageReading
from pipelines.flow.for_page import PageReader
from pipelines.intent.page_tools.model import ModelPageReader
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions, Untyped
from services.models import Models, used
from tool_registry.catalogue import Catalogue


def page_reader(models: Models, catalogue: Catalogue) -> PageReader | None:
    """The reader of these settings; None where the program alone reads."""
    chosen = models.options("intent")
    if chosen.mode == "rules":
        return None

    async def read(text: str, page: HostPage) -> tuple[PageReading | None, ModelUse]:
        reader = ModelPageReader(text, page, catalogue)
        if not reader.is_worth_asking():
            return None, ModelUse()
        budget = Budget(calls=chosen.calls)
        options = AskOptions(temperature=chosen.temperature, seconds=chosen.seconds)
        found = await reader.read(models.steady("intent", budget), options)
        if isinstance(found, Untyped):
            return None, used("intent", chosen.mode, budget, "fell_back")
        return found, used("intent", chosen.mode, budget, "used")

    return read
