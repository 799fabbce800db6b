"""One sentence read as the road reads it, and nothing done: what the mode says counts here, too."""

from pipelines.contracts.intent import IntentResult
from pipelines.intent import rules
from pipelines.intent.reader import read_alone
from services.knowledge import Library
from services.models import Models
from services.reading import names_folder
from services.settings import Settings, read_access
from tool_registry.base.errors import RegistryError
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of


class NoReading(RegistryError):
    """In mode `model`: the model's reading cannot be used; the message says why."""


async def read_once(
    text: str, catalogue: Catalogue, settings: Settings, environment: str | None = None
) -> IntentResult:
    """What the sentence means by the readers of these settings; NoReading where none counts, and
    NoReader where the program's own cannot be opened.

    What the program itself answers (empty, secret, small talk) no model sees.
    """
    lexicon, environments = catalogue.lexicon, catalogue.environments
    own = read_alone(text, catalogue, environment, folder=names_folder(settings))
    models = Models(settings, read_access())
    is_passed = rules.check(text, lexicon, environments).kind == "pass"
    if models.options("intent").mode == "rules" or not is_passed:
        return own
    # What a model needs loads the store of runs, which the local reader does without.
    from pipelines.flow.interpreting import Unread
    from services.interpreting import interpreter

    try:
        shelf = Library(settings.knowledge).shelf(catalogue.documents)
        read = interpreter(models, catalogue, shelf)
        assert read is not None
        reading = await read("", own, environment)
    finally:
        await models.close()
    if isinstance(reading, Unread):
        raise NoReading(reading.sentence(language_of(text)))
    return reading.intent
