"""What a case chooses of an answer's choices, as the user's next request."""

from evals.draw import Variables, fill
from evals.expected import Choose
from evals.score import short_name
from pipelines.contracts.answer import Answer, Choice
from pipelines.contracts.request import Chosen, Request


def choice_request(
    choose: Choose | None, answer: Answer, request: Request, variables: Variables
) -> Request | None:
    """The request that takes the choice; None where the case takes none, or it was not offered."""
    one = _found(choose, answer) if choose is not None else None
    if choose is None or one is None:
        return None
    told = {
        path: fill(value, variables) if isinstance(value, str) else value
        for path, value in choose.values.items()
    }
    form = False if one.kind == "tool" else None
    chosen = Chosen(id=one.id, values=told, form=form)
    update = {"text": one.text, "choice": chosen, "request_id": f"{request.request_id}-choice"}
    return request.model_copy(update=update)


def _found(choose: Choose, answer: Answer) -> Choice | None:
    """The choice that the case names."""
    if choose.tool:
        named = (c for c in answer.choices if c.tool and short_name(c.tool) in choose.tool)
        return next(named, None)
    alike = [one for one in answer.choices if choose.kind in (None, one.kind)]
    return alike[choose.index - 1] if 0 < choose.index <= len(alike) else None
