"""What the tools refuse, and how employees, assets and requests move."""

from typing import Any

import pytest

from tests.sandbox_staff.driver import Office, said

DAILY = {"environment": "daily"}
STAGE = {"stage": "DAILY"}
OWNER = "E-10042"
BARE = "E-10081"


def test_a_candidate_becomes_active_after_offer_hiring_and_onboarding(office: Office) -> None:
    new = {"full_name": "Nora Field", "position": "SWE", "department_code": "ENG"}
    badge = office.call("add_candidate", **DAILY, **new)["badge_id"]
    who: dict[str, Any] = {**DAILY, "badge_id": badge}

    assert office.code("hire_candidate", **who) == "EMPLOYEE_WRONG_STATUS"
    office.call("make_offer", **who, annual_salary=70000)
    assert office.code("make_offer", **who, annual_salary=70000) == "EMPLOYEE_WRONG_STATUS"
    office.call("hire_candidate", **who)
    assert office.code("assign_laptop", **STAGE, badge_id=badge) == "EMPLOYEE_NOT_ACTIVE"

    employee = office.later("get_employee", **who)
    assert (employee["status"], employee["annual_salary_cents"]) == ("active", 7_000_000)
    assert employee["start_date"] == "2026-05-28"
    office.call("offboard_employee", **who)
    assert office.code("offboard_employee", **who) == "EMPLOYEE_NOT_ACTIVE"


def test_who_holds_equipment_is_not_offboarded(office: Office) -> None:
    who: dict[str, Any] = {**DAILY, "badge_id": OWNER}
    refusal = said(office.result("offboard_employee", **who))["error"]
    assert refusal["code"] == "ASSETS_OUTSTANDING"
    tags = [asset["asset_tag"] for asset in _held(office, OWNER)]
    assert all(tag in refusal["message"] for tag in tags)

    for tag in tags:
        office.call("update_asset_state", **STAGE, asset_tag=tag, new_state="in_stock")
    office.call("offboard_employee", **who)

    assert _held(office, OWNER) == []
    assert office.call("list_seats_and_enrolments", **who)["licence_seats"] == []


def test_a_work_email_belongs_to_one_person(office: Office) -> None:
    new = {"full_name": "Nora Field", "work_email": "dana.whitfield@larkfield.example"}
    assert office.code("create_test_employee", **new) == "EMAIL_TAKEN"
    assert office.log() == []


def test_one_laptop_and_two_monitors_at_most(office: Office) -> None:
    who: dict[str, Any] = {**STAGE, "badge_id": BARE}
    office.call("assign_laptop", **who)
    assert office.code("assign_laptop", **who) == "ASSIGNMENT_LIMIT"
    office.call("assign_monitor", **who)
    office.call("assign_monitor", **who)
    assert office.code("assign_monitor", **who) == "ASSIGNMENT_LIMIT"
    assert len(_held(office, BARE)) == 3


def test_the_twins_check_the_kind_of_asset(office: Office) -> None:
    who: dict[str, Any] = {**STAGE, "badge_id": BARE}
    assert office.code("assign_laptop", **who, asset_tag="MN-000300") == "WRONG_KIND"
    assert office.code("assign_monitor", **who, asset_tag="LT-000200") == "WRONG_KIND"
    assert office.code("assign_laptop", **who, asset_tag="LT-000123") == "ASSET_WRONG_STATE"


@pytest.mark.parametrize(
    ("tag", "states", "refused"),
    [
        ("LT-000123", ["in_repair", "retired"], "in_stock"),
        ("LT-000123", ["in_stock", "in_repair", "in_stock"], "in_stock"),
        ("LT-000123", [], "retired"),
        ("LT-000150", [], "in_repair"),
        ("LT-000011", [], "in_repair"),
    ],
)
def test_assets_move_as_allowed(office: Office, tag: str, states: list[str], refused: str) -> None:
    which: dict[str, Any] = {**STAGE, "asset_tag": tag}
    for state in states:
        office.call("update_asset_state", **which, new_state=state)
        asset = office.call("find_assets", **which)["assets"][0]
        assert (asset["state"], asset["holder_badge_id"]) == (state, None)
    assert office.code("update_asset_state", **which, new_state=refused) == "ASSET_WRONG_STATE"


def test_when_the_stock_is_empty_nobody_gets_a_monitor(office: Office) -> None:
    for asset in office.call("find_assets", **STAGE, kind="monitor", state="in_stock")["assets"]:
        tag = asset["asset_tag"]
        office.call("update_asset_state", **STAGE, asset_tag=tag, new_state="retired")
    assert office.code("assign_monitor", **STAGE, badge_id=BARE) == "OUT_OF_STOCK"


def test_a_request_goes_from_draft_to_fulfilled(office: Office) -> None:
    request = {"requester": {"badge_id": BARE}, "kind": "monitor"}
    number = office.call("create_equipment_request", **STAGE, request=request)["request_no"]
    which: dict[str, Any] = {**STAGE, "request_no": number}

    assert office.code("approve_equipment_request", **which) == "EQUIPMENT_REQUEST_WRONG_STATUS"
    office.call("submit_equipment_request", **which)
    own = {**which, "approver_badge_id": BARE}
    assert office.code("approve_equipment_request", **own) == "OWN_REQUEST"
    office.call("approve_equipment_request", **which)
    tag = office.call("fulfil_equipment_request", **which)["asset_tag"]

    stored = office.call("get_equipment_requests", **which)["requests"][0]
    assert (stored["status"], stored["asset_tag"]) == ("fulfilled", tag)
    assert [asset["asset_tag"] for asset in _held(office, BARE)] == [tag]
    assert office.log() == ["daily create equipment_request"] + 3 * [
        "daily update equipment_request"
    ]


def test_seats_and_places_run_out(office: Office) -> None:
    who: dict[str, Any] = {**DAILY, "badge_id": OWNER}
    assert office.code("assign_licence_seat", **who, licence_code="MATLAB-R") == "NO_SEAT_LEFT"
    twice = office.code("assign_licence_seat", **who, licence_code="JIRA-STD")
    assert twice == "SEAT_ALREADY_ASSIGNED"
    assert office.code("enrol_in_training", **who, training_code="LEAD-301") == "TRAINING_FULL"
    assert office.code("enrol_in_training", **who, training_code="FIRE-201") == "ALREADY_ENROLLED"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"room_code": "R4.12"}, "ROOM_TAKEN"),
        ({"room_code": "R4.03", "attendees": 5}, "ROOM_TOO_SMALL"),
        ({"attendees": 30}, "NO_ROOM_FREE"),
        ({"room_code": "R9.99"}, "ROOM_NOT_FOUND"),
        ({"slot": {"starts_at": "tomorrow"}}, "TIME_INVALID"),
    ],
)
def test_rooms_are_booked_once_and_by_size(
    office: Office, change: dict[str, Any], code: str
) -> None:
    slot = {"starts_at": "2031-05-06T10:30"}
    booking = {"organiser_badge_id": OWNER, "slot": slot, **change}
    assert office.code("book_meeting_room", **DAILY, booking=booking) == code


def test_annual_leave_uses_up_the_balance_and_sick_leave_does_not(office: Office) -> None:
    who: dict[str, Any] = {**DAILY, "badge_id": OWNER}
    office.call("report_sick_leave", **who, first_day="2031-03-03", calendar_days=2)
    assert office.call("get_employee", **who)["annual_leave_days_left"] == 18
    office.call("request_annual_leave", **who, first_day="2031-04-07", last_day="2031-04-11")
    assert office.call("get_employee", **who)["annual_leave_days_left"] == 13
    assert len(office.call("list_leave", **who)["leave"]) == 3


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        ("2031-08-06", "2031-08-12", "LEAVE_OVERLAP"),
        ("2031-01-06", "2031-03-28", "NOT_ENOUGH_LEAVE"),
        ("2031-07-11", "2031-07-07", "DATES_INVALID"),
        ("2031-07-05", "2031-07-06", "DATES_INVALID"),
        ("2031-13-01", "2031-13-02", "DATE_INVALID"),
    ],
)
def test_annual_leave_is_refused(office: Office, first: str, last: str, code: str) -> None:
    days = {"first_day": first, "last_day": last}
    assert office.code("request_annual_leave", **DAILY, badge_id=OWNER, **days) == code


def test_a_long_illness_needs_a_note(office: Office) -> None:
    ill: dict[str, Any] = {**DAILY, "badge_id": OWNER, "first_day": "2031-07-07"}
    assert office.code("report_sick_leave", **ill, calendar_days=4) == "NOTE_REQUIRED"
    office.call("report_sick_leave", **ill, calendar_days=4, doctors_note=True)


def test_claims_are_filed_in_dollars_and_read_in_cents_after_a_moment(office: Office) -> None:
    claim = {"badge_id": BARE, "amount": 19.99, "category": "OTHER"}
    number = office.call("file_expense_claim", **STAGE, claim=claim)["claim_no"]
    which: dict[str, Any] = {**STAGE, "claim_no": number}
    assert office.code("get_expense_claims", **which) == "EXPENSE_CLAIM_NOT_FOUND"
    assert office.later("get_expense_claims", **which)["claims"][0]["amount_cents"] == 1999


@pytest.mark.parametrize(
    ("amount", "category", "code"),
    [(150.01, "MEAL", "AMOUNT_OVER_LIMIT"), (1.005, "OTHER", "AMOUNT_INVALID")],
)
def test_claims_are_refused(office: Office, amount: float, category: str, code: str) -> None:
    claim = {"badge_id": BARE, "amount": amount, "category": category}
    assert office.code("file_expense_claim", **STAGE, claim=claim) == code


def test_arguments_outside_the_schema_are_an_error(office: Office) -> None:
    wrong = ({"environment": "production"}, {"stage": "DAILY"})
    for where in wrong:
        result = office.result("get_employee", **where, badge_id=OWNER)
        assert result.is_error
        assert said(result)["error"]["code"] == "PARAM_INVALID"
    assert office.code("list_leave", **DAILY) == "FILTER_REQUIRED"


def _held(office: Office, badge_id: str) -> list[dict[str, Any]]:
    return office.call("find_assets", **STAGE, holder_badge_id=badge_id)["assets"]
