"""Codes of the API. A member's lower-case name is the word that is stored."""

from enum import IntEnum, StrEnum


class Flag(IntEnum):
    """是否: 0 否, 1 是"""

    NO = 0
    YES = 1


class CustomerType(IntEnum):
    """客户类型: 1 诊所, 2 养殖场, 3 宠物店"""

    CLINIC = 1
    FARM = 2
    SHOP = 3


class CustomerStatus(IntEnum):
    """客户状态: 1 正常, 2 暂停供货, 9 已销户(终态)"""

    ACTIVE = 1
    ON_HOLD = 2
    CLOSED = 9


class Category(StrEnum):
    """商品类别: VAC 疫苗, DRUG 药品, INST 器械, FEED 饲料"""

    VACCINE = "VAC"
    DRUG = "DRUG"
    INSTRUMENT = "INST"
    FEED = "FEED"


class Unit(StrEnum):
    """计量单位: BOX 盒, BTL 瓶, BAG 袋, PCS 件"""

    BOX = "BOX"
    BOTTLE = "BTL"
    BAG = "BAG"
    PIECE = "PCS"


class ProductStatus(IntEnum):
    """商品状态: 0 草稿, 1 在售, 2 停售, 3 淘汰(终态)"""

    DRAFT = 0
    ON_SALE = 1
    SUSPENDED = 2
    RETIRED = 3


class WarehouseStatus(StrEnum):
    """仓库状态: ENABLED 启用, COUNTING 盘点中, DISABLED 停用(终态)"""

    OPEN = "ENABLED"
    STOCKTAKING = "COUNTING"
    CLOSED = "DISABLED"


class OrderStatus(IntEnum):
    """订单状态: 10 新建, 20 已审核, 30 已发货, 40 已完成(终态), 90 已取消(终态)"""

    NEW = 10
    APPROVED = 20
    SHIPPED = 30
    COMPLETED = 40
    CANCELLED = 90


class Carrier(IntEnum):
    """承运方式: 1 自有车, 2 快递, 3 冷藏车"""

    OWN_TRUCK = 1
    EXPRESS = 2
    COLD_TRUCK = 3


class ShipmentStatus(StrEnum):
    """发货单状态: PREPARING 备货中, SENT 已发出, ARRIVED 已送达(终态), CANCELLED 已取消(终态)"""

    PREPARING = "PREPARING"
    SENT = "SENT"
    ARRIVED = "ARRIVED"
    CANCELLED = "CANCELLED"


class InvoiceStatus(IntEnum):
    """发票状态: 1 已开, 2 逾期, 3 已付(终态), 4 作废(终态)"""

    ISSUED = 1
    OVERDUE = 2
    PAID = 3
    VOID = 4


class ReturnReason(IntEnum):
    """退货原因: 1 破损, 2 过期, 3 发错货, 9 其他"""

    DAMAGED = 1
    EXPIRED = 2
    WRONG_ITEM = 3
    OTHER = 9


class ReturnStatus(IntEnum):
    """退货单状态: 0 已申请, 1 已同意, 2 已入库(终态), 3 已拒绝(终态)"""

    REQUESTED = 0
    ACCEPTED = 1
    STOCKED = 2
    REFUSED = 3


class AuditResult(StrEnum):
    """审核结论: AGREE 同意, REFUSE 拒绝"""

    ACCEPTED = "AGREE"
    REFUSED = "REFUSE"


MOVES: dict[str, dict[str, tuple[str, ...]]] = {
    "customer": {"active": ("on_hold", "closed"), "on_hold": ("active", "closed")},
    "product": {
        "draft": ("on_sale", "retired"),
        "on_sale": ("suspended",),
        "suspended": ("on_sale", "retired"),
    },
    "warehouse": {"open": ("stocktaking", "closed"), "stocktaking": ("open",)},
    "order": {
        "new": ("approved", "cancelled"),
        "approved": ("new", "shipped", "cancelled"),
        "shipped": ("completed",),
    },
    "shipment": {"preparing": ("sent", "cancelled"), "sent": ("arrived",)},
    "invoice": {"issued": ("overdue", "paid", "void"), "overdue": ("paid", "void")},
    "return": {"requested": ("accepted", "refused"), "accepted": ("stocked", "refused")},
}
