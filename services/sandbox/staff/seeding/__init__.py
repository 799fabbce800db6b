"""The first rows. Seed 0 gives the well-known data; any other redraws ids, names and amounts."""

from services.sandbox.staff.seeding.company import Company
from services.sandbox.staff.seeding.draw import Draw
from services.sandbox.staff.seeding.records import records
from services.sandbox.trade import Row, Seeder


def seed(seeder: Seeder) -> dict[str, Row]:
    """Fills both environments with the same ids; returns the fixtures by environment."""
    company = Company(Draw(seeder))
    return {env: _environment(company, env) for env in ("daily", "pre")}


def _environment(company: Company, env: str) -> Row:
    fixtures = company.fill(env)
    return {**fixtures, **records(company, env)}
