"""What a request says once its values are taken out: what tools are found by later on."""

import re
from collections.abc import Iterator

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Request
from pipelines.filter.index.terms import terms
from tool_registry.base.caller import Scope
from tool_registry.base.redaction import MASK, mask_text
from tool_registry.stores.space import Space
from tool_registry.vocabulary.lexicon import Lexicon

_BLANK = " … "
_ANY_NUMBER = re.compile(r"\S*[0-9@]\S*", re.ASCII)
_FEW = 2
"""A text of fewer terms finds nothing."""


def served_requests(answer: Answer, lexicon: Lexicon) -> dict[str, list[str]]:
    """Tool → what it was asked for in a run that succeeded; nothing of any other run."""
    intent = answer.intent
    if answer.status is not Status.SUCCEEDED or intent is None:
        return {}
    mains = {one.tool for one in answer.candidates if one.role == "main"}
    done = [step.tool for step in answer.chain if step.status == "done"]
    tools = [tool for tool in done if tool in mains] or done[-1:]
    text = without_values(intent.text, answer, intent, lexicon)
    return {tool: [text] for tool in tools} if len(terms(text)) >= _FEW else {}


def without_values(text: str, answer: Answer, intent: IntentResult, lexicon: Lexicon) -> str:
    """The sentence, or words of it, without secrets, numbers, addresses, and all values that are
    nobody's words but the user's."""
    text = mask_text(text)
    for value in sorted(_values(answer, intent, lexicon), key=len, reverse=True):
        text = text.replace(value, _BLANK)
    text = _ANY_NUMBER.sub(_BLANK, text.replace(MASK, _BLANK))
    return " ".join(text.split())


def space_of_request(request: Request) -> Space:
    """Who may find tools by it: the caller's team, or, without one, the caller alone."""
    caller = request.caller
    if caller.projects:
        return Space.of(caller, Scope.PROJECT, caller.projects[0])
    return Space.of(caller, Scope.PERSONAL)


def _values(answer: Answer, intent: IntentResult, lexicon: Lexicon) -> Iterator[str]:
    """Words of values, words that nobody understood, and arguments that stand in the sentence."""
    for name, span in intent.spans.items():
        if name.count(".") > 1 and not lexicon.lookup(span.text):
            yield span.text
    for span in intent.unread:
        yield span.text
    for step in answer.chain:
        for value in step.arguments.values():
            if isinstance(value, str) and len(value) > 1 and not lexicon.lookup(value):
                yield value
