"""Payments and certificates, both of which hang on an enrolment."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

import bodies as b
import codes as k
import views as v
from core import CallDep, conflict, docs
from store import Row

payments = APIRouter(prefix="/api/cashdesk/receipts", tags=["cashdesk"])
certs = APIRouter(prefix="/api/certificates", tags=["certificates"])

ReceiptNo = Annotated[str, Path(alias="receiptNo", description="收款编号 P…")]
CertNo = Annotated[str, Path(alias="certNo", description="证书编号 Z…")]


@dataclass
class PaymentQuery:
    """Filters of the receipts."""

    id: Annotated[str | None, Query(alias="receiptNo", description="编号")] = None
    enrolment_id: Annotated[str | None, Query(alias="enrolNo", description="报名 E…")] = None
    amount: Annotated[int | None, Query(alias="sum", description="金额 (元), exact")] = None
    method: Annotated[k.PayWay | None, Query(alias="payWay", description=k.WAY_TEXT)] = None
    note: Annotated[str | None, Query(alias="remark", description="备注, exact")] = None
    state: Annotated[k.PayStatus | None, Query(alias="status", description=k.PAY_TEXT)] = None


@payments.get(
    "",
    operation_id="paymentList",
    summary="收款记录",
    response_model=v.Listing[v.PaymentView],
)
async def payment_list(c: CallDep, q: Annotated[PaymentQuery, Depends()]) -> Row:
    """Receipts that fit every filter given, refunded ones included."""
    return v.listing(c.listing("payment", q))


@payments.get(
    "/{receiptNo}",
    operation_id="paymentGet",
    summary="One receipt",
    response_model=v.PaymentView,
    responses=docs(),
)
async def payment_get(c: CallDep, no: ReceiptNo) -> Row:
    """按编号查收款."""
    return c.get("payment", no)


@payments.post(
    "",
    operation_id="paymentTake",
    summary="登记收款",
    status_code=201,
    response_model=v.PaymentView,
    responses=docs("Enrolment is neither pending nor confirmed", "No such enrolment"),
)
async def payment_take(c: CallDep, body: b.PaymentNew) -> Row:
    """Takes money on an enrolment, whole yuan. 不会自动确认报名, 请再调 enrolConfirm."""
    values = c.fresh("payment", body)
    c.need("enrolment", c.get("enrolment", body.enrolment_id), "pending", "confirmed")
    return c.add("payment", {**values, "state": "received"})


@payments.patch(
    "/{receiptNo}",
    operation_id="paymentRemark",
    summary="改收款备注",
    response_model=v.PaymentView,
    responses=docs("Already REFUNDED"),
)
async def payment_remark(c: CallDep, no: ReceiptNo, body: b.PaymentEdit) -> Row:
    """Amount and way of payment cannot be changed."""
    row = c.get("payment", no)
    c.need("payment", row, "received")
    return c.put("payment", row, **c.changes("payment", body))


@payments.post(
    "/{receiptNo}/refund",
    operation_id="paymentRefund",
    summary="Refund 退款",
    response_model=v.PaymentView,
    responses=docs("Already REFUNDED, or the enrolment is not withdrawn"),
)
async def payment_refund(c: CallDep, no: ReceiptNo) -> Row:
    """全额退款, final. The enrolment must have been withdrawn before."""
    row = c.get("payment", no)
    c.need("payment", row, "received")
    c.need("enrolment", c.get("enrolment", row["enrolment_id"]), "withdrawn")
    return c.put("payment", row, state="refunded")


@dataclass
class CertQuery:
    """Filters of the certificates."""

    id: Annotated[str | None, Query(alias="certNo", description="编号")] = None
    enrolment_id: Annotated[str | None, Query(alias="enrolNo", description="报名 E…")] = None
    grade: Annotated[k.Grade | None, Query(alias="gradeCode", description=k.GRADE_TEXT)] = None
    issue_date: Annotated[str | None, Query(alias="issuedOn", description="颁发日期")] = None
    state: Annotated[k.CertStatus | None, Query(alias="status", description=k.CERT_TEXT)] = None


@certs.get("", operation_id="certList", summary="证书列表", response_model=v.Listing[v.CertView])
async def cert_list(c: CallDep, q: Annotated[CertQuery, Depends()]) -> Row:
    """Certificates that fit every filter given."""
    return v.listing(c.listing("certificate", q))


@certs.get(
    "/{certNo}",
    operation_id="certGet",
    summary="查证书",
    response_model=v.CertView,
    responses=docs(),
)
async def cert_get(c: CallDep, no: CertNo) -> Row:
    """One certificate; its status says whether it is issued."""
    return c.get("certificate", no)


@certs.post(
    "",
    operation_id="certDraft",
    summary="Draft a certificate 起草证书",
    status_code=201,
    response_model=v.CertView,
    responses=docs(
        "Enrolment neither confirmed nor completed, or it has a certificate already",
        "No such enrolment",
    ),
)
async def cert_draft(c: CallDep, body: b.CertNew) -> Row:
    """One DRAFT or ISSUED certificate per enrolment; 作废后可重新起草."""
    values = c.fresh("certificate", body)
    c.need("enrolment", c.get("enrolment", body.enrolment_id), "confirmed", "completed")
    for other in c.find("certificate", enrolment_id=body.enrolment_id):
        if other["state"] != "revoked":
            raise conflict("has_certificate", f"{body.enrolment_id} already has {other['id']}.")
    return c.add("certificate", {**values, "state": "draft"})


@certs.patch(
    "/{certNo}",
    operation_id="certEdit",
    summary="改等第或颁发日期",
    response_model=v.CertView,
    responses=docs("Not a DRAFT any more"),
)
async def cert_edit(c: CallDep, no: CertNo, body: b.CertEdit) -> Row:
    """Only while DRAFT."""
    row = c.get("certificate", no)
    c.need("certificate", row, "draft")
    return c.put("certificate", row, **c.changes("certificate", body))


@certs.post(
    "/{certNo}/issue",
    operation_id="certIssue",
    summary="颁发证书",
    response_model=v.CertView,
    responses=docs("Not a DRAFT, no issuedOn, enrolment withdrawn, or course not in TEACH or DONE"),
)
async def cert_issue(c: CallDep, no: CertNo) -> Row:
    """DRAFT → ISSUED; needs issuedOn. A confirmed enrolment becomes completed too (同时结业)."""
    row = c.get("certificate", no)
    c.need("certificate", row, "draft")
    if not row["issue_date"]:
        raise conflict("no_issue_date", f"{no} has no issuedOn yet.")
    enrolment = c.get("enrolment", row["enrolment_id"])
    c.need("enrolment", enrolment, "confirmed", "completed")
    if enrolment["state"] == "completed":
        return c.put("certificate", row, state="issued")
    c.need("course", c.get("course", enrolment["course_id"]), "running", "finished")
    c.put("certificate", row, state="issued")
    c.put("enrolment", enrolment, state="completed")
    return row


@certs.post(
    "/{certNo}/revoke",
    operation_id="certRevoke",
    summary="作废证书 (revoke)",
    response_model=v.CertView,
    responses=docs("Already REVOKED"),
)
async def cert_revoke(c: CallDep, no: CertNo) -> Row:
    """DRAFT or ISSUED → REVOKED, final. 报名状态不变."""
    row = c.get("certificate", no)
    c.need("certificate", row, "draft", "issued")
    return c.put("certificate", row, state="revoked")
