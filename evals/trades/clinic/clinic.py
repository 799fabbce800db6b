"""Clinic back-office API. Run: python clinic.py --port 8000"""
import argparse
import csv
import io
import sys

sys.dont_write_bytecode = True

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from typing import Annotated, Literal, Optional

import billing
import models as m
from models import STORE, ApiError, Call, ErrorBody, clean, errs

C = Annotated[Call, Depends()]
Day = Annotated[Optional[str], Query(pattern=r"^\d{4}-\d{2}-\d{2}$", description="日期 YYYY-MM-DD")]

app = FastAPI(
    title="Clinic Back-office API", version="2.14.0",
    description="诊所连锁内部后台接口。前台、药房、检验科、收费处共用。\n\n"
                "All money is in fen (分). All times are local, `YYYY-MM-DDTHH:MM`. "
                "Errors come as `{\"code\", \"message\"}`; the message may be shown to staff.",
    openapi_tags=[{"name": "patients", "description": "病历 / charts"},
                  {"name": "schedule", "description": "医生与号源"},
                  {"name": "visits", "description": "挂号、预约、就诊"},
                  {"name": "pharmacy", "description": "处方与药房"},
                  {"name": "lab", "description": "检验科"},
                  {"name": "cashier", "description": "收费处"}])


class PatientPage(BaseModel):
    total: int = Field(description="Number of hits before `limit` is applied")
    items: list[m.PatientOut]


class RosterFile(BaseModel):
    file_name: str = Field(description="Suggested name")
    rows: int = Field(description="Lines without the header")
    csv: str = Field(description="The file's text, comma separated, phones masked")


class DoctorList(BaseModel):
    items: list[m.DoctorOut]


class SlotList(BaseModel):
    items: list[m.SlotOut]


class VisitList(BaseModel):
    total: int
    items: list[m.VisitOut]


class ReminderReceipt(BaseModel):
    visit_no: str
    channel: Literal["sms", "wechat"]
    sent_to: str = Field(description="Masked number")
    text: str = Field(description="What the patient gets to read")


STORED_AS = {"full_name": "name", "mobile": "phone", "dob": "birth_date", "tier": "member_level"}


def mask(phone: str) -> str:
    return phone[:3] + "****" + phone[-4:]


patients = APIRouter(prefix="/patients", tags=["patients"], responses=m.BAD_INPUT)


@patients.post("", operation_id="createPatient", summary="新建患者档案", status_code=201,
               response_model=m.PatientOut)
async def create_patient(c: C, b: m.NewPatient):
    """建档。姓名和手机号必填,其余可后补。

    Please search by mobile first (searchPatients) – the system does not merge duplicates,
    families often share one number. A new chart is always active."""
    c.body(b)
    return c.add("patient", name=b.full_name, phone=b.mobile, birth_date=b.dob.isoformat() if b.dob else None,
                 member_level=b.tier, allergies=list(b.allergies), status="active")


@patients.get("", operation_id="searchPatients", summary="Search patients", response_model=PatientPage)
async def search_patients(
        c: C,
        keyword: Annotated[Optional[str], Query(description="Part of the name, not case sensitive 姓名模糊查询")] = None,
        mobile: Annotated[Optional[str], Query(description="Full number or its beginning")] = None,
        tier: Annotated[Optional[m.Tier], Query(description="会员等级")] = None,
        include_archived: Annotated[bool, Query(description="Archived charts are left out unless true")] = False,
        limit: Annotated[int, Query(ge=1, le=200, description="最多返回条数")] = 50):
    """Find charts by name, phone or tier. Conditions are combined with AND. No hit is an empty list, not an error."""
    hits = [p for p in c.find("patient", member_level=tier)
            if (include_archived or p["status"] == "active")
            and (not keyword or keyword.lower() in p["name"].lower())
            and (not mobile or p["phone"].startswith(mobile))]
    return {"total": len(hits), "items": hits[:limit]}


@patients.get("/export", operation_id="exportPatientRoster", summary="导出患者名单 (CSV)", response_model=RosterFile)
async def export_roster(c: C, tier: Annotated[Optional[m.Tier], Query(description="只导出该等级会员")] = None):
    """Gives the list of active patients as a CSV text for the marketing team.

    Only for handing a file to someone. To look a patient up use searchPatients: phones are masked here."""
    rows = c.find("patient", member_level=tier, status="active")
    out = io.StringIO()
    csv.writer(out).writerows([["chart_no", "full_name", "mobile", "tier"]] + [
        [p["id"], p["name"], mask(p["phone"]), p["member_level"]] for p in rows])
    return {"file_name": f"patients_{c.env}_{tier or 'all'}.csv", "rows": len(rows), "csv": out.getvalue()}


@patients.get("/{chart_no}", operation_id="getChart", summary="查看病历首页", response_model=m.PatientOut,
              responses=errs("No such chart"))
async def get_chart(c: C, chart_no: str):
    """One patient's master data by chart number. Also works for archived charts."""
    return c.get("patient", chart_no)


@patients.patch("/{chart_no}", operation_id="updatePatient", summary="Update patient details",
                response_model=m.PatientOut,
                responses={400: {"model": ErrorBody, "description": "Nothing to change was sent"},
                           **errs("病历号不存在", "The chart is archived and can no longer be changed")})
async def update_patient(c: C, chart_no: str, b: m.PatientChanges):
    """Changes only the fields that are sent; a field left out (or null) stays as it is.

    改会员等级也用这个接口。Note for `allergies`: read the chart first, add your entry to the list and send all of it.
    Archiving has its own operation (archivePatient)."""
    c.body(b)
    row = c.active_patient(chart_no)
    sent = {STORED_AS.get(k, k): v for k, v in b.model_dump(mode="json", exclude_none=True).items()}
    if not sent:
        raise ApiError(400, "NOTHING_TO_UPDATE", "Send at least one field to change.")
    if all(row[k] == v for k, v in sent.items()):
        return row
    return c.set("patient", row, **sent)


@patients.post("/{chart_no}/archive", operation_id="archivePatient", summary="归档患者", response_model=m.PatientOut,
               responses=errs("病历号不存在", "Already archived, or the patient still has a running visit"))
async def archive_patient(c: C, chart_no: str):
    """归档后不可再修改、预约或开单,且无法在线恢复。

    Refused while the patient has a visit that is booked, checked in or in consultation:
    cancel or finish it first."""
    row = c.get("patient", chart_no)
    if row["status"] == "archived":
        raise ApiError(409, "PATIENT_ALREADY_ARCHIVED", f"Patient {chart_no} is already archived.")
    running = [v["id"] for v in c.find("appointment", patient_id=chart_no)
               if v["state"] in ("booked", "checked_in", "in_consultation")]
    if running:
        raise ApiError(409, "PATIENT_HAS_OPEN_VISITS",
                       f"Patient {chart_no} still has open visits: {', '.join(running)}. Cancel or finish them first.")
    return c.set("patient", row, status="archived")


schedule = APIRouter(tags=["schedule"], responses=m.BAD_INPUT)


@schedule.get("/doctors", operation_id="listDoctors", summary="医生列表", response_model=DoctorList,
              responses=errs("doctor_code was given but no such doctor"))
async def list_doctors(
        c: C, doctor_code: Annotated[Optional[str], Query(description="工号; give it to get just this doctor")] = None,
        department: Annotated[Optional[m.Department], Query(description="科室")] = None,
        duty: Annotated[Optional[Literal["on_duty", "on_leave"]], Query()] = None):
    if doctor_code is not None:
        c.get("doctor", doctor_code)
    return {"items": c.find("doctor", id=doctor_code, department=department, status=duty)}


@schedule.put("/doctors/{doctor_code}/duty", operation_id="setDoctorDuty", summary="Change a doctor's duty status",
              response_model=m.DoctorOut, responses=errs("Unknown doctor", "The doctor already has this status"))
async def set_duty(c: C, doctor_code: str, b: m.DutyChange):
    """出诊/停诊。Puts a doctor on leave or back on duty.

    While on leave nobody can book the doctor. Existing slots and visits are NOT touched;
    the front desk has to move or cancel those visits one by one."""
    c.body(b)
    row = c.get("doctor", doctor_code)
    if row["status"] == b.duty:
        raise ApiError(409, "DUTY_UNCHANGED", f"{row['name']} ({doctor_code}) is already {b.duty}.")
    return c.set("doctor", row, status=b.duty)


@schedule.get("/slots", operation_id="listSlots", summary="查号源", response_model=SlotList,
              responses=errs("doctor_code was given but no such doctor"))
async def list_slots(
        c: C, doctor_code: Annotated[Optional[str], Query(description="医生工号")] = None, day: Day = None,
        availability: Annotated[Optional[Literal["open", "booked", "blocked"]], Query(
            description="For booking ask for `open`. Without it all slots come, also past ones.")] = None):
    """Time slots, earliest first. 预约前先用它找可约号源。"""
    if doctor_code is not None:
        c.get("doctor", doctor_code)
    rows = [s for s in c.find("slot", doctor_id=doctor_code, state=availability)
            if day is None or s["start"].startswith(day)]
    return {"items": sorted(rows, key=lambda s: (s["start"], s["id"]))}


@schedule.post("/slots", operation_id="openNewSlot", summary="加号 (open a new slot)", status_code=201,
               response_model=m.SlotOut,
               responses=errs("Unknown doctor", "Doctor is on leave, or already has a slot at this time"))
async def open_slot(c: C, b: m.NewSlot):
    """Adds one bookable time to a doctor's schedule. 已停用的号源要恢复,请用 setSlotAvailability,不要重复加号。"""
    c.body(b)
    c.working_doctor(b.doctor_code)
    same = c.find("slot", doctor_id=b.doctor_code, start=b.starts_at)
    if same:
        raise ApiError(409, "SLOT_EXISTS", f"Doctor {b.doctor_code} already has slot {same[0]['id']} "
                                           f"({same[0]['state']}) at {b.starts_at}.")
    return c.add("slot", doctor_id=b.doctor_code, start=b.starts_at, state="open")


@schedule.put("/slots/{slot_ref}/availability", operation_id="setSlotAvailability",
              summary="停用/恢复号源 – block or re-open a slot", response_model=m.SlotOut,
              responses=errs("号源不存在", "The slot is booked, or already in this state"))
async def set_availability(c: C, slot_ref: str, b: m.SlotAvailability):
    """Blocks an open slot (meeting, equipment down) or gives a blocked one back.

    A booked slot is refused: cancel or reschedule its visit first."""
    c.body(b)
    row = c.get("slot", slot_ref)
    if row["state"] == "booked":
        raise ApiError(409, "SLOT_BOOKED", f"Slot {slot_ref} is booked; cancel or reschedule the visit first.")
    if row["state"] == b.availability:
        raise ApiError(409, "SLOT_UNCHANGED", f"Slot {slot_ref} is already {b.availability}.")
    return c.set("slot", row, state=b.availability)


visits = APIRouter(prefix="/visits", tags=["visits"], responses=m.BAD_INPUT)


def free_slot(c: Call, slot_ref: str) -> dict:
    slot = c.get("slot", slot_ref)
    if slot["state"] != "open":
        raise ApiError(409, "SLOT_NOT_OPEN", f"Slot {slot_ref} is {slot['state']}; choose an open one.")
    c.working_doctor(slot["doctor_id"])
    return slot


@visits.post("", operation_id="bookVisit", summary="预约挂号", status_code=201, response_model=m.VisitOut,
             responses=errs("Patient or slot unknown", "Slot not open, doctor on leave, or patient archived"))
async def book_visit(c: C, b: m.NewVisit):
    """Books an open slot for a patient; the doctor follows from the slot. The slot becomes booked at once.

    不产生费用,挂号费另用 createBill 开单。"""
    c.body(b)
    c.active_patient(b.chart_no)
    slot = free_slot(c, b.slot_ref)
    visit = c.add("appointment", patient_id=b.chart_no, slot_id=slot["id"], doctor_id=slot["doctor_id"],
                  kind=b.visit_type, state="booked", reason=b.complaint)
    c.set("slot", slot, state="booked")
    return visit


@visits.get("", operation_id="searchVisits", summary="Visits / 预约查询", response_model=VisitList,
            responses=errs("visit_no, chart_no or doctor_code unknown"))
async def search_visits(
        c: C, visit_no: Annotated[Optional[str], Query(description="就诊号; gives exactly this visit")] = None,
        chart_no: Annotated[Optional[str], Query(description="病历号")] = None,
        doctor_code: Annotated[Optional[str], Query()] = None,
        state: Annotated[Optional[m.VisitState], Query()] = None, day: Day = None):
    """Appointments by number, patient, doctor, state or day of the slot. All conditions optional."""
    for kind, key in (("appointment", visit_no), ("patient", chart_no), ("doctor", doctor_code)):
        if key is not None:
            c.get(kind, key)
    rows = [v for v in c.find("appointment", id=visit_no, patient_id=chart_no, doctor_id=doctor_code, state=state)
            if day is None or c.get("slot", v["slot_id"])["start"].startswith(day)]
    return {"total": len(rows), "items": rows}


def step(c: Call, visit_no: str, allowed: tuple, target: str, action: str) -> dict:
    row = c.get("appointment", visit_no)
    c.need_state("appointment", row, allowed, action)
    return c.set("appointment", row, state=target)


@visits.post("/reschedule", operation_id="rescheduleVisit", summary="改约", response_model=m.VisitOut,
             responses=errs("Visit or new slot unknown", "Visit not in state booked, or the new slot cannot be taken"))
async def reschedule_visit(c: C, b: m.MoveVisit):
    """Moves a booked visit to another open slot. 原号源自动释放。

    Keeps the visit number, type and complaint. If the new slot is another doctor's, the visit changes doctor too.
    Do not cancel and book again – the patient would lose the number."""
    c.body(b)
    row = c.get("appointment", b.visit_no)
    new = c.get("slot", b.new_slot_ref)
    c.need_state("appointment", row, ("booked",), "reschedule")
    if new["id"] == row["slot_id"]:
        raise ApiError(409, "SAME_SLOT", f"Visit {row['id']} is already in slot {new['id']}.")
    free_slot(c, new["id"])
    old = c.get("slot", row["slot_id"])
    c.set("appointment", row, slot_id=new["id"], doctor_id=new["doctor_id"])
    c.set("slot", old, state="open")
    c.set("slot", new, state="booked")
    return row


@visits.post("/{visit_no}/check-in", operation_id="checkInVisit", summary="签到", response_model=m.VisitOut,
             responses=errs("就诊号不存在", "只有已预约(booked)的可以签到"))
async def check_in(c: C, visit_no: str):
    """患者到店签到。"""
    return step(c, visit_no, ("booked",), "checked_in", "check in")


@visits.post("/{visit_no}/start", operation_id="startConsult", summary="Start consultation (接诊)",
             response_model=m.VisitOut, responses=errs("No such visit", "Patient has not checked in"))
async def start_consult(c: C, visit_no: str):
    """Doctor calls the patient in. From now on prescriptions can be drafted."""
    return step(c, visit_no, ("checked_in",), "in_consultation", "start")


@visits.post("/{visit_no}/complete", operation_id="completeVisit", summary="结束就诊", response_model=m.VisitOut,
             responses=errs("No such visit", "Consultation was not started"))
async def complete_visit(c: C, visit_no: str):
    return step(c, visit_no, ("in_consultation",), "completed", "complete")


@visits.post("/{visit_no}/cancel", operation_id="cancelVisit", summary="取消预约 / 退号", response_model=m.VisitOut,
             responses=errs("No such visit", "Too late: consultation has begun, or the visit is already over"))
async def cancel_visit(c: C, visit_no: str, b: Optional[m.CancelNote] = None):
    """Cancels a visit that is booked or checked in and frees its slot. 已付的挂号费不会自动退,另走 refundBill。

    If the patient simply did not come, use markNoShow."""
    c.body(b)
    row = step(c, visit_no, ("booked", "checked_in"), "cancelled", "cancel")
    c.set("slot", c.get("slot", row["slot_id"]), state="open")
    return row


@visits.post("/{visit_no}/no-show", operation_id="markNoShow", summary="标记爽约", response_model=m.VisitOut,
             responses=errs("No such visit", "Only a booked visit can become a no-show"))
async def no_show(c: C, visit_no: str):
    """The patient did not turn up. The time is lost, so the slot is not freed."""
    return step(c, visit_no, ("booked",), "no_show", "mark as no-show")


@visits.post("/{visit_no}/reminder", operation_id="sendVisitReminder", summary="发送就诊提醒",
             response_model=ReminderReceipt, responses=errs("No such visit", "Visit is not in state booked"))
async def send_reminder(c: C, visit_no: str, b: Optional[m.ReminderRequest] = None):
    """Sends the patient a message about the coming visit. Does not change the visit (time, state) in any way."""
    row = c.get("appointment", visit_no)
    c.need_state("appointment", row, ("booked",), "send a reminder for")
    patient, doctor = c.get("patient", row["patient_id"]), c.get("doctor", row["doctor_id"])
    start = c.get("slot", row["slot_id"])["start"].replace("T", " ")
    return {"visit_no": visit_no, "channel": b.channel if b else "sms", "sent_to": mask(patient["phone"]),
            "text": f"{patient['name']},您预约了 {start} {doctor['name']} 的门诊,请提前10分钟到店签到。"}


for router in (patients, schedule, visits, billing.pharmacy, billing.lab, billing.cashier):
    app.include_router(router)


def failure(status: int, code: str, message: str) -> JSONResponse:
    return JSONResponse({"code": code, "message": clean(message)}, status_code=status)


@app.exception_handler(ApiError)
async def on_api_error(_: Request, e: ApiError):
    return failure(e.status, e.code, e.message)


@app.exception_handler(RequestValidationError)
async def on_bad_input(_: Request, e: RequestValidationError):
    parts = []
    for item in e.errors():
        where = [str(x) for x in item["loc"]]
        where = where[1:] if len(where) > 1 else where
        parts.append(f"{'.'.join(where)}: {item['msg'].removeprefix('Value error, ')}")
    return failure(422, "INVALID_PARAMETER", "; ".join(parts))


@app.exception_handler(HTTPException)
async def on_http_error(_: Request, e: HTTPException):
    code = {404: "NO_SUCH_PATH", 405: "METHOD_NOT_ALLOWED"}.get(e.status_code, "BAD_REQUEST")
    return failure(e.status_code, code, str(e.detail))


@app.post("/_reset", include_in_schema=False)
async def reset():
    STORE.reset()
    return {"ok": True}


@app.get("/_effects", include_in_schema=False)
async def effects():
    return STORE.effects


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Clinic back-office API")
    parser.add_argument("--port", type=int, required=True)
    uvicorn.run(app, host="127.0.0.1", port=parser.parse_args().port, log_level="warning")
