"""A tool depot's HTTP API, as a program: some records are only listed, some are referred to."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from fastapi import Body, FastAPI, HTTPException
from pydantic import BaseModel, Field

from tests.resources.serving import serve, watched

app = FastAPI(title="Depot")
FIRMS = [
    {"firm_id": 1001, "name": "Lakeside Works", "phone": "02588120034"},
    {"firm_id": 1002, "name": "Hengda Roofing", "phone": "13912340001"},
]
WORKERS = [
    {"worker_id": 31, "name": "Chen", "on_leave": False},
    {"worker_id": 38, "name": "Ma", "on_leave": True},
]
MACHINES = [{"machine_id": 101, "name": "Crane"}, {"machine_id": 102, "name": "Digger"}]
RENTALS: dict[str, dict[str, Any]] = {}
LOG: list[dict[str, Any]] = []


def begin() -> None:
    """The first data."""
    LOG.clear()
    RENTALS.clear()
    for number, firm, machine in (("RT-71", 1001, 102), ("RT-72", 1002, 101)):
        RENTALS[number] = {
            "rental_no": number,
            "firm_id": firm,
            "machine_id": machine,
            "state": "booked",
            "price": None,
        }


def one(rental_no: str) -> dict[str, Any]:
    """The rental, or 404."""
    if rental_no not in RENTALS:
        raise HTTPException(404, "no such rental")
    return RENTALS[rental_no]


class Why(StrEnum):
    WEATHER = "WEATHER"
    NO_MACHINE = "NO_MACHINE"
    OTHER = "OTHER"


class Rental(BaseModel):
    rental_no: str
    firm_id: int
    machine_id: int
    state: str
    price: int | None = None


class Firm(BaseModel):
    firm_id: int
    name: str
    phone: str


class Worker(BaseModel):
    worker_id: int
    name: str
    on_leave: bool


class Machine(BaseModel):
    machine_id: int
    name: str


class Cancelling(BaseModel):
    reason: Why
    comment: str | None = None


class Quote(BaseModel):
    price: int = Field(gt=0, description="Total price in cents, tax included.")


@app.get("/firms", operation_id="list_firms")
def list_firms(q: str | None = None) -> list[Firm]:
    """List the firms; q: a part of the name."""
    return [Firm.model_validate(f) for f in FIRMS if q is None or q in str(f["name"])]


@app.get("/staff", operation_id="list_workers")
def list_workers() -> list[Worker]:
    """List the workers."""
    return [Worker.model_validate(one) for one in WORKERS]


@app.get("/machines", operation_id="list_machines")
def list_machines() -> list[Machine]:
    """List the machines."""
    return [Machine.model_validate(one) for one in MACHINES]


@app.get("/rentals", operation_id="list_rentals")
def list_rentals(firm_id: int | None = None) -> list[Rental]:
    """List the rentals."""
    return [Rental.model_validate(r) for r in RENTALS.values() if firm_id in (None, r["firm_id"])]


@app.get("/rentals/{rental_no}", operation_id="get_rental")
def get_rental(rental_no: str) -> Rental:
    """Show one rental."""
    return Rental.model_validate(one(rental_no))


@app.post("/rentals/{rental_no}/cancel", operation_id="cancel_rental")
def cancel_rental(rental_no: str, told: Cancelling) -> Rental:
    """Cancel a rental for good."""
    held = one(rental_no)
    LOG.append({"cancelled": rental_no, **told.model_dump(mode="json")})
    return Rental.model_validate(held | {"state": "cancelled"})


@app.post("/rentals/{rental_no}/quote", operation_id="quote_rental")
def quote_rental(rental_no: str, told: Quote) -> Rental:
    """Quote a rental."""
    one(rental_no)["price"] = told.price
    LOG.append({"quoted": rental_no, "price": told.price})
    return Rental.model_validate(one(rental_no))


@app.post("/rentals/{rental_no}/extend", operation_id="extend_rental")
def extend_rental(
    rental_no: str, days: Annotated[Literal[7, 14, 30], Body(embed=True)] = 7
) -> Rental:
    """Extend a rental by some days."""
    LOG.append({"extended": rental_no, "days": days})
    return Rental.model_validate(one(rental_no))


begin()
watched(app, LOG, begin)

if __name__ == "__main__":
    serve(app)
