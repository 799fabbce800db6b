"""What differs between seeds: ids of the same shape, names and amounts."""

from dataclasses import dataclass, field

from services.sandbox.trade import Row, Seeder

WELL_KNOWN = {
    "user": "1234",
    "user_phone": "13700001234",
    "user_account": "14453420001",
    "phone_user": "3100000088",
    "phone": "13800000001",
    "phone_account": "14453420002",
    "taobao_user": "3100000099",
    "taobao_user_phone": "13800000002",
    "account": "14453427870",
    "bound_taobao": "2218800001111",
    "free_taobao": "2219675358229",
    "store": "2001",
    "closed_store": "2002",
    "order": "1234",
    "stress_item": "1234",
    "daodian_item": "600100000001",
    "waimai_item": "600200000001",
    "bare_user": "5678",
    "bare_user_phone": "13700005678",
    "bare_user_account": "14453420003",
}
CITIES = ("杭州", "上海", "北京", "成都", "武汉")
SURNAMES = ("张", "李", "王", "赵", "陈", "刘")
GIVEN = ("伟", "敏", "静", "磊", "洋", "婷")
STORES = ("江南小厨", "老街面馆", "南山咖啡", "星河火锅", "青禾轻食", "巷口烧烤")
DISHES = ("招牌牛肉面", "双人套餐", "手冲咖啡", "麻辣锅底", "鸡胸沙拉", "烤串拼盘")
SINCE, UNTIL = "2020-01-01 00:00:00", "2099-12-31 23:59:59"
CREATED = "2026-01-05 10:00:00"


@dataclass
class Draw:
    """Seed 0 gives the usual values; any other redraws them."""

    seeder: Seeder
    used: set[str] = field(default_factory=set[str])
    ids: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self.ids = {name: self.id(shape) for name, shape in WELL_KNOWN.items()}

    def put(self, env: str, entity: str, row: Row) -> Row:
        self.seeder.put(env, entity, row)
        return row

    def id(self, shape: str) -> str:
        """The shape itself with seed 0, else with its last digits redrawn, never the same twice."""
        if self.seeder.seed == 0:
            return shape
        digits = len(shape) - len(shape.rstrip("0123456789"))
        tail = min(digits - (digits == len(shape)), 6)
        while True:
            drawn = shape[:-tail] + f"{self.seeder.random.randrange(10**tail):0{tail}d}"
            if drawn not in self.used:
                self.used.add(drawn)
                return drawn

    def name(self) -> str:
        if self.seeder.seed == 0:
            return "测试用户"
        return self.seeder.random.choice(SURNAMES) + self.seeder.random.choice(GIVEN)

    def pick(self, options: tuple[str, ...]) -> str:
        return options[0] if self.seeder.seed == 0 else self.seeder.random.choice(options)

    def fen(self, usual: int) -> int:
        """A price in whole yuan, near the usual one."""
        return usual if self.seeder.seed == 0 else usual + 100 * self.seeder.random.randint(0, 20)
