"""Steps of one tool told apart: by the values that only one of them was to be called with."""

from pipelines.contracts.chain import Binding, Step
from pipelines.messages import listed, say
from pipelines.messages.discretion import discreet
from pipelines.summary.judged_run import JudgedRun


def named(judged: JudgedRun, step: Step) -> str:
    """A step by its title; where others have it too, with what its call alone was told."""
    same = [one for one in judged.chain.steps if one.tool == step.tool and one.id != step.id]
    told = (_said(one) for path, one in step.arguments.items() if _is_own(path, one, same))
    values = [one for one in dict.fromkeys(told) if one]
    if not values:
        return step.title
    beside = say(judged.language, "common.beside", text=listed(judged.language, values))
    return f"{step.title}{beside}"


def _is_own(path: str, binding: Binding, others: list[Step]) -> bool:
    values = [other.arguments[path].value for other in others if path in other.arguments]
    return binding.value is not None and bool(values) and binding.value not in values


def _said(binding: Binding) -> str:
    return discreet(binding.span.text if binding.span is not None else str(binding.value))
