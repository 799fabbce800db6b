"""A large OpenAPI document in the manner of real ones, drawn once and always the same.

Its schemas refer to each other and to themselves, are put together by `allOf`, hold nested objects,
lists of them and closed sets; each resource has the operations that such applications offer.
"""

from collections.abc import Iterator
from random import Random

from tool_registry.base.types import JsonValue, Object

_KINDS = """
    account agent alert artifact asset backup badge batch board branch bucket budget build calendar
    campaign canvas certificate channel checklist cluster column comment commit component contact
    container dashboard dataset deployment device dialog diagram digest discussion domain drive
    experiment export feed filter flow folder forecast form gallery gateway glossary graph hook host
    image incident index inspection invite issue job journal key label layer ledger lesson library
    license listing location log macro mailbox map member metric milestone mission module monitor
    notebook notice outlet package panel partner pipeline playbook plugin policy poll portal probe
    profile project proxy queue quota recipe region release report request review roadmap role room
    route rule runner scan schedule schema segment sensor session setting shard sheet site sketch
    snapshot space sprint stage station statement stream survey switch table tag target task team
    template tenant test theme thread ticket timeline token topic track trigger unit vault version
    volume wall webhook widget workflow workspace zone
"""
_FAMILIES = ("", "archive", "audit", "device", "market", "team")
_WORDS = """
    active actor amount archived area assigned base body budget capacity category checksum city
    color comment content count creator currency deadline default depth detail digest due duration
    enabled end family file flag group hash height history image kind label language last level
    limit link locked mode model note number origin owner path period phase position price priority
    progress quality rank rate ratio reason reference region retries revision scope score section
    serial severity shape share size slug source stage start state step subject summary team tier
    timeout token total type unit usage value version visible weight width window
"""
_STATES = ("draft", "open", "queued", "running", "paused", "blocked", "done", "failed", "archived")
_LEAST = 7
"""Operations of a resource."""


def large_document(operations: int, seed: int = 7) -> Object:
    """An OpenAPI 3.0 document of so many operations."""
    draw = Random(seed)
    names = [f"{family} {kind}".strip() for family in _FAMILIES for kind in _KINDS.split()]
    names = names[: operations // _LEAST + 1]
    schemas: Object = {"Problem": _problem(), "Stamp": _stamp()}
    paths: Object = {}
    left = operations
    for number, name in enumerate(names):
        schemas |= _schemas(name, names, number, draw)
        for path, verb, operation in _operations(name, names[number - 1], draw):
            if left > 0:
                entry = paths.setdefault(path, {})
                assert isinstance(entry, dict)
                entry[verb] = operation
                left -= 1
    about: Object = {"title": "Operations of everything", "version": "1"}
    return {
        "openapi": "3.0.3",
        "info": about,
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _schemas(name: str, names: list[str], number: int, draw: Random) -> Object:
    title = _title(name)
    others = [names[(number * 7 + step * 13) % len(names)] for step in range(1, 4)]
    own = draw.sample(_WORDS.split(), 10)
    fields: Object = {word: _field(word, name, draw) for word in own}
    fields["name"] = {"type": "string", "maxLength": 120, "description": f"Name of the {name}"}
    fields["status"] = {
        "type": "string",
        "enum": [*draw.sample(_STATES, 5)],
        "description": f"State of the {name}: draft is not shown yet, open can be worked on",
    }
    fields["options"] = _nested(name, draw)
    creating: Object = {"type": "object", "required": ["name", own[0]], "properties": fields}
    whole: Object = {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "format": "int64", "readOnly": True},
            "parent": {"$ref": f"#/components/schemas/{title}"},
            "children": {"type": "array", "items": {"$ref": f"#/components/schemas/{title}"}},
            _key(others[0]): {"$ref": f"#/components/schemas/{_title(others[0])}Create"},
            f"{_key(others[1])}_id": {"type": "integer", "description": f"Id of {others[1]}"},
            f"{_key(others[2])}s": {
                "type": "array",
                "items": {"$ref": f"#/components/schemas/{_title(others[2])}Create"},
            },
        },
    }
    parts: list[JsonValue] = [_ref(f"{title}Create"), _ref("Stamp"), whole]
    return {f"{title}Create": creating, title: {"allOf": parts, "description": f"One {name}."}}


def _field(word: str, name: str, draw: Random) -> Object:
    described = f"The {word} of the {name}, as it was last set. Empty where nothing is known."
    kind = draw.randrange(8)
    if kind < 3:
        return {"type": "string", "description": described, "example": f"{word}-1"}
    if kind == 3:
        return {"type": "string", "enum": [f"{word}_{n}" for n in range(12)]}
    if kind == 4:
        return {"type": "boolean", "default": False, "description": described}
    if kind == 5:
        return {"type": "string", "format": "date-time", "nullable": True}
    if kind == 6:
        return {"type": "array", "items": {"type": "string"}, "description": described}
    return {"type": "integer", "minimum": 0, "maximum": 1000, "description": described}


def _nested(name: str, draw: Random) -> Object:
    inner: Object = {word: _field(word, name, draw) for word in draw.sample(_WORDS.split(), 4)}
    items: Object = {"type": "object", "properties": inner}
    fields: Object = {
        "rules": {"type": "array", "items": items},
        "retry": {"type": "object", "properties": {"count": {"type": "integer"}}},
    }
    return {"type": "object", "properties": fields, "description": f"Options of the {name}"}


def _operations(name: str, before: str, draw: Random) -> Iterator[tuple[str, str, Object]]:
    title, place = _title(name), f"/api/v2/{name.replace(' ', '-')}s"
    one, whole, form = f"{place}/{{id}}", _ref(title), _ref(f"{title}Create")
    id = _parameter("id", "path", {"type": "integer"}, f"Id of the {name}")
    other = f"{_key(before)}_id"
    narrow = [_parameter(w, "query", {"type": "string"}) for w in draw.sample(_WORDS.split(), 5)]
    paged = [_parameter(w, "query", {"type": "integer"}) for w in ("page", "per_page")]
    page: Object = {
        "type": "object",
        "properties": {"items": {"type": "array", "items": whole}, "total": {"type": "integer"}},
    }
    yield place, "get", _operation(f"List {name}s", title, [*narrow, *paged], page)
    yield place, "post", _operation(f"Create a {name}", title, [], whole, form, "201")
    yield one, "get", _operation(f"Get a {name}", title, [id], whole)
    yield one, "patch", _operation(f"Update a {name}", title, [id], whole, form)
    yield one, "delete", _operation(f"Delete a {name}", title, [id], None, None, "204")
    yield f"{one}/archive", "post", _operation(f"Archive a {name}", title, [id], whole)
    link = _parameter(other, "path", {"type": "integer"}, f"Id of the {before}")
    way = f"{one}/{before.replace(' ', '-')}s/{{{other}}}"
    yield (
        way,
        "put",
        _operation(f"Add a {before} to a {name}", title, [id, link], None, None, "204"),
    )


def _operation(
    text: str,
    tag: str,
    parameters: list[Object],
    answer: JsonValue,
    body: JsonValue = None,
    status: str = "200",
) -> Object:
    told: Object = {"description": "Done"}
    if answer is not None:
        told["content"] = {"application/json": {"schema": answer}}
    refused: Object = {
        "description": f"{text}: what is named does not exist, or may not be seen",
        "content": {"application/json": {"schema": _ref("Problem")}},
    }
    made: Object = {
        "operationId": text.lower().replace(" ", "_"),
        "summary": text,
        "description": f"{text}. Needs the right to do so; what was not there before is kept.",
        "tags": [tag],
        "parameters": [*parameters],
        "responses": {status: told, "404": refused},
    }
    if body is not None:
        content: Object = {"application/json": {"schema": body}}
        made["requestBody"] = {"required": True, "content": content}
    return made


def _parameter(name: str, place: str, schema: Object, text: str = "") -> Object:
    told: Object = {"description": text or f"Only those with this {name}"}
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **told}


def _ref(title: str) -> Object:
    return {"$ref": f"#/components/schemas/{title}"}


def _title(name: str) -> str:
    return "".join(map(str.capitalize, name.split()))


def _key(name: str) -> str:
    return name.replace(" ", "_")


def _problem() -> Object:
    return {
        "type": "object",
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string"},
            "causes": {"type": "array", "items": _ref("Problem")},
        },
    }


def _stamp() -> Object:
    moment: Object = {"type": "string", "format": "date-time", "readOnly": True}
    return {"type": "object", "properties": {"created_at": moment, "updated_at": moment}}
