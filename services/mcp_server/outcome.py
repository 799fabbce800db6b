"""What tools give back: an answer as structured content, with ids to go on with."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.answer import Answer, Choice, Form, FormField, Status
from pipelines.contracts.answer import ChainStep as Called
from pipelines.messages import Language, say
from pipelines.messages.labels import argument_labels, entity_label
from services.cli.choosing import line_of, numbered_choices
from services.cli.printing import source_of
from services.progress import Progress
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.sources.paths import read


class Part(BaseModel):
    """Base of all parts: immutable."""

    model_config = ConfigDict(frozen=True)


class Argument(Part):
    """One argument of a call, and why it has its value."""

    name: str
    label: str
    value: JsonValue = None
    """None: it is known once an earlier call is done."""
    source: str
    """`words`, `output`, `selected`, `derived`, `remembered`, `page`, `default`, `environment`,
    `generated` or `edited`."""
    explanation: str


class Call(Part):
    """One call of a plan, and how it went."""

    step: str
    tool: str
    title: str
    status: str
    arguments: tuple[Argument, ...] = ()
    result: JsonValue = None
    """What the tool returned: of `call_tool` alone."""


class Datum(Part):
    """Something that was made, changed or read."""

    entity: str
    label: str
    id: str | None = None
    attributes: dict[str, JsonValue] = Field(default_factory=dict)


class Verdict(Part):
    """A requirement of the request, and how sure it is fulfilled."""

    requirement: str
    verdict: str
    """`confirmed` (read back), `reported` (the tool says so), `unverified` or `contradicted`."""


class Option(Part):
    """A value of a closed set."""

    value: JsonValue
    label: str


class FieldShown(Part):
    """A field of a form."""

    path: str
    label: str
    type: str
    unit: str | None = None
    options: tuple[Option, ...] = ()
    required: bool = False
    value: JsonValue = None


class FormShown(Part):
    """A form whose sure fields are filled in."""

    choice: str
    title: str
    fields: tuple[FieldShown, ...]
    problems: dict[str, str] = Field(default_factory=dict)


class ChoiceShown(Part):
    """One way to go on."""

    id: str
    kind: str
    text: str
    field: FieldShown | None = None


class Outcome(Part):
    """What a request came to."""

    status: Annotated[Status, Field(description="How it ended; needs_input: answer the question.")]
    text: Annotated[str, Field(description="The answer, in the language of the request.")]
    run: Annotated[str, Field(description="For answer_question and undo.")]
    conversation: Annotated[str, Field(description="Give it with the next request to go on.")]
    environment: str | None = None
    data: tuple[Datum, ...] = ()
    requirements: tuple[Verdict, ...] = ()
    plan: tuple[Call, ...] = ()
    notes: tuple[str, ...] = ()
    question: Annotated[str | None, Field(description="What is open, with needs_input.")] = None
    choices: tuple[ChoiceShown, ...] = ()
    form: FormShown | None = None
    how_to_answer: Annotated[str | None, Field(description="Which tool to call next.")] = None


class Found(Part):
    """A tool that comes into question, or a near miss."""

    tool: Annotated[str, Field(description="The id that call_tool takes.")]
    title: str
    summary: str
    role: Annotated[str, Field(description="main, helper, or dropped: a near miss.")]
    score: float
    reasons: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    changes_data: bool
    destructive: bool
    arguments: dict[str, JsonValue]
    """JSON schema of what `call_tool` takes for it."""


class FoundTools(Part):
    """Tools for a text, the best first."""

    understood: Annotated[str, Field(description="How the text was read.")]
    tools: tuple[Found, ...]


def outcome_of(answer: Answer, progress: Progress, *, results: bool = False) -> Outcome:
    """The answer of a run that `progress` has heard; `results`: with what the calls returned."""
    catalogue = progress.catalogue
    language = answer.intent.language if answer.intent else progress.language
    is_open = answer.status is Status.NEEDS_INPUT
    asked = (answer.question or answer.summary.text) if is_open else answer.question
    return Outcome(
        status=answer.status,
        text=answer.summary.text,
        run=answer.run_id,
        conversation=answer.session_id,
        environment=answer.intent.environment if answer.intent else None,
        data=tuple(_data(answer, catalogue, language)),
        requirements=tuple(
            Verdict(requirement=one.text, verdict=str(one.verdict))
            for one in answer.summary.requirements
        ),
        plan=tuple(_call(one, progress, language, results) for one in answer.chain),
        notes=progress.notes,
        question=asked,
        choices=tuple(_choice(one, language) for one in numbered_choices(answer))
        if answer.form is None
        else (),
        form=_form(answer.form) if answer.form else None,
        how_to_answer=how_to_answer(answer, language),
    )


def needs_consent(answer: Answer) -> bool:
    """True where a plan waits for a yes."""
    return answer.status is Status.NEEDS_INPUT and answer.form is None and bool(answer.chain)


def how_to_answer(answer: Answer, language: Language) -> str | None:
    """Which tool goes on with what is open."""
    if answer.status is Status.PLANNED and answer.chain:
        return say(language, "mcp.how_planned", run=answer.run_id)
    is_open = answer.status is Status.NEEDS_INPUT
    if not is_open and not numbered_choices(answer):
        return None
    if answer.form is not None:
        choice = answer.form.choice
        return say(language, "mcp.how_form", run=answer.run_id, choice=choice)
    if needs_consent(answer):
        return say(language, "mcp.how_consent", run=answer.run_id)
    key = "mcp.how_choice" if numbered_choices(answer) else "mcp.how_reply"
    return say(language, key, run=answer.run_id)


def _data(answer: Answer, catalogue: Catalogue, language: Language) -> Iterator[Datum]:
    for one in answer.summary.data:
        label = entity_label(catalogue.lexicon, one.entity, language)
        yield Datum(entity=one.entity, label=label, id=one.id, attributes=one.attributes)


def _call(step: Called, progress: Progress, language: Language, results: bool) -> Call:
    return Call(
        step=step.step,
        tool=step.tool,
        title=progress.title(step.step, step.tool),
        status=step.status,
        arguments=tuple(_arguments(step, progress, language)),
        result=step.output if results else None,
    )


def _arguments(step: Called, progress: Progress, language: Language) -> Iterator[Argument]:
    tool = progress.catalogue.tools.get(step.tool)
    labels: Mapping[str, str] = {}
    if tool is not None:
        labels = argument_labels(progress.catalogue.lexicon, tool, language)
    order = list(progress.titles)
    for name, binding in step.bindings.items():
        value = read(step.arguments, name)
        yield Argument(
            name=name,
            label=labels.get(name, name),
            value=value if name.endswith("[]") or len(value) > 1 else next(iter(value), None),
            source=binding.source,
            explanation=source_of(binding, order, language),
        )


def _choice(one: Choice, language: Language) -> ChoiceShown:
    field = _field(one.field) if one.field else None
    return ChoiceShown(id=one.id, kind=one.kind, text=line_of(one, language), field=field)


def _form(form: Form) -> FormShown:
    fields = tuple(_field(one) for one in form.fields)
    return FormShown(choice=form.choice, title=form.title, fields=fields, problems=form.problems)


def _field(one: FormField) -> FieldShown:
    return FieldShown(
        path=one.path,
        label=one.label,
        type=one.type,
        unit=one.unit,
        options=tuple(Option(value=each.value, label=each.label) for each in one.options),
        required=one.required,
        value=one.value,
    )
