"""What the tools do, by domain; `HANDLERS` maps names used in the YAML files to functions."""

from services.sandbox.commerce.handlers import (
    accounts,
    aftersales,
    assets,
    coupons,
    fulfilment,
    goods,
    members,
    orders,
    promotions,
    stores,
    support,
)
from services.sandbox.trade import Handler

HANDLERS: dict[str, Handler] = {
    **accounts.HANDLERS,
    **aftersales.HANDLERS,
    **assets.HANDLERS,
    **coupons.HANDLERS,
    **fulfilment.HANDLERS,
    **goods.HANDLERS,
    **members.HANDLERS,
    **orders.HANDLERS,
    **promotions.HANDLERS,
    **stores.HANDLERS,
    **support.HANDLERS,
}
