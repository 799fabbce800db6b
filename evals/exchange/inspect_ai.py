"""inspect_ai: a suite as its JSON-lines dataset of samples, and back.

A sample has `input` (the sentence, or a list of chat messages), `target` (what must be said or the
tools that must be called), `id` and `metadata`, which holds the whole case.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from evals.benchmarks import entries
from evals.case import Case, Suite
from evals.case_files import Written
from evals.draw import draw_variables, fill
from evals.errors import SuiteError
from tool_registry.base.types import JsonValue

_KEPT = "zhizao"


def to_inspect(suite: Suite, fixtures: JsonValue) -> str:
    """The dataset, a sample a line: each wording of each case.

    `fixtures`: what variables of sentences are drawn from, at seed 0."""
    samples = (one for case in suite.cases for one in _samples(suite, case, fixtures))
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in samples)


def _samples(suite: Suite, case: Case, fixtures: JsonValue) -> Iterator[Written]:
    whole = case.model_dump(mode="json", exclude_defaults=True)
    last, variables = case.expect[-1], draw_variables(case, fixtures, 0)
    target = [*last.tools, *last.says] or [one.value for one in last.status]
    for number, turns in enumerate(case.variants()):
        texts = [fill(text, variables) for text in turns]
        said = [{"role": "user", "content": text} for text in texts]
        yield {
            "id": f"{case.id}/{number}",
            "input": texts[0] if len(texts) == 1 else said,
            "target": target,
            "metadata": {
                "suite": suite.name,
                "author": case.author or suite.author,
                "intent": [one.value for one in last.intent],
                **({_KEPT: whole} if not number else {}),
            },
        }


def from_inspect(file: Path) -> list[Written]:
    """The cases of a dataset; SuiteError where a sample has no input.

    Of foreign samples the sentence is taken, and `target` as words that must be said."""
    found = list(entries(file))
    kept = [one["metadata"][_KEPT] for one in found if _KEPT in (one.get("metadata") or {})]
    return kept or [_foreign(file, number, one) for number, one in enumerate(found, 1)]


def _foreign(file: Path, number: int, sample: dict[str, Any]) -> Written:
    said = sample.get("input")
    if isinstance(said, str):
        turns = [said]
    else:
        messages = cast("list[dict[str, Any]]", said if isinstance(said, list) else [])
        turns = [str(one["content"]) for one in messages if one.get("role") == "user"]
    if not turns:
        raise SuiteError(f"{file}: sample {number} has no input of a user")
    target: object = sample.get("target") or []
    words = [target] if isinstance(target, str) else cast("list[object]", target)
    any_status = {"status": ["succeeded", "needs_input", "refused"]}
    last = any_status | ({"says": [str(one) for one in words]} if words else {})
    return {
        "id": str(sample.get("id") or f"sample-{number}"),
        "turns": [text.replace("{", "(").replace("}", ")") for text in turns],
        "expect": [*([any_status] * (len(turns) - 1)), last],
    }
