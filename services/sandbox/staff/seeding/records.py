"""What happened already: requests in each status, seats, enrolments, bookings, leave, claims."""

from services.sandbox.staff.seeding.company import Company
from services.sandbox.trade import Row


def records(company: Company, env: str) -> Row:
    """Writes the rows; returns them by fixture name."""
    return {
        **_requests(company, env),
        **_entitlements(company, env),
        **_time_and_money(company, env),
    }


def _requests(company: Company, env: str) -> Row:
    people, draw = company.people, company.draw

    def request(number: str, who: str, kind: str, status: str) -> Row:
        approved = status == "approved"
        row: Row = {
            "id": draw.id(number),
            "badge_id": people[who]["id"],
            "kind": kind,
            "reason": "New in the team",
            "needed_by": "2031-02-03",
            "status": status,
            "approver_badge_id": people["head"]["id"] if approved else None,
            "asset_tag": None,
        }
        return draw.put(env, "equipment_request", row)

    return {
        "draft_request": request("EQR-000017", "bare_employee", "monitor", "draft"),
        "submitted_request": request("EQR-000018", "email_employee", "laptop", "submitted"),
        "approved_request": request("EQR-000019", "bare_employee", "laptop", "approved"),
    }


def _entitlements(company: Company, env: str) -> Row:
    owner, head, draw = company.people["employee"], company.people["head"], company.draw

    def seat(id: str, licence: str, holder: Row) -> Row:
        row = {"id": draw.id(id), "licence_code": licence, "badge_id": holder["id"]}
        return draw.put(env, "licence_seat", {**row, "assigned_on": "2024-03-11"})

    def enrolment(number: str, training: str, who: Row) -> Row:
        row = {"id": int(draw.id(number)), "training_code": training, "badge_id": who["id"]}
        return draw.put(env, "enrolment", {**row, "enrolled_on": "2024-04-02"})

    seat("seat_0d11c305", "MATLAB-R", head)
    enrolment("100018", "LEAD-301", head)
    return {
        "licence_seat": seat("seat_0d11c201", "JIRA-STD", owner),
        "enrolment": enrolment("100017", "FIRE-201", owner),
    }


def _time_and_money(company: Company, env: str) -> Row:
    owner, draw = company.people["employee"]["id"], company.draw
    booking: Row = {
        "id": draw.id("bk-00c4e117"),
        "room_code": "R4.12",
        "organiser_badge_id": owner,
        "subject": "Planning",
        "starts_at": "2031-05-06T10:00",
        "ends_at": "2031-05-06T11:00",
        "attendees": 6,
    }
    leave: Row = {
        "id": draw.id("LV-2026-0031"),
        "badge_id": owner,
        "leave_type": "annual",
        "first_day": "2031-08-04",
        "last_day": "2031-08-08",
        "days": 5,
        "status": "requested",
    }
    claim: Row = {
        "id": draw.id("EXP0000451"),
        "badge_id": owner,
        "category": "TRAVEL",
        "amount_cents": draw.cents(18_450),
        "currency": "USD",
        "spent_on": "2026-01-20",
        "note": "Train to the customer",
        "status": "SUBMITTED",
    }
    ticket: Row = {
        "id": draw.id("INC0012345"),
        "opened_by": owner,
        "subject": "Screen flickers",
        "priority": 3,
        "asset_tag": company.assets["monitor"]["id"],
        "state": "new",
    }
    rows = {"booking": booking, "leave": leave, "expense_claim": claim, "ticket": ticket}
    return {entity: draw.put(env, entity, row) for entity, row in rows.items()}
