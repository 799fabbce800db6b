"""Each operation of a document as a tool."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from tool_registry.base.types import Object, as_list, as_object
from tool_registry.model import RawTool
from tool_registry.sources.openapi.arguments import Arguments, arguments_of
from tool_registry.sources.openapi.document import Document, as_text
from tool_registry.sources.openapi.plan import Plan, Scheme
from tool_registry.sources.openapi.schemas import expand

VERBS = ("get", "post", "put", "patch", "delete")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]+")
_TEMPLATE = re.compile(r"\{([^{}:]+)(?::[^{}]*)?\}")
_REPEATABLE = ("get", "put", "delete")
_LONGEST_NAME = 120
_LONGEST_REFUSAL = 300
_REFUSING = ("400", "403", "409", "412", "422")
_JSON = re.compile(r"^(application|text)/([\w.+-]*\+)?json\b|^\*/\*", re.IGNORECASE)


@dataclass(frozen=True)
class _Operation:
    """Where an operation is in the document, and what stands there."""

    verb: str
    path: str
    fields: Object
    item: Object

    @property
    def way(self) -> str:
        return f"paths.{self.path}.{self.verb}"


def tools_of(document: Document, source: str, environments: tuple[str, ...]) -> list[RawTool]:
    """The tools, in the document's order; `document.problems` tells what was left out.

    ConfigurationError where a reference leads out of the document."""
    taken: set[str] = set()
    tools: list[RawTool] = []
    operations = list(_operations(document))
    declared = [document.root, *(one.fields for one in operations)]
    guarded = any(as_list(one.get("security")) for one in declared)
    for operation in operations:
        name = _name(operation, taken, document)
        taken.add(name)
        try:
            tool = _tool(document, operation, name, guarded=guarded)
            tools.append(tool.model_copy(update={"source": source, "environments": environments}))
        except RecursionError:
            raise document.wrong(operation.way, "schemas are nested too deep in it") from None
    return tools


def _operations(document: Document) -> Iterator[_Operation]:
    for path, value in as_object(document.root.get("paths")).items():
        if not path.startswith("/"):
            if not path.startswith("x-"):
                document.note(f"paths.{path}", "a path begins with '/'; left out")
            continue
        item, _ = document.resolved(value, f"paths.{path}")
        for verb in VERBS:
            if isinstance(item.get(verb), dict):
                yield _Operation(verb, path, as_object(item[verb]), item)
            elif item.get(verb) is not None:
                document.note(f"paths.{path}.{verb}", "has to be an object; left out")


def _name(operation: _Operation, taken: set[str], document: Document) -> str:
    """The operationId, or a name of verb and path where there is none or it is taken.

    An id made of a name, the path and the verb, as one framework does, is but that name."""
    declared = _in_names(as_text(operation.fields.get("operationId")))[:_LONGEST_NAME]
    ending = re.sub(r"\W", "_", operation.path) + f"_{operation.verb}"
    made = _in_names(f"{operation.verb}{operation.path}")[:_LONGEST_NAME]
    names = (declared.removesuffix(ending).strip("_"), declared, made)
    name = next((one for one in names if one and one not in taken), None)
    number = 2
    while name is None:
        name = f"{made}_{number}" if f"{made}_{number}" not in taken else None
        number += 1
    if declared in taken:
        reason = f"the operationId '{declared[:80]}' is there twice; this one is called '{name}'"
        document.note(operation.way, reason)
    return name


def _in_names(text: str) -> str:
    return _NOT_IN_NAMES.sub("_", text).strip("_")


def _tool(document: Document, operation: _Operation, name: str, *, guarded: bool) -> RawTool:
    fields = operation.fields
    arguments = arguments_of(document, fields, operation.item, operation)
    plan = _plan(document, operation, arguments, guarded)
    title = as_text(fields.get("summary")).strip()
    return RawTool(
        source="",
        name=name,
        title=title or None,
        description=as_text(fields.get("description")).strip() or title,
        input_schema=arguments.schema,
        output_schema=_output(document, operation),
        read_only=True if operation.verb == "get" else None,
        destructive=True if operation.verb == "delete" else None,
        idempotent=True if operation.verb in _REPEATABLE or plan.key_header else None,
        method=plan.verb,
        path=plan.path,
        tags=tuple(tag for tag in as_list(fields.get("tags")) if isinstance(tag, str)),
        refusals=_refusals(document, operation),
        answers_nothing=_answers_nothing(operation),
        call=plan.stored(),
    )


def _plan(document: Document, operation: _Operation, arguments: Arguments, guarded: bool) -> Plan:
    wanted = operation.fields.get("security", document.root.get("security"))
    alternatives = [as_object(one) for one in as_list(wanted)]
    names = list(dict.fromkeys(name for one in alternatives for name in one))
    return Plan(
        verb=operation.verb.upper(),
        path=_TEMPLATE.sub(r"{\1}", operation.path),
        prefix=_prefix(document, operation),
        parameters=arguments.parameters,
        body=arguments.body,
        schemes=tuple(_scheme(document, name) for name in names),
        open=not names and (guarded or wanted is not None),
        key_header=arguments.key_header,
        id_headers=arguments.id_headers,
    )


def _scheme(document: Document, name: str) -> Scheme:
    known = as_object(as_object(document.root.get("components")).get("securitySchemes"))
    scheme, _ = document.resolved(known.get(name), f"components.securitySchemes.{name}")
    flows = [as_object(flow) for flow in as_object(scheme.get("flows")).values()]
    urls = [as_text(flow.get("tokenUrl")) for flow in flows]
    kind = as_text(scheme.get("scheme")).lower() or as_text(scheme.get("type"))
    return Scheme(
        type=kind,
        name=as_text(scheme.get("name")) or None,
        place=as_text(scheme.get("in")) or None,
        token_url=next((url for url in urls if url), None),
    )


def _prefix(document: Document, operation: _Operation) -> str:
    """The path of the first server that the document names for the operation."""
    for holder in (operation.fields, operation.item, document.root):
        servers = as_list(holder.get("servers"))
        if servers:
            server = as_object(servers[0])
            url = as_text(server.get("url"))
            for name, variable in as_object(server.get("variables")).items():
                url = url.replace(f"{{{name}}}", str(as_object(variable).get("default", "")))
            return _path_of(url)
    return ""


def _path_of(url: str) -> str:
    try:
        path = urlsplit(url).path
    except ValueError:
        return ""
    path = path if path.startswith("/") or not path else f"/{path}"
    return "" if "{" in path else path.rstrip("/")


def _output(document: Document, operation: _Operation) -> Object | None:
    """The schema of the answer to a success, with what a `Location` header will add to it."""
    status, response = _success(document, operation)
    content = as_object(response.get("content"))
    media = next((one for kind, one in content.items() if _JSON.match(kind)), None)
    schema: Object | None = None
    if media is not None and as_object(media).get("schema") is not None:
        way = f"{operation.way}.responses.{status}"
        schema = expand(document, as_object(media)["schema"], "out", way)
    located = any(name.lower() == "location" for name in as_object(response.get("headers")))
    if located or (status == "201" and not content and operation.verb == "post"):
        return _with_location(schema)
    return schema or None


def _refusals(document: Document, operation: _Operation) -> tuple[str, ...]:
    """What the document says of the answers of those who may not do it as things stand."""
    responses = as_object(operation.fields.get("responses"))
    told = (
        as_text(document.resolved(responses[status], operation.way)[0].get("description")).strip()
        for status in sorted(responses)
        if status in _REFUSING
    )
    return tuple(text[:_LONGEST_REFUSAL] for text in told if text)


def _answers_nothing(operation: _Operation) -> bool:
    """True where 204 is all that is declared of successes."""
    responses = as_object(operation.fields.get("responses"))
    return {status for status in responses if status.startswith("2")} == {"204"}


def _with_location(schema: Object | None) -> Object | None:
    if schema and schema.get("type") not in ("object", None):
        return schema
    properties = as_object((schema or {}).get("properties"))
    made: Object = {"description": "id of what was made, from the Location header"}
    added: Object = {"location_id": {"type": "string", **made}, "location": {"type": "string"}}
    return {**(schema or {}), "type": "object", "properties": {**properties, **added}}


def _success(document: Document, operation: _Operation) -> tuple[str, Object]:
    responses = as_object(operation.fields.get("responses"))
    wanted = [status for status in sorted(responses) if status.startswith("2")]
    found = [
        (status, document.resolved(responses[status], f"{operation.way}.responses.{status}")[0])
        for status in (wanted or [one for one in ("default",) if one in responses])
    ]
    nothing: tuple[str, Object] = ("", {})
    return next((one for one in found if one[1].get("content")), (found or [nothing])[0])
