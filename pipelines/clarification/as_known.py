"""A reading, of whichever way it came about, by what the catalogue knows better than a reader."""

from pipelines.clarification.by_name import by_argument_names
from pipelines.clarification.carried_elsewhere import with_carried_values
from pipelines.clarification.checked_states import with_checked_states
from pipelines.clarification.dropped import with_dropped
from pipelines.clarification.loose_values import with_loose_values
from pipelines.clarification.measured import with_measures
from pipelines.clarification.nearest_noun import with_nearest_nouns
from pipelines.clarification.quoted import with_whole_quotes
from pipelines.clarification.same_deeds import with_deeds_once
from pipelines.clarification.sets_of_values import with_sets_of_values
from pipelines.clarification.unknown_nouns import with_unknown_nouns
from pipelines.clarification.verb_kinds import with_kinds_of_verbs
from pipelines.clarification.wanted_states import with_wanted_states
from pipelines.clarification.within_words import with_inner_nouns
from pipelines.contracts.intent import IntentResult
from tool_registry.catalogue import Catalogue


def as_tools_know(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with each thing by its own values, each deed once, quoted values whole, ids of
    the nouns beside them, nouns that no kind is called by, states as they are checked and wanted,
    sizes and arguments by their names in their places, and what a look leaves out; one that the
    person has chosen stays as it was shown."""
    if intent.is_chosen or intent.production:
        return intent
    intent = with_inner_nouns(with_deeds_once(with_sets_of_values(intent)))
    intent = with_nearest_nouns(with_whole_quotes(intent), catalogue)
    intent = with_unknown_nouns(with_kinds_of_verbs(intent, catalogue), catalogue.lexicon)
    intent = with_wanted_states(with_checked_states(intent, catalogue.lexicon), catalogue.lexicon)
    intent = by_argument_names(with_measures(intent, catalogue), catalogue)
    intent = with_carried_values(with_loose_values(intent, catalogue), catalogue)
    return with_dropped(intent, catalogue)
