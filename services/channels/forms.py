"""Forms that a platform shows in a window of its own, and what is typed into them."""

from pipelines.clarification.form import submitted
from pipelines.contracts.answer import Answer, Form
from pipelines.messages import Language
from pipelines.runs.store import Run
from services.channels.delivery import Delivery, Press
from services.errors import InvalidRequest
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of

QUERY = "query"
"""What a search is told under."""


def answer_language(run: Run) -> Language:
    """The one in which the run was answered."""
    intent = run.answer.intent if run.answer else None
    return intent.language if intent else language_of(run.request.text)


def form_of(delivery: Delivery, run: Run) -> Form:
    """The answer's own form, or the one field of a choice; InvalidRequest where a press opens
    neither."""
    answer, press = run.answer, delivery.press
    found = _form(answer, press) if answer is not None and press is not None else None
    if found is None:
        raise InvalidRequest("agui.stale")
    return found


def problems_of(delivery: Delivery, run: Run, catalogue: Catalogue) -> dict[str, str]:
    """Path of a field → why what was typed there cannot be."""
    form, answer, press = form_of(delivery, run), run.answer, delivery.press
    if answer is None or press is None or answer.intent is None or form is not answer.form:
        return {}
    return submitted(answer.intent, press.values, catalogue)[2]


def _form(answer: Answer, press: Press) -> Form | None:
    if press.does == "fill":
        own = answer.form
        return own if own is not None and own.choice == press.choice else None
    one = next((one for one in answer.choices if one.id == press.choice), None)
    if press.does != "open" or one is None or one.field is None:
        return None
    return Form(
        choice=one.id,
        title=one.text,
        fields=(one.field.model_copy(update={"path": QUERY}),),
    )
