"""Swagger 2 documents brought into the form of OpenAPI 3; only what tools are made of."""

from typing import cast

from tool_registry.base.types import JsonValue, Object, as_list, as_object

_VERBS = ("get", "put", "post", "delete", "patch", "options", "head")
_BESIDE = frozenset({"name", "in", "required", "description", "collectionFormat", "schema"})
_STYLES: dict[str, Object] = {
    "csv": {"style": "form", "explode": False},
    "ssv": {"style": "spaceDelimited", "explode": False},
    "tsv": {"style": "spaceDelimited", "explode": False},
    "pipes": {"style": "pipeDelimited", "explode": False},
    "multi": {"style": "form", "explode": True},
}
_FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}


def converted(root: Object) -> Object:
    """The document as OpenAPI 3 would write it. References still name the old places, which
    are kept; what they lead to is converted as well."""
    shared = {name: as_object(root.get(name)) for name in ("definitions", "responses")}
    defaults = {name: as_list(root.get(name)) for name in ("consumes", "produces")}
    parameters = as_object(root.get("parameters"))
    host = root.get("host")
    base = root.get("basePath") if isinstance(root.get("basePath"), str) else ""
    schemes = as_list(root.get("schemes")) or ["https"]
    url = f"{schemes[0]}://{host}{base}" if isinstance(host, str) else base
    return {
        "openapi": "3.0.0",
        "info": root.get("info"),
        "tags": root.get("tags"),
        "security": root.get("security"),
        "servers": [{"url": url}],
        "definitions": shared["definitions"],
        "parameters": {name: _parameter(as_object(one)) for name, one in parameters.items()},
        "responses": {
            n: _response(as_object(one), defaults) for n, one in shared["responses"].items()
        },
        "components": {"securitySchemes": _schemes(as_object(root.get("securityDefinitions")))},
        "paths": {
            path: _path_item(as_object(item), parameters, defaults)
            for path, item in as_object(root.get("paths")).items()
        },
    }


def _path_item(item: Object, shared: Object, defaults: Object) -> Object:
    common = [_dereferenced(one, shared) for one in as_list(item.get("parameters"))]
    made: Object = {k: v for k, v in item.items() if k not in (*_VERBS, "parameters")}
    for verb in _VERBS:
        if isinstance(item.get(verb), dict):
            made[verb] = _operation(cast("Object", item[verb]), common, shared, defaults)
    return made


def _operation(operation: Object, common: list[Object], shared: Object, defaults: Object) -> Object:
    own = [_dereferenced(one, shared) for one in as_list(operation.get("parameters"))]
    named = {(one.get("name"), one.get("in")) for one in own}
    every = [*(one for one in common if (one.get("name"), one.get("in")) not in named), *own]
    made = {k: v for k, v in operation.items() if k not in ("parameters", "responses")}
    consumes = as_list(operation.get("consumes")) or as_list(defaults.get("consumes"))
    produces = as_list(operation.get("produces")) or as_list(defaults.get("produces"))
    made["parameters"] = [_parameter(p) for p in every if p.get("in") not in ("body", "formData")]
    body = _body(every, [kind for kind in consumes if isinstance(kind, str)])
    if body is not None:
        made["requestBody"] = body
    answers = as_object(operation.get("responses"))
    kinds: Object = {"produces": produces}
    made["responses"] = {
        status: _response(as_object(one), kinds) for status, one in answers.items()
    }
    return made


def _dereferenced(parameter: JsonValue, shared: Object) -> Object:
    fields = as_object(parameter)
    reference = fields.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#/parameters/"):
        return fields
    return as_object(shared.get(reference.removeprefix("#/parameters/")))


def _parameter(parameter: Object) -> Object:
    if "$ref" in parameter:
        return parameter
    made = {k: v for k, v in parameter.items() if k in _BESIDE - {"collectionFormat"}}
    made.setdefault("schema", _schema(parameter))
    if as_object(made["schema"]).get("type") == "array":
        made.update(_STYLES.get(str(parameter.get("collectionFormat") or "csv"), {}))
        if made.get("in") in ("path", "header"):
            made["style"] = "simple"
    return made


def _schema(parameter: Object) -> Object:
    schema = {k: v for k, v in parameter.items() if k not in _BESIDE}
    return {"type": "string", "format": "binary"} if schema.get("type") == "file" else schema


def _body(parameters: list[Object], consumes: list[str]) -> Object | None:
    whole = next((one for one in parameters if one.get("in") == "body"), None)
    if whole is not None:
        kinds = [kind for kind in consumes if "form" not in kind] or ["application/json"]
        content: Object = {kind: {"schema": whole.get("schema")} for kind in kinds}
        return {
            "description": whole.get("description"),
            "required": whole.get("required"),
            "content": content,
        }
    fields = [one for one in parameters if one.get("in") == "formData"]
    if not fields:
        return None
    with_files = any(one.get("type") == "file" for one in fields)
    kind = "multipart/form-data" if with_files else "application/x-www-form-urlencoded"
    if not with_files and "multipart/form-data" in consumes and len(consumes) == 1:
        kind = "multipart/form-data"
    properties: Object = {
        str(one.get("name")): {**_schema(one), "description": one.get("description")}
        for one in fields
    }
    required = [str(one.get("name")) for one in fields if one.get("required") is True]
    schema = {"type": "object", "properties": properties, "required": required}
    return {"required": bool(required), "content": {kind: {"schema": schema}}}


def _response(response: Object, kinds: Object) -> Object:
    made = {k: v for k, v in response.items() if k in ("description", "$ref")}
    headers = as_object(response.get("headers"))
    made["headers"] = {name: {"schema": header} for name, header in headers.items()}
    if "schema" in response:
        produces = [kind for kind in as_list(kinds.get("produces")) if isinstance(kind, str)]
        content: Object = {
            kind: {"schema": response["schema"]} for kind in produces or ["application/json"]
        }
        made["content"] = content
    return made


def _schemes(definitions: Object) -> Object:
    return {name: _scheme(as_object(one)) for name, one in definitions.items()}


def _scheme(definition: Object) -> Object:
    if definition.get("type") == "basic":
        return {"type": "http", "scheme": "basic"}
    if definition.get("type") == "oauth2":
        flow = str(definition.get("flow"))
        about = {"tokenUrl": definition.get("tokenUrl")}
        return {"type": "oauth2", "flows": {_FLOWS.get(flow, flow): about}}
    return definition
