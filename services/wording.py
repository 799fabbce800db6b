"""The summary stage with a model: whether it is asked, and what becomes of its answer."""

from pipelines.contracts.answer import ModelUse, Outcome
from pipelines.knowledge.background import background
from pipelines.knowledge.shelf import Shelf
from pipelines.messages import Language, say
from pipelines.messages.labels import entity_label
from pipelines.models.options import StageOptions
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions, Typed
from pipelines.summary.model import ModelSummary, word_by_model
from pipelines.summary.wording import Account, Worded, Wording
from services.models import Models, used
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Lexicon


def wording(models: Models, catalogue: Catalogue, shelf: Shelf) -> Wording | None:
    """The wording of these settings; None where the rules alone word answers."""
    # Where nothing is open the facts say all: a model is asked there only if that was wished for.
    chosen = models.options("summary")
    if chosen.mode == "rules":
        return None

    always = models.settings.stage_summary.mode == "model"

    async def word(account: Account) -> Worded:
        if not account.data or not (always or account.unclear):
            return Worded()
        budget = Budget(calls=chosen.calls)
        options = AskOptions(temperature=chosen.temperature, seconds=chosen.seconds)
        model = models.steady("summary", budget)
        puzzling = account.outputs or account.intent.unread
        known = background(shelf, account.intent.text) if puzzling else ""
        found = await word_by_model(
            account, catalogue.lexicon, model, knowledge=known, options=options
        )
        if isinstance(found, Typed):
            return _worded(found.value, account, used("summary", chosen.mode, budget, "used"))
        outcome: Outcome = "fell_back" if chosen.mode == "auto" else "failed"
        use = used("summary", chosen.mode, budget, outcome)
        return Worded(_without_words(account, chosen, catalogue.lexicon), use=use)

    return word


def _worded(form: ModelSummary, account: Account, use: ModelUse) -> Worded:
    """What was read is told by the program in any case, so it need not be told twice."""
    said = (line.strip() for line in form.text.splitlines())
    lines = tuple(line for line in said if line and line not in account.lines.read)
    places = tuple(sorted({number - 1 for number in form.doubts}))
    return Worded(lines, places, tuple(dict.fromkeys(form.uncovered)), use)


def _without_words(
    account: Account, chosen: StageOptions, lexicon: Lexicon
) -> tuple[str, ...] | None:
    """Where rules may not fill in: what there is now, by kind and id, and that it is no more."""
    if chosen.mode != "model":
        return None
    language: Language = account.intent.language
    facts = (
        say(
            language,
            "summary.thing",
            entity=entity_label(lexicon, each.entity, language),
            id=each.id,
        )
        for each in account.data
        if each.id in account.made
    )
    return (say(language, "summary.no_wording"), *facts)
