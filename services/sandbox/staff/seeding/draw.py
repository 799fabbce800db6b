"""What differs between seeds: ids of the same shape, names, amounts."""

from dataclasses import dataclass, field

from services.sandbox.trade import Row, Seeder

FIRST = ("Dana", "Priya", "Oskar", "Lucia", "Kenji", "Amara", "Tom", "Ingrid", "Mateo", "Wanda")
LAST = (
    "Whitfield",
    "Nair",
    "Lund",
    "Moretti",
    "Sato",
    "Diallo",
    "Becker",
    "Quist",
    "Silva",
    "Hale",
)


@dataclass
class Draw:
    """Seed 0 gives the usual values; any other redraws them."""

    seeder: Seeder
    used: set[str] = field(default_factory=set[str])

    def put(self, env: str, entity: str, row: Row) -> Row:
        self.seeder.put(env, entity, row)
        return row

    def id(self, usual: str, free: int = 3) -> str:
        """The usual id with seed 0, else with its last digits redrawn, never the same twice."""
        if self.seeder.seed == 0:
            return usual
        while True:
            drawn = usual[:-free] + f"{self.seeder.random.randrange(10**free):0{free}d}"
            if drawn not in self.used:
                self.used.add(drawn)
                return drawn

    def name(self, usual: str) -> str:
        """A full name that nobody else has."""
        if self.seeder.seed == 0:
            return usual
        while True:
            drawn = f"{self.seeder.random.choice(FIRST)} {self.seeder.random.choice(LAST)}"
            if drawn not in self.used:
                self.used.add(drawn)
                return drawn

    def cents(self, usual: int) -> int:
        """An amount near the usual one."""
        return usual if self.seeder.seed == 0 else usual + 5 * self.seeder.random.randint(1, 400)
