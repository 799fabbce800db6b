"""Departments, employees, assets, licences, trainings and rooms."""

from typing import Any

from services.sandbox.staff.handlers.people import DOMAIN
from services.sandbox.staff.seeding.draw import Draw
from services.sandbox.trade import Row

DEPARTMENTS = {
    "ENG": ("Engineering", "CC-410"),
    "DSN": ("Design", "CC-420"),
    "FIN": ("Finance", "CC-510"),
    "SLS": ("Sales", "CC-620"),
}
PEOPLE = {
    "head": ("E-10007", "Ingrid Quist", "ENG", "SWE", "active"),
    "employee": ("E-10042", "Dana Whitfield", "ENG", "SWE", "active"),
    "email_employee": ("E-10077", "Priya Nair", "DSN", "DES", "active"),
    "bare_employee": ("E-10081", "Kenji Sato", "FIN", "ACC", "active"),
    "mismatched_employee": ("E-10064", "Lucia Moretti", "SLS", "SAL", "active"),
    "candidate": ("E-10101", "Amara Diallo", "ENG", "SWE", "candidate"),
    "offered_candidate": ("E-10102", "Tom Becker", "FIN", "ACC", "offered"),
    "former_employee": ("E-10090", "Mateo Silva", "SLS", "SAL", "offboarded"),
}
"""Fixture → badge id, name, department, position, status."""
ASSETS = {
    "laptop": ("LT-000123", "assigned", "employee"),
    "monitor": ("MN-000045", "assigned", "employee"),
    "second_monitor": ("MN-000046", "assigned", "employee"),
    "mismatched_laptop": ("LT-000130", "assigned", "mismatched_employee"),
    "mismatched_monitor": ("MN-000051", "assigned", "mismatched_employee"),
    "laptop_in_repair": ("LT-000150", "in_repair", None),
    "retired_laptop": ("LT-000011", "retired", None),
    "laptop_in_stock": ("LT-000200", "in_stock", None),
    "monitor_in_stock": ("MN-000300", "in_stock", None),
    "phone_in_stock": ("PH-000070", "in_stock", None),
}
"""Fixture → tag, state, holder's fixture."""
KINDS = {
    "LT": ("laptop", "Tern 14 Pro", 149_900),
    "MN": ("monitor", "Vista 27", 32_900),
    "PH": ("phone", "Corvid 5", 59_900),
}
SPARES = ("LT-000210", "LT-000220", "LT-000230", "LT-000240", "LT-000250")
MORE_SPARES = ("MN-000310", "MN-000320", "MN-000330", "MN-000340", "PH-000080", "PH-000090")
LICENCES = {
    "FIGMA-PRO": ("Figma Professional", 25),
    "JIRA-STD": ("Jira Standard", 200),
    "MATLAB-R": ("MATLAB Research", 1),
}
TRAININGS = {
    "SEC-101": ("Security basics", 40),
    "FIRE-201": ("Fire safety", 30),
    "LEAD-301": ("Leading teams", 1),
}
ROOMS = {
    "R4.12": ("Redwood", 8),
    "R4.03": ("Birch", 4),
    "R2.01": ("Oak", 20),
}


class Company:
    """One drawing of everything that both environments share."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.people = {key: self._person(*usual) for key, usual in PEOPLE.items()}
        self.assets = {key: self._asset(*usual) for key, usual in ASSETS.items()}
        spares = (self._asset(tag, "in_stock", None) for tag in (*SPARES, *MORE_SPARES))
        self.spares = list(spares)

    def fill(self, env: str) -> Row:
        """Writes the rows; returns the fixtures: people, assets, and one of each of the rest."""
        put = self.draw.put
        for row in (*self.assets.values(), *self.spares):
            put(env, "asset", row)
        for row in self.people.values():
            put(env, "employee", row)
        departments = self._departments(env)
        for code, (product, seats) in LICENCES.items():
            put(env, "licence", {"id": code, "product_name": product, "seats_total": seats})
        for code, (title, places) in TRAININGS.items():
            put(env, "training", {"id": code, "title": title, "places": places})
        for code, (name, chairs) in ROOMS.items():
            put(env, "room", {"id": code, "name": name, "chairs": chairs})
        return {
            **self.people,
            **self.assets,
            "department": departments[0],
            "licence": {"id": "FIGMA-PRO"},
            "full_licence": {"id": "MATLAB-R"},
            "training": {"id": "SEC-101"},
            "full_training": {"id": "LEAD-301"},
            "room": {"id": "R4.12"},
            "small_room": {"id": "R4.03"},
        }

    def _departments(self, env: str) -> list[Row]:
        head = self.people["head"]["id"]
        rows: list[Row] = [
            {"id": code, "name": name, "head_badge_id": head, "cost_centre": centre}
            for code, (name, centre) in DEPARTMENTS.items()
        ]
        return [self.draw.put(env, "department", row) for row in rows]

    def _person(self, badge: str, name: str, department: str, position: str, status: str) -> Row:
        name = self.draw.name(name)
        salary = None if status == "candidate" else self.draw.cents(8_450_000)
        has_started = status in ("active", "offboarded")
        return {
            "id": self.draw.id(badge),
            "full_name": name,
            "work_email": f"{name.lower().replace(' ', '.')}@{DOMAIN}",
            "department_code": department,
            "position": position,
            "status": status,
            "annual_salary_cents": salary,
            "start_date": "2024-03-04" if has_started else None,
            "last_day": "2025-11-28" if status == "offboarded" else None,
            "annual_leave_days_left": 18 if status == "active" else 0,
        }

    def _asset(self, tag: str, state: str, holder: str | None) -> Row:
        kind, model, price = KINDS[tag[:2]]
        row: dict[str, Any] = {
            "id": self.draw.id(tag, free=4),
            "kind": kind,
            "model": model,
            "state": state,
            "holder_badge_id": self.people[holder]["id"] if holder else None,
            "purchase_price_cents": self.draw.cents(price),
        }
        return row
