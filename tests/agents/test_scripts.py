"""The local model service's scripts know the prompt alone, and refuse one that lacks a section."""

import pytest
from pydantic import BaseModel

from pipelines.agents.asking import schema_text
from pipelines.agents.conflicts import ModelConflict
from pipelines.agents.parsing import ModelParse
from pipelines.agents.summary import ModelSummary
from pipelines.agents.synonyms import ModelSynonyms
from services.fake_model.cli import BUILT_IN
from services.fake_model.question import BadQuestion, Question

SECTIONS: dict[type[BaseModel], dict[str, str]] = {
    ModelSummary: {
        "environment": "预发",
        "verdicts": "1. [confirmed] the fine exists",
        "facts": '["Done.", "Created: fine F2"]',
        "sentence": '"fine reader R1"',
    },
    ModelParse: {
        "candidates": "<entity>\nfine\n</entity>",
        "tool": '{"name": "x", "title": "x", "description": "the fine", "needs": []}',
        "gaps": '[{"field": "objects", "kind": "entity", "guess": null}]',
    },
    ModelConflict: {"new": '{"description": "alpha"}', "other": '{"description": "omega"}'},
    ModelSynonyms: {"texts": '[{"heading": "x", "text": "fine (penalty)"}]'},
}


def question(form: type[BaseModel], sections: dict[str, str]) -> Question:
    told = {**sections, "output_schema": schema_text(form)}
    text = "\n".join(f"<{name}>\n{said}\n</{name}>" for name, said in told.items())
    return Question("qwen-plus", [{"role": "user", "content": text}])


def answered(asked: Question) -> str | None:
    found = (script(asked) for script in BUILT_IN)
    return next((one.text for one in found if one is not None), None)


@pytest.mark.parametrize("form", SECTIONS, ids=str)
def test_a_whole_prompt_is_answered_in_its_form(form: type[BaseModel]) -> None:
    told = answered(question(form, SECTIONS[form]))
    assert told is not None
    form.model_validate_json(told)


@pytest.mark.parametrize(
    ("form", "section"),
    [(form, section) for form, sections in SECTIONS.items() for section in sections],
)
def test_a_prompt_without_one_of_its_sections_is_refused(
    form: type[BaseModel], section: str
) -> None:
    left = {name: said for name, said in SECTIONS[form].items() if name != section}
    with pytest.raises(BadQuestion, match=f"<{section}>"):
        answered(question(form, left))


@pytest.mark.parametrize("form", SECTIONS, ids=str)
def test_a_section_that_is_no_json_is_refused(form: type[BaseModel]) -> None:
    broken = dict.fromkeys(SECTIONS[form], "{half")
    with pytest.raises(BadQuestion, match="JSON"):
        answered(question(form, broken))
