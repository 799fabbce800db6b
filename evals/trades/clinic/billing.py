"""Pharmacy, lab and cashier parts of the clinic back-office API."""
from typing import Annotated, Optional

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, Field

import models as m
from models import ApiError, Call, errs

C = Annotated[Call, Depends()]
ChartNo = Annotated[Optional[str], Query(description="病历号 PT…")]


class RxList(BaseModel):
    total: int
    items: list[m.RxOut]


class LabOrderList(BaseModel):
    total: int
    items: list[m.LabOrderOut]


class BillList(BaseModel):
    total: int = Field(description="Number of bills")
    sum_amount: int = Field(description="合计金额(分), of the bills in the list whatever their state")
    items: list[m.BillOut]


class StockList(BaseModel):
    items: list[m.StockOut]


class RecalcResult(BaseModel):
    checked: int = Field(description="Unpaid bills looked at")
    changed: list[m.BillOut] = Field(description="Bills whose amount is different now")


def bills_of(c: Call, source: str, ref_no: str, *states: str) -> list:
    return [i for i in c.find("invoice", source=source, source_id=ref_no) if i["state"] in states]


def price(c: Call, source: str, row: dict) -> int:
    if source == "appointment":
        return m.VISIT_FEES[row["kind"]]
    if source == "lab_order":
        return m.LAB_FEE
    return c.get("drug", row["drug_code"])["unit_price"] * row["quantity"]


def listing(rows: list) -> dict:
    return {"total": len(rows), "items": rows}


# ---------------------------------------------------------------- prescriptions and stock
pharmacy = APIRouter(tags=["pharmacy"], responses=m.BAD_INPUT)


@pharmacy.post("/rx", operation_id="draftRx", summary="Draft a prescription 开处方(草稿)", status_code=201,
               response_model=m.RxOut,
               responses=errs("Visit or drug code unknown", "就诊未开始 – the visit is not in consultation or completed"))
async def draft_rx(c: C, b: m.NewRx):
    """Writes a draft Rx within a visit. The visit must be in consultation or completed. One drug per Rx.

    A draft has no effect for the pharmacy until it is issued (issueRx). Stock is not reserved.
    草稿不能修改:写错了请作废 (voidRx) 后重开。"""
    c.body(b)
    visit = c.get("appointment", b.visit_no)
    c.get("drug", b.medicine)
    c.need_state("appointment", visit, ("in_consultation", "completed"), "write a prescription for")
    return c.add("prescription", appointment_id=visit["id"], patient_id=visit["patient_id"],
                 drug_code=b.medicine, quantity=b.qty, state="draft")


@pharmacy.get("/rx", operation_id="queryRx", summary="查处方", response_model=RxList,
              responses=errs("rx_no, visit_no or chart_no unknown"))
async def query_rx(
        c: C, rx_no: Annotated[Optional[str], Query(description="处方号; gives just this one")] = None,
        chart_no: ChartNo = None, visit_no: Annotated[Optional[str], Query(description="就诊号 AP…")] = None,
        state: Annotated[Optional[m.RxState], Query(description="e.g. `issued` = waiting at the pharmacy")] = None):
    """按处方号、患者、就诊或状态查询。"""
    for kind, key in (("prescription", rx_no), ("patient", chart_no), ("appointment", visit_no)):
        if key is not None:
            c.get(kind, key)
    return listing(c.find("prescription", id=rx_no, patient_id=chart_no, appointment_id=visit_no, state=state))


@pharmacy.post("/rx/{rx_no}/issue", operation_id="issueRx", summary="开具处方", response_model=m.RxOut,
               responses=errs("处方不存在", "Only a draft can be issued"))
async def issue_rx(c: C, rx_no: str):
    """The doctor signs the draft. After this it can be billed (createBill). 开具不等于发药。"""
    row = c.get("prescription", rx_no)
    c.need_state("prescription", row, ("draft",), "issue")
    return c.set("prescription", row, state="issued")


@pharmacy.post("/rx/{rx_no}/dispense", operation_id="dispenseRx", summary="Hand out the medicine (发药)",
               response_model=m.RxOut,
               responses=errs("No such Rx", "RX_NOT_PAID – its bill is missing or not paid; OUT_OF_STOCK – not enough "
                                            "packs, restock first; PRESCRIPTION_WRONG_STATE – it is not issued"))
async def dispense_rx(c: C, rx_no: str):
    """发药并扣减库存。Requires: Rx issued, its bill paid, enough stock. Cannot be undone."""
    row = c.get("prescription", rx_no)
    c.need_state("prescription", row, ("issued",), "dispense")
    if not bills_of(c, "prescription", rx_no, "paid"):
        unpaid = bills_of(c, "prescription", rx_no, "unpaid")
        hint = f"invoice {unpaid[0]['id']} is unpaid" if unpaid else "there is no paid invoice for it, bill it first"
        raise ApiError(409, "RX_NOT_PAID", f"Prescription {rx_no} must be paid before it is dispensed: {hint}.")
    drug = c.get("drug", row["drug_code"])
    if drug["stock"] < row["quantity"]:
        raise ApiError(409, "OUT_OF_STOCK", f"Only {drug['stock']} packs of {drug['code']} left, "
                                            f"{row['quantity']} needed.")
    c.set("prescription", row, state="dispensed")
    c.set("drug", drug, stock=drug["stock"] - row["quantity"])
    return row


@pharmacy.post("/rx/{rx_no}/void", operation_id="voidRx", summary="作废处方", response_model=m.RxOut,
               responses=errs("处方不存在", "Already dispensed or void, or its bill is paid (refund it first)"))
async def void_rx(c: C, rx_no: str):
    """Voids a draft or issued Rx. An unpaid bill for it stays as it is – void it with voidBill;
    if the bill is already paid, refund it first."""
    row = c.get("prescription", rx_no)
    c.need_state("prescription", row, ("draft", "issued"), "void")
    paid = bills_of(c, "prescription", rx_no, "paid")
    if paid:
        raise ApiError(409, "RX_PAID", f"Prescription {rx_no} is paid (invoice {paid[0]['id']}); refund it first.")
    return c.set("prescription", row, state="void")


@pharmacy.get("/stock", operation_id="getStock", summary="库存查询", response_model=StockList,
              responses=errs("Drug code unknown"))
async def get_stock(c: C, medicine: Annotated[Optional[str], Query(
        description="DR-AMOX 阿莫西林 amoxicillin, DR-IBU 布洛芬 ibuprofen, DR-VITC 维生素C. All drugs if left out.")] = None):
    """On-hand packs and prices."""
    if medicine is not None:
        c.get("drug", medicine)
    return {"items": c.find("drug", code=medicine)}


@pharmacy.post("/stock/{medicine}/deliveries", operation_id="restock", summary="药品入库", response_model=m.StockOut,
               responses=errs("Drug code unknown (new drugs are listed by head office)"))
async def restock(c: C, medicine: str, b: m.Delivery):
    """Books a delivery. `packs` is added to the stock.

    With `new_unit_price` the price changes for bills made from now on; unpaid bills keep the old amount
    until somebody runs recalcBills."""
    c.body(b)
    drug = c.get("drug", medicine)
    return c.set("drug", drug, stock=drug["stock"] + b.packs, unit_price=b.new_unit_price or drug["unit_price"])


# ---------------------------------------------------------------- lab
lab = APIRouter(prefix="/lab-orders", tags=["lab"], responses=m.BAD_INPUT)


@lab.post("", operation_id="orderLabTest", summary="开检验单", status_code=201, response_model=m.LabOrderOut,
          responses=errs("Patient unknown", "患者已归档"))
async def order_lab(c: C, b: m.NewLabOrder):
    """Orders one lab test for a patient; no visit is needed. Fee 50.00, billed separately."""
    c.body(b)
    c.active_patient(b.patientId)
    return c.add("lab_order", patient_id=b.patientId, test=b.panel, state="ordered", result=None)


@lab.get("", operation_id="queryLabOrders", summary="Lab orders & results", response_model=LabOrderList,
         responses=errs("order_no or patientId unknown"))
async def query_lab(
        c: C, order_no: Annotated[Optional[str], Query(description="检验单号 LB…, for a single order")] = None,
        patientId: Annotated[Optional[str], Query(description="PT…")] = None,
        panel: Annotated[Optional[m.Panel], Query()] = None,
        state: Annotated[Optional[m.LabState], Query(description="`reported` = 已出结果")] = None):
    """查检验单和结果。"""
    for kind, key in (("lab_order", order_no), ("patient", patientId)):
        if key is not None:
            c.get(kind, key)
    return listing(c.find("lab_order", id=order_no, patient_id=patientId, test=panel, state=state))


@lab.post("/{order_no}/sample", operation_id="recordSample", summary="采样登记", response_model=m.LabOrderOut,
          responses=errs("检验单不存在", "Order is not in state ordered"))
async def record_sample(c: C, order_no: str):
    """Sample taken (for x_ray: picture taken)."""
    row = c.get("lab_order", order_no)
    c.need_state("lab_order", row, ("ordered",), "take the sample of")
    return c.set("lab_order", row, state="sampled")


@lab.post("/{order_no}/report", operation_id="releaseLabReport", summary="出报告", response_model=m.LabOrderOut,
          responses=errs("检验单不存在", "未采样,或报告已出 – no sample yet, or already reported"))
async def release_report(c: C, order_no: str, b: m.LabFindings):
    """Enters the result and releases the report. Final – a released report can't be edited."""
    c.body(b)
    row = c.get("lab_order", order_no)
    c.need_state("lab_order", row, ("sampled",), "report")
    return c.set("lab_order", row, state="reported", result=b.findings)


@lab.post("/{order_no}/cancel", operation_id="cancelLabOrder", summary="取消检验单", response_model=m.LabOrderOut,
          responses=errs("No such order", "已采样的不能取消"))
async def cancel_lab(c: C, order_no: str):
    """Only before the sample is taken. Its bill, if any, is not touched."""
    row = c.get("lab_order", order_no)
    c.need_state("lab_order", row, ("ordered",), "cancel")
    return c.set("lab_order", row, state="cancelled")


# ---------------------------------------------------------------- cashier
cashier = APIRouter(prefix="/bills", tags=["cashier"], responses=m.BAD_INPUT)
BILLABLE = {"appointment": ("booked", "checked_in", "in_consultation", "completed"),
            "prescription": ("issued", "dispensed"),
            "lab_order": ("ordered", "sampled", "reported")}


@cashier.post("", operation_id="createBill", summary="开账单 (bill a visit, Rx or lab order)", status_code=201,
              response_model=m.BillOut,
              responses=errs("The thing to be charged does not exist",
                             "ALREADY_BILLED – it has an unpaid or paid bill; or it is cancelled / void / still a draft"))
async def create_bill(c: C, b: m.NewBill):
    """Makes an unpaid invoice for one visit, one prescription or one lab order. 金额由系统计算,不能手填。

    Fees: first_visit 200.00, follow_up 100.00, online 80.00; lab 50.00; prescription = packs × unit price.
    After a refund or void the same thing can be billed again."""
    c.body(b)
    row = c.get(b.charge_for, b.ref_no)
    c.need_state(b.charge_for, row, BILLABLE[b.charge_for], "bill")
    old = bills_of(c, b.charge_for, b.ref_no, "unpaid", "paid")
    if old:
        raise ApiError(409, "ALREADY_BILLED", f"{b.ref_no} already has invoice {old[0]['id']} ({old[0]['state']}).")
    return c.add("invoice", patient_id=row["patient_id"], source=b.charge_for, source_id=b.ref_no,
                 amount=price(c, b.charge_for, row), state="unpaid", method=None)


@cashier.get("", operation_id="queryBills", summary="查账单", response_model=BillList,
             responses=errs("bill_no or chart_no unknown"))
async def query_bills(
        c: C, bill_no: Annotated[Optional[str], Query(description="账单号 IV…, for a single invoice")] = None,
        chart_no: ChartNo = None,
        charge_for: Annotated[Optional[m.ChargeFor], Query()] = None,
        ref_no: Annotated[Optional[str], Query(description="Number of what was charged: AP…, RX… or LB…")] = None,
        state: Annotated[Optional[m.BillState], Query()] = None):
    """Invoices by number, patient, what they are for, or state. `state=unpaid` + `chart_no` = what a patient owes."""
    for kind, key in (("invoice", bill_no), ("patient", chart_no)):
        if key is not None:
            c.get(kind, key)
    rows = c.find("invoice", id=bill_no, patient_id=chart_no, source=charge_for, source_id=ref_no, state=state)
    return {**listing(rows), "sum_amount": sum(r["amount"] for r in rows)}


@cashier.post("/recalculate", operation_id="recalcBills", summary="Recalculate open bills 重算价格",
              response_model=RecalcResult, responses=errs("Patient unknown"))
async def recalc_bills(c: C, b: m.RecalcRequest):
    """Puts today's price list on all UNPAID bills of one patient. Needed after a drug price change only.

    Makes no new bills and takes no money; paid bills are never changed."""
    c.body(b)
    c.get("patient", b.chart_no)
    rows, changed = c.find("invoice", patient_id=b.chart_no, state="unpaid"), []
    for row in rows:
        amount = price(c, row["source"], c.get(row["source"], row["source_id"]))
        if amount != row["amount"]:
            changed.append(c.set("invoice", row, amount=amount))
    return {"checked": len(rows), "changed": changed}


@cashier.post("/{bill_no}/pay", operation_id="payBill", summary="收款", response_model=m.BillOut,
              responses=errs("账单不存在", "Bill is not unpaid (已付、已退或已作废)"))
async def pay_bill(c: C, bill_no: str, b: m.Payment):
    """Takes the full amount; no partial payments."""
    c.body(b)
    row = c.get("invoice", bill_no)
    c.need_state("invoice", row, ("unpaid",), "pay")
    return c.set("invoice", row, state="paid", method=b.pay_by.value)


@cashier.post("/{bill_no}/refund", operation_id="refundBill", summary="退款", response_model=m.BillOut,
              responses=errs("账单不存在", "Only a paid bill can be refunded"))
async def refund_bill(c: C, bill_no: str, b: Optional[m.RefundNote] = None):
    """全额原路退回。For a bill that is not paid yet use voidBill."""
    c.body(b)
    row = c.get("invoice", bill_no)
    c.need_state("invoice", row, ("paid",), "refund")
    return c.set("invoice", row, state="refunded")


@cashier.post("/{bill_no}/void", operation_id="voidBill", summary="Void a bill", response_model=m.BillOut,
              responses=errs("No such bill", "Only an unpaid bill can be voided"))
async def void_bill(c: C, bill_no: str):
    """作废未付账单(开错时用)。已付的请退款 refundBill。"""
    row = c.get("invoice", bill_no)
    c.need_state("invoice", row, ("unpaid",), "void")
    return c.set("invoice", row, state="void")
