"""Two invented HTTP applications: one described by nothing but names, one described well."""

from tests.parsing.catalogues import ENVIRONMENTS
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.packs import load_packs

INTEGER: dict[str, JsonValue] = {"type": "integer"}
STRING: dict[str, JsonValue] = {"type": "string"}
UUID: dict[str, JsonValue] = {"type": "string", "format": "uuid"}


def operation(
    name: str,
    call: str,
    arguments: dict[str, JsonValue] | None = None,
    results: dict[str, JsonValue] | None = None,
    required: tuple[str, ...] = (),
    **more: JsonValue,
) -> RawTool:
    """`call` is verb and path; every parameter of the path is required."""
    method, path = call.split(" ")
    given = dict(arguments or {})
    in_path = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    given |= {name: given.get(name, STRING) for name in in_path}
    return RawTool.model_validate(
        {
            "source": "app",
            "name": name,
            "method": method,
            "path": path,
            "input_schema": {
                "type": "object",
                "properties": given,
                "required": [*in_path, *required],
            },
            "output_schema": {"type": "object", "properties": results} if results else None,
            **more,
        }
    )


def catalogue(*tools: RawTool) -> Catalogue:
    """These operations in the general words alone."""
    return build_catalogue(tools, (), ENVIRONMENTS, load_packs(("general",)))


PIANO: dict[str, JsonValue] = {
    "id": {"type": "integer", "readOnly": True},
    "display": {"type": "string", "readOnly": True},
    "name": STRING,
    "serial": STRING,
    "hall": INTEGER,
    "tuner": {"type": "integer", "nullable": True},
    "state": {
        "type": "integer",
        "enum": [1, 2, 3],
        "description": "1 = tuned, 2 = worn, 3 = scrapped",
    },
}
HALL: dict[str, JsonValue] = {"id": {"type": "integer", "readOnly": True}, "name": STRING}
PAGED: dict[str, JsonValue] = {"limit": INTEGER, "offset": INTEGER, "ordering": STRING}
FILTERS: dict[str, JsonValue] = {
    **PAGED,
    "name": STRING,
    "name__ic": STRING,
    "hall": INTEGER,
    "id": {"type": "array", "items": INTEGER},
}


def page(thing: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """A page of results."""
    items: JsonValue = {"type": "array", "items": {"type": "object", "properties": thing}}
    return {"count": INTEGER, "next": STRING, "previous": STRING, "results": items}


def crud(group: str, plural: str, fields: dict[str, JsonValue]) -> list[RawTool]:
    """The operations that a framework makes of a table, bulk ones included."""
    base, stem = f"/api/{group}/{plural}/", f"{group}_{plural}".replace("-", "_")
    rows: JsonValue = {"type": "array", "items": {"type": "object", "properties": fields}}
    id: dict[str, JsonValue] = {"id": INTEGER}
    return [
        operation(f"{stem}_list", f"GET {base}", FILTERS, page(fields)),
        operation(f"{stem}_create", f"POST {base}", fields, fields, required=("name",)),
        operation(f"{stem}_retrieve", f"GET {base}{{id}}/", id, fields),
        operation(f"{stem}_partial_update", f"PATCH {base}{{id}}/", fields | id, fields),
        operation(f"{stem}_update", f"PUT {base}{{id}}/", fields | id, fields),
        operation(f"{stem}_destroy", f"DELETE {base}{{id}}/", id),
        operation(f"{stem}_bulk_partial_update", f"PATCH {base}", {"items": rows}),
        operation(f"{stem}_bulk_destroy", f"DELETE {base}", {"items": rows}),
    ]


def concert_house() -> Catalogue:
    """Pianos in halls, tuned by tuners: machine-made names, no descriptions."""
    tuning = operation(
        "stock_pianos_tune_create", "POST /api/stock/pianos/{id}/tune/", {"id": INTEGER}, PIANO
    )
    return catalogue(
        *crud("stock", "pianos", PIANO),
        *crud("sites", "halls", HALL),
        *crud("crew", "tuners", HALL),
        tuning,
    )


MEMBER: dict[str, JsonValue] = {"memberId": UUID, "email": {"type": "string", "format": "email"}}
LOCKER: dict[str, JsonValue] = {
    "id": {**UUID, "description": "Unique identifier"},
    "size": {"type": "string", "enum": ["S", "L"], "x-enumNames": ["small", "large"]},
    "member": {"type": "object", "properties": {"id": UUID, "email": STRING}},
}


def gym() -> Catalogue:
    """Members and their lockers: names by people, one line of description each."""
    return catalogue(
        operation(
            "addMember",
            "POST /v2/members",
            MEMBER | {"memberId": {**UUID, "readOnly": True}},
            {"data": {"type": "object", "properties": MEMBER}},
            title="Add a new member",
        ),
        operation(
            "getMemberById",
            "GET /v2/members/{memberId}",
            {},
            MEMBER,
            description="Find member by ID",
        ),
        operation(
            "listLockers",
            "GET /v2/members/{id}/lockers",
            {"cursor": STRING, "size": STRING},
            {"items": {"type": "array", "items": {"type": "object", "properties": LOCKER}}},
            title="Lockers of one member",
        ),
        operation(
            "rentLocker",
            "POST /v2/members/{id}/lockers",
            LOCKER,
            LOCKER,
            description="Rents a locker to a member.",
        ),
        operation("unjam", "POST /v2/lockers/{id}/unjam", {}, None),
        operation(
            "findLockers",
            "GET /v2/lockers/findBySize",
            {"size": STRING},
            {"items": {"type": "array", "items": {"type": "object", "properties": LOCKER}}},
        ),
        operation(
            "searchMembers",
            "POST /v2/members/search",
            {"email": STRING},
            {"items": {"type": "array", "items": {"type": "object", "properties": MEMBER}}},
        ),
        operation(
            "list_visits_api_v2_visits_get",
            "GET /api/v2/visits",
            {"member_id": UUID},
            None,
            title="List Visits",
        ),
        operation("freeze_member", "PUT /v2/members/{id}/status", {"status": STRING}, None),
    )
