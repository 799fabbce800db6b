"""The first rows. Seed 0 gives the well-known data; any other redraws ids, amounts and names."""

from services.sandbox.commerce.seeding.deals import marketing, orders
from services.sandbox.commerce.seeding.draw import Draw
from services.sandbox.commerce.seeding.people import people
from services.sandbox.commerce.seeding.shops import goods, projects, riders
from services.sandbox.trade import Row, Seeder


def seed(seeder: Seeder) -> dict[str, Row]:
    """Fills both environments and the common database; returns the fixtures by environment."""
    draw = Draw(seeder)
    fixtures = {env: _environment(draw, env) for env in ("daily", "pre")}
    return {**fixtures, "common": projects(draw)}


def _environment(draw: Draw, env: str) -> Row:
    shops, deals = goods(draw, env), marketing(draw, env)
    bought = orders(draw, env, shops, deals)
    return {**people(draw, env), **shops, **deals, **bought, **riders(draw, env)}
