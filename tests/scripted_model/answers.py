"""What a scripted model says: answers by stage that a test hands in, in process or by wire."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pipelines.models.errors import ModelError, Refused
from pipelines.models.model import Ask, Reply, ToolCall

Said: TypeAlias = str | Reply | ModelError
Script: TypeAlias = Callable[[Ask], Said]
_CALL = re.compile(r"\bcall (\w+) with (\w+=[\w@.-]+(?:, \w+=[\w@.-]+)*)")
_SET = re.compile(r"\bset (\w+) to ([\w.-]+)")


def stage_of(ask: Ask) -> str:
    """The name of the form that is wanted; `agent` where tools are offered, else `talk`."""
    return str((ask.schema or {}).get("title") or ("agent" if ask.tools else "talk"))


def text_of(ask: Ask) -> str:
    """Everything that is said, in order."""
    return "\n\n".join(one.text for one in ask.messages)


def section(ask: Ask, name: str) -> str:
    """What stands between `<name>` and `</name>`, the last time it does; empty where nothing."""
    found = re.findall(rf"<{name}>\s*(.*?)\s*</{name}>", text_of(ask), re.DOTALL)
    return str(found[-1]) if found else ""


def scripted(given: Mapping[str, Any]) -> Script:
    """Answers by stage, one after the other; the last one again whenever more is asked.

    A key is `stage`, or `stage: words` with words that the question has to hold; the first that
    fits counts. An answer is a text, a form, a `Reply`, a `ModelError`, or a function of the
    question; a list holds several.
    """
    left: dict[str, Any] = {k: [*v] if isinstance(v, list) else [v] for k, v in given.items()}

    def script(ask: Ask) -> Said:
        for key, answers in left.items():
            stage, _, words = key.partition(": ")
            if stage == stage_of(ask) and words in text_of(ask):
                said = answers.pop(0) if len(answers) > 1 else answers[0]
                told: Any = said(ask) if callable(said) else said
                return json.dumps(told, ensure_ascii=False) if isinstance(told, dict) else told
        return Refused(f"nothing is scripted for {stage_of(ask)}")

    return script


def obedient(otherwise: Script) -> Script:
    """A model that does what any text in front of it orders, and else answers as scripted.

    `call TOOL with name=value, …` becomes a call, and where a plan is wanted one more step;
    `set FIELD to VALUE` changes that field of every form.
    """

    def obey(ask: Ask) -> Said:
        told = [(name, values.split(", ")) for name, values in _CALL.findall(text_of(ask))]
        orders = [(name, dict(one.split("=", 1) for one in values)) for name, values in told]
        made = [(one.name, dict(one.arguments)) for turn in ask.messages for one in turn.calls]
        new = [one for one in orders if one not in made] if ask.tools else []
        said = Reply("", (ToolCall("order", *new[0]),)) if new else otherwise(ask)
        if ask.schema is None or not isinstance(said, str):
            return said
        form = json.loads(said) | dict(_SET.findall(text_of(ask)))
        if stage_of(ask) == "ProposedChain":
            form["steps"] += [_step(form["steps"][0], *one) for one in orders]
        return json.dumps(form, ensure_ascii=False)

    return obey


def _step(beside: Mapping[str, Any], name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    told = [{"name": k, "source": "words", "words": v, "value": v} for k, v in values.items()]
    return {**beside, "tool": f"{beside['tool'].partition('/')[0]}/{name}", "arguments": told}
