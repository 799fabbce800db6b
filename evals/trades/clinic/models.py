"""Shared parts of the clinic back-office API: data store, write log, errors, schemas."""
import copy
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Literal, Optional

from fastapi import Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

# ---------------------------------------------------------------- store

ENVS = ("daily", "pre")
PREFIX = {"patient": "PT", "slot": "SL", "appointment": "AP",
          "prescription": "RX", "lab_order": "LB", "invoice": "IV"}
# last number handed out per kind; the same start in both environments
LAST_NO = {"patient": 1003, "slot": 312, "appointment": 502,
           "prescription": 701, "lab_order": 801, "invoice": 902}
LABEL = {"patient": "Patient", "doctor": "Doctor", "slot": "Slot", "appointment": "Appointment",
         "prescription": "Prescription", "drug": "Drug", "lab_order": "Lab order", "invoice": "Invoice"}
VISIT_FEES = {"first_visit": 20000, "follow_up": 10000, "online": 8000}
LAB_FEE = 5000


def _row(fields: str, *values):
    return dict(zip(fields.split(), values))


def seed(env: str) -> dict:
    patient = "id name phone birth_date member_level allergies status"
    slot = "id doctor_id start state"
    visit = "id patient_id slot_id doctor_id kind state reason"
    bill = "id patient_id source source_id amount state method"
    lab = "id patient_id test state result"
    data = {
        "patient": [
            _row(patient, "PT1001", "陈静", "13900001001", "1988-04-12", "none", [], "active"),
            _row(patient, "PT1002", "David Wu", "13900001002", "1979-11-03", "gold", [], "active"),
            _row(patient, "PT1003", "王磊", "13900001003", "1965-07-30", "none", [], "archived")],
        "doctor": [
            _row("id name department status", "D11", "林医生", "dental", "on_duty"),
            _row("id name department status", "D12", "Dr. Harris", "pediatrics", "on_duty"),
            _row("id name department status", "D13", "赵医生", "dermatology", "on_leave")],
        "slot": [
            _row(slot, "SL301", "D11", "2026-06-16T09:00", "open"),
            _row(slot, "SL302", "D11", "2026-06-16T09:30", "open"),
            _row(slot, "SL303", "D11", "2026-06-16T10:00", "booked"),
            _row(slot, "SL310", "D12", "2026-06-08T14:00", "booked"),
            _row(slot, "SL311", "D12", "2026-06-16T14:00", "open"),
            _row(slot, "SL312", "D12", "2026-06-16T14:30", "open")],
        "appointment": [
            _row(visit, "AP501", "PT1002", "SL303", "D11", "first_visit", "booked", "toothache"),
            _row(visit, "AP502", "PT1002", "SL310", "D12", "follow_up", "completed", "fever")],
        "prescription": [
            _row("id appointment_id patient_id drug_code quantity state",
                 "RX701", "AP502", "PT1002", "DR-IBU", 2, "issued")],
        "drug": [
            _row("code stock unit_price", "DR-AMOX", 100, 2500),
            _row("code stock unit_price", "DR-IBU", 100, 1800),
            _row("code stock unit_price", "DR-VITC", 100, 900)],
        "lab_order": [_row(lab, "LB801", "PT1001", "blood_count", "ordered", None)],
        "invoice": [_row(bill, "IV901", "PT1002", "prescription", "RX701", 3600, "unpaid", None)],
    }
    if env == "daily":
        data["lab_order"].insert(0, _row(lab, "LB800", "PT1001", "urine", "reported", "正常 / normal"))
        data["invoice"].append(_row(bill, "IV902", "PT1001", "lab_order", "LB800", 5000, "paid", "card"))
    return {kind: {r.get("id") or r["code"]: r for r in rows} for kind, rows in data.items()}


class Store:
    def __init__(self):
        self.reset()

    def reset(self):
        self.data = {e: seed(e) for e in ENVS}
        self.last = {e: dict(LAST_NO) for e in ENVS}
        self.effects = []


STORE = Store()


# ---------------------------------------------------------------- errors

def clean(text) -> str:
    return str(text).encode("utf-8", "replace").decode("utf-8")


class ApiError(Exception):
    def __init__(self, status: int, code: str, message: str):
        self.status, self.code, self.message = status, code, clean(message)


class ErrorBody(BaseModel):
    """错误返回体 / body of every 4xx answer."""
    code: str = Field(description="Machine-readable code, e.g. PATIENT_NOT_FOUND", examples=["SLOT_NOT_OPEN"])
    message: str = Field(description="One sentence that can be shown to the user as it is")


BAD_INPUT = {422: {"model": ErrorBody, "description": "参数错误 – a parameter is missing or has a wrong form"}}


def errs(not_found: str = None, conflict: str = None) -> dict:
    out = {}
    if not_found:
        out[404] = {"model": ErrorBody, "description": not_found}
    if conflict:
        out[409] = {"model": ErrorBody, "description": conflict}
    return out


# ---------------------------------------------------------------- one call

class Call:
    """The environment's data plus what is needed to write the log of one request."""

    def __init__(self, request: Request, env: Annotated[Literal["daily", "pre"], Query(
            description="Target environment: `daily` (日常) or `pre` (预发). The two do not share data.")]):
        self.env = env
        self.db = STORE.data[env]
        self.operation = request.scope["route"].operation_id
        self.args = {k: v for k, v in request.query_params.items() if k != "env"}
        self.args.update(request.path_params)

    def body(self, model: Optional[BaseModel]):
        """Remember the body fields the caller really sent."""
        if model is not None:
            self.args.update(model.model_dump(mode="json", exclude_unset=True))

    def get(self, kind: str, key: str) -> dict:
        row = self.db[kind].get(key)
        if row is None:
            raise ApiError(404, f"{kind.upper()}_NOT_FOUND",
                           f"{LABEL[kind]} {key} does not exist in environment {self.env}.")
        return row

    def find(self, kind: str, /, **equal) -> list:
        return [r for r in self.db[kind].values()
                if all(v is None or r[k] == v for k, v in equal.items())]

    def add(self, kind: str, /, **fields) -> dict:
        last = STORE.last[self.env]
        last[kind] += 1
        row = {"id": f"{PREFIX[kind]}{last[kind]}", **fields}
        self.db[kind][row["id"]] = row
        return self.log(kind, row)

    def set(self, kind: str, row: dict, /, **changes) -> dict:
        row.update(changes)
        return self.log(kind, row)

    def log(self, kind: str, row: dict) -> dict:
        STORE.effects.append({
            "seq": len(STORE.effects) + 1, "env": self.env, "operation": self.operation,
            "arguments": copy.deepcopy(self.args), "entity": kind,
            "id": row.get("id") or row["code"], "state_after": copy.deepcopy(row)})
        return row

    def need_state(self, kind: str, row: dict, allowed: tuple, action: str):
        if row["state"] not in allowed:
            raise ApiError(409, f"{kind.upper()}_WRONG_STATE",
                           f"Cannot {action} {LABEL[kind].lower()} {row['id']}: it is {row['state']}, "
                           f"but must be {' or '.join(allowed)}.")

    def active_patient(self, key: str) -> dict:
        row = self.get("patient", key)
        if row["status"] != "active":
            raise ApiError(409, "PATIENT_ARCHIVED", f"Patient {key} is archived; nothing new can be done for them.")
        return row

    def working_doctor(self, key: str) -> dict:
        row = self.get("doctor", key)
        if row["status"] != "on_duty":
            raise ApiError(409, "DOCTOR_ON_LEAVE", f"{row['name']} ({key}) is on leave and takes no patients now.")
        return row


# ---------------------------------------------------------------- types

def _minute(value: str) -> str:
    try:
        datetime.strptime(value, "%Y-%m-%dT%H:%M")
    except ValueError:
        raise ValueError("must be a real time written as YYYY-MM-DDTHH:MM") from None
    return value


Minute = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$"), AfterValidator(_minute)]
Mobile = Annotated[str, Field(pattern=r"^\+?[0-9][0-9 \-]{4,19}$", examples=["13900001001"])]
Tier = Literal["none", "silver", "gold"]
Department = Literal["dental", "dermatology", "pediatrics", "internal"]
VisitType = Literal["first_visit", "follow_up", "online"]
VisitState = Literal["booked", "checked_in", "in_consultation", "completed", "cancelled", "no_show"]
RxState = Literal["draft", "issued", "dispensed", "void"]
Panel = Literal["blood_count", "urine", "x_ray"]
LabState = Literal["ordered", "sampled", "reported", "cancelled"]
ChargeFor = Literal["appointment", "prescription", "lab_order"]
BillState = Literal["unpaid", "paid", "refunded", "void"]


class PayMethod(str, Enum):
    cash = "cash"
    card = "card"
    insurance = "insurance"


def src(stored_as: str, text: str = None, **kw):
    """A response field that is read from another name in the store."""
    return Field(validation_alias=stored_as, description=text, **kw)


# ---------------------------------------------------------------- request bodies

class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class NewPatient(Body):
    full_name: str = Field(min_length=1, max_length=80, description="姓名,按证件填写 / name as on the ID document")
    mobile: Mobile = Field(description="手机号, used for reminders")
    dob: Optional[date] = Field(None, description="Date of birth, YYYY-MM-DD. Can be added later.")
    tier: Tier = Field("none", description="会员等级 membership tier")
    allergies: list[Annotated[str, Field(min_length=1, max_length=60)]] = Field(
        default_factory=list, max_length=30, description="过敏史, one word per entry, e.g. penicillin")


class PatientChanges(Body):
    full_name: Optional[str] = Field(None, min_length=1, max_length=80, description="New name")
    mobile: Optional[Mobile] = Field(None, description="新手机号")
    dob: Optional[date] = Field(None, description="YYYY-MM-DD")
    tier: Optional[Tier] = Field(None, description="New membership tier (升级/降级会员)")
    allergies: Optional[list[Annotated[str, Field(min_length=1, max_length=60)]]] = Field(
        None, max_length=30, description="The WHOLE new allergy list. It replaces the old one; it is not appended.")


class DutyChange(Body):
    duty: Literal["on_duty", "on_leave"] = Field(description="on_duty 出诊 / on_leave 停诊、休假")


class NewSlot(Body):
    doctor_code: str = Field(description="医生工号, e.g. D11")
    starts_at: Minute = Field(description="Start time, YYYY-MM-DDTHH:MM (local clinic time, no zone)")


class SlotAvailability(Body):
    availability: Literal["open", "blocked"] = Field(
        description="`blocked` takes the slot out of booking, `open` gives it back")


class NewVisit(Body):
    chart_no: str = Field(description="Patient's chart number, e.g. PT1001")
    slot_ref: str = Field(description="号源编号 – must be open, see listSlots")
    visit_type: VisitType = Field(description="初诊 first_visit / 复诊 follow_up / 线上 online. Decides the registration fee.")
    complaint: Optional[str] = Field(None, max_length=300, description="主诉, the reason of the visit in the patient's words")


class MoveVisit(Body):
    visit_no: str = Field(description="The visit to move, AP…")
    new_slot_ref: str = Field(description="改到哪个号源. May be with another doctor.")


class CancelNote(Body):
    note: Optional[str] = Field(None, max_length=300, description="Free remark for the front desk; not kept on the visit")


class ReminderRequest(Body):
    channel: Literal["sms", "wechat"] = Field("sms", description="How to send it")


class NewRx(Body):
    visit_no: str = Field(description="就诊号 AP…; the patient is taken from the visit")
    medicine: str = Field(description="Drug code as in the pharmacy stock, e.g. DR-AMOX", examples=["DR-IBU"])
    qty: int = Field(ge=1, le=500, description="数量(盒)/ packs")


class NewLabOrder(Body):
    patientId: str = Field(description="Patient id (PT…). Old spelling from the lab system, same as chart_no elsewhere.")
    panel: Panel = Field(description="blood_count 血常规 / urine 尿常规 / x_ray X光")


class LabFindings(Body):
    findings: str = Field(min_length=1, max_length=2000, description="结果文字 / result text as it goes to the patient")


class NewBill(Body):
    charge_for: ChargeFor = Field(description="What is being charged")
    ref_no: str = Field(description="Number of that thing: AP… for appointment, RX… for prescription, LB… for lab_order")


class Payment(Body):
    pay_by: PayMethod = Field(description="付款方式 cash 现金 / card 刷卡 / insurance 医保")


class RefundNote(Body):
    memo: Optional[str] = Field(None, max_length=300, description="退款说明, goes to accounting only")


class RecalcRequest(Body):
    chart_no: str = Field(description="Whose open bills to recalculate")


class Delivery(Body):
    packs: int = Field(ge=1, le=100000, description="入库数量. ADDED to what is on the shelf (not the new total).")
    new_unit_price: Optional[int] = Field(
        None, ge=1, le=10_000_000, description="Only if the sales price changes with this delivery; in fen (分)")


# ---------------------------------------------------------------- responses

class PatientOut(BaseModel):
    chart_no: str = src("id", "Chart number (病历号), PT…")
    full_name: str = src("name", "姓名")
    mobile: str = src("phone", "Mobile number")
    dob: Optional[str] = src("birth_date", "Date of birth, YYYY-MM-DD")
    tier: Tier = src("member_level", "会员等级")
    allergies: list[str] = Field(description="Known allergies")
    status: Literal["active", "archived"] = Field(description="archived = 已归档, read only")


class DoctorOut(BaseModel):
    doctor_code: str = src("id", "工号")
    name: str = Field(description="Display name")
    department: Department = Field(description="科室")
    duty: Literal["on_duty", "on_leave"] = src("status", "出诊状态")


class SlotOut(BaseModel):
    slot_ref: str = src("id", "号源编号 SL…")
    doctor_code: str = src("doctor_id", "Whose time it is")
    starts_at: str = src("start", "YYYY-MM-DDTHH:MM")
    availability: Literal["open", "booked", "blocked"] = src("state", "open 可约 / booked 已约 / blocked 停用")


class VisitOut(BaseModel):
    visit_no: str = src("id", "就诊号 AP…")
    chart_no: str = src("patient_id", "Patient")
    slot_ref: str = src("slot_id", "Time slot")
    doctor_code: str = src("doctor_id", "Doctor of the slot")
    visit_type: VisitType = src("kind", "初诊/复诊/线上")
    state: VisitState = Field(description="Where the visit stands now")
    complaint: Optional[str] = src("reason", "主诉")


class RxOut(BaseModel):
    rx_no: str = src("id", "处方号 RX…")
    visit_no: str = src("appointment_id", "The visit it was written in")
    chart_no: str = src("patient_id", "Patient")
    medicine: str = src("drug_code", "Drug code")
    qty: int = src("quantity", "Packs")
    state: RxState = Field(description="draft 草稿 → issued 已开具 → dispensed 已发药, or void 作废")


class LabOrderOut(BaseModel):
    order_no: str = src("id", "检验单号 LB…")
    patientId: str = src("patient_id", "Patient id")
    panel: Panel = src("test", "检验项目")
    state: LabState = Field(description="ordered → sampled → reported, or cancelled")
    findings: Optional[str] = src("result", "Result text, empty until reported")


class BillOut(BaseModel):
    bill_no: str = src("id", "账单号 IV…")
    chart_no: str = src("patient_id", "Who pays")
    charge_for: ChargeFor = src("source", "What is charged")
    ref_no: str = src("source_id", "Its number")
    amount: int = Field(description="金额,单位:分 (fen)")
    state: BillState = Field(description="unpaid 未付 / paid 已付 / refunded 已退 / void 作废")
    pay_by: Optional[PayMethod] = src("method", "付款方式, empty until paid")


class StockOut(BaseModel):
    medicine: str = src("code", "Drug code")
    on_hand: int = src("stock", "库存(盒)")
    unit_price: int = Field(description="Price per pack in fen")
