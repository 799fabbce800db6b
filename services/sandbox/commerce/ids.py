"""How ids look, by entity: `{e}` environment digit, `{s}` from the seed, `{n}` the counter."""

_SHAPES = {
    "user": "3{e}{s:03d}{n:05d}",
    "account": "1446{e}{s:03d}{n:03d}",
    "phone": "139{e}{s:03d}{n:04d}",
    "taobao_account": "22{e}9{s:03d}{n:06d}",
    "taobao_binding": "TBB{e}{s:03d}{n:05d}",
    "address": "AD{e}{s:03d}{n:06d}",
    "user_tag": "UT-{e}{s:03d}-{n:05d}",
    "store": "{e}{s:03d}{n:04d}",
    "category": "C{e}{s:03d}{n:03d}",
    "item": "6{e}{s:03d}{n:08d}",
    "stock": "STK{e}{s:03d}{n:06d}",
    "coupon_template": "TPL{e}{s:03d}{n:06d}",
    "coupon": "80{e}{s:03d}{n:010d}",
    "red_packet": "RP-{e}{s:03d}-{n:06d}",
    "activity": "ACT2026{e}{s:03d}{n:04d}",
    "cart_item": "CI{e}{s:03d}{n:05d}",
    "order": "40{e}{s:03d}{n:012d}",
    "payment": "PAY2026{e}{s:03d}{n:08d}",
    "voucher": "9{e}{s:03d}{n:07d}",
    "delivery": "DLV{e}{s:03d}{n:06d}",
    "rider": "R{e}{s:03d}{n:03d}",
    "refund": "RF{e}{s:03d}{n:08d}",
    "review": "rev_{e}{s:03d}x{n:05d}",
    "settlement": "ST-2026-{e}{s:03d}-{n:04d}",
    "invoice": "INV{e}{s:03d}{n:07d}",
    "member": "MB{e}{s:03d}{n:05d}",
    "points_record": "PT{e}{s:03d}{n:06d}",
    "stress_item": "7{e}{s:03d}{n:06d}",
    "issue_task": "TASK-{e}{s:03d}-{n:05d}",
    "project": "P{s:03d}{n:03d}",
    "bug": "BUG-{s:03d}{n:04d}",
}
ENTITIES = tuple(_SHAPES)
_DIGIT = {"daily": 1, "pre": 2, "common": 0}


def new_id(entity: str, env: str, counter: int, seed: int) -> str:
    """The id of the counter-th row that the tools create in this environment."""
    return _SHAPES[entity].format(e=_DIGIT[env], s=seed % 1000, n=counter)
