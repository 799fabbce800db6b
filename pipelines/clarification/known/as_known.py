"""A reading, of whichever way it came about, by what the catalogue knows better than a reader."""

from pipelines.clarification.known.asked_deeds import with_asked_deeds
from pipelines.clarification.known.asked_makers import with_asked_makers
from pipelines.clarification.known.asked_measures import with_asked_measures
from pipelines.clarification.known.bare_people import with_bare_people
from pipelines.clarification.known.by_name import by_argument_names
from pipelines.clarification.known.carried_elsewhere import with_carried_values
from pipelines.clarification.known.checked_states import with_checked_states
from pipelines.clarification.known.cleaned_values import with_cleaned_values
from pipelines.clarification.known.closed_values import with_closed_values
from pipelines.clarification.known.counted_nouns import with_counted_nouns
from pipelines.clarification.known.dropped import with_dropped
from pipelines.clarification.known.each_again import with_each_again
from pipelines.clarification.known.flags import with_flags
from pipelines.clarification.known.had_by_new import with_what_new_ones_have
from pipelines.clarification.known.labelled_ids import with_labelled_ids
from pipelines.clarification.known.labelled_remarks import with_labelled_remarks
from pipelines.clarification.known.left_names import with_left_names
from pipelines.clarification.known.lengths import with_lengths
from pipelines.clarification.known.listed_ids import with_listed_ids
from pipelines.clarification.known.listed_names import with_listed_names
from pipelines.clarification.known.looked_up_first import with_looks_as_descriptions
from pipelines.clarification.known.loose_values import with_loose_values
from pipelines.clarification.known.made_with import with_things_made_with
from pipelines.clarification.known.measured import with_measures
from pipelines.clarification.known.named_people import with_named_people
from pipelines.clarification.known.named_texts import with_named_texts
from pipelines.clarification.known.nearest_noun import with_nearest_nouns
from pipelines.clarification.known.of_named_thing import with_named_things
from pipelines.clarification.known.of_whole import with_parts_of_wholes
from pipelines.clarification.known.possible_states import with_possible_states
from pipelines.clarification.known.prohibited import with_prohibited_deeds
from pipelines.clarification.known.quoted import with_whole_quotes
from pipelines.clarification.known.said_flags import with_said_flags
from pipelines.clarification.known.same_deeds import with_deeds_once
from pipelines.clarification.known.same_people import with_same_people
from pipelines.clarification.known.sets_of_values import with_sets_of_values
from pipelines.clarification.known.spelled_verbs import with_spelled_verbs
from pipelines.clarification.known.titled_things import with_titled_things
from pipelines.clarification.known.units_of_values import with_values_by_unit
from pipelines.clarification.known.unknown_nouns import with_unknown_nouns
from pipelines.clarification.known.unsaid_kinds import with_unsaid_kinds
from pipelines.clarification.known.verb_kinds import with_kinds_of_verbs
from pipelines.clarification.known.wanted_states import with_wanted_states
from pipelines.clarification.known.within_words import with_inner_nouns
from pipelines.contracts.intent import IntentResult
from tool_registry.catalogue import Catalogue


def as_tools_know(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with questions that change nothing, each thing by its own values, each deed once,
    quoted values whole, ids of the nouns beside them, nouns that no kind is called by, states as
    they are checked and wanted, sizes, named texts, people and arguments by their names in their
    places, and what a look leaves out; one that the person has chosen stays as it was shown."""
    if intent.is_chosen or intent.production:
        return intent
    intent = with_prohibited_deeds(intent, catalogue)
    intent = with_listed_names(intent, catalogue)
    intent = with_asked_deeds(with_cleaned_values(intent, catalogue.lexicon), catalogue)
    intent = with_asked_measures(with_asked_makers(intent, catalogue), catalogue)
    intent = with_things_made_with(intent, catalogue.lexicon)
    intent = with_inner_nouns(
        with_deeds_once(
            with_sets_of_values(with_named_things(with_counted_nouns(intent, catalogue))),
            catalogue.lexicon,
        )
    )
    intent = with_labelled_remarks(intent, catalogue)
    intent = with_labelled_ids(with_titled_things(intent, catalogue), catalogue)
    intent = with_looks_as_descriptions(with_each_again(with_listed_ids(intent)))
    intent = with_nearest_nouns(with_whole_quotes(intent), catalogue)
    intent = with_kinds_of_verbs(with_spelled_verbs(intent, catalogue), catalogue)
    intent = with_bare_people(with_unknown_nouns(intent, catalogue.lexicon), catalogue)
    intent = with_parts_of_wholes(intent, catalogue)
    intent = with_closed_values(with_checked_states(intent, catalogue), catalogue)
    intent = with_possible_states(intent, catalogue)
    intent = with_wanted_states(intent, catalogue)
    intent = with_lengths(
        with_measures(with_values_by_unit(intent, catalogue), catalogue), catalogue
    )
    intent = with_said_flags(intent, catalogue)
    intent = with_named_people(by_argument_names(intent, catalogue), catalogue)
    intent = with_flags(with_named_texts(intent, catalogue), catalogue)
    intent = with_carried_values(with_loose_values(intent, catalogue), catalogue)
    intent = with_left_names(intent, catalogue.lexicon)
    intent = with_same_people(with_what_new_ones_have(intent, catalogue), catalogue)
    return with_dropped(with_unsaid_kinds(intent, catalogue), catalogue)
