"""A ferry line, in Chinese: vessels with states, captains, repair orders of several kinds."""

from tests.trades.counter import Counter, Deed, items, only, text, tool

VESSEL = {
    "vesselId": text("渡船编号"),
    "name": text("渡船名称"),
    "status": text("状态:IDLE-闲置 REPAIRING-维修中 SCRAPPED-已报废"),
}
CAPTAIN = {
    "captainId": text("船长编号"),
    "name": text("船长姓名"),
    "phone": text("船长手机号"),
}
REPAIR = {
    "repairId": text("检修单编号"),
    "vesselId": VESSEL["vesselId"],
    "repairType": text(
        "检修类型:ENGINE-轮机 HULL-船体 RADIO-电台", enum=["ENGINE", "HULL", "RADIO"]
    ),
    "planDate": text("检修日期", format="date"),
    "fee": {"type": "integer", "description": "检修费用,单位:分"},
}
NEW_STATE = text(
    "目标状态:IDLE=归还 REPAIRING=维修 SCRAPPED=报废", enum=["IDLE", "REPAIRING", "SCRAPPED"]
)


TOOLS = (
    tool("ferry", "createVessel", "创建渡船", only(VESSEL, "name"), VESSEL),
    tool("ferry", "getVessel", "查询渡船", only(VESSEL, "vesselId"), VESSEL, reads=True),
    tool("ferry", "changeVesselStatus", "变更渡船状态",
         {"vesselId": VESSEL["vesselId"], "status": NEW_STATE}, VESSEL),
    tool("ferry", "createCaptain", "创建船长", only(CAPTAIN, "name", "phone"), CAPTAIN),
    tool("ferry", "getCaptain", "查询船长", only(CAPTAIN, "captainId"), CAPTAIN, reads=True),
    tool("ferry", "createRepair", "创建检修单",
         only(REPAIR, "vesselId", "repairType", "planDate", "fee"), REPAIR,
         optional=("planDate", "fee")),
    tool("ferry", "getRepair", "查询检修单", only(REPAIR, "repairId"), REPAIR, reads=True),
    tool("ferry", "listRepairs", "查询渡船的检修单列表", only(REPAIR, "vesselId"), items(REPAIR),
         reads=True),
)  # fmt: skip
DEEDS = {
    "createVessel": Deed("make", "vesselId", {"status": "=IDLE"}),
    "getVessel": Deed("read", "vesselId"),
    "changeVesselStatus": Deed("change", "vesselId", {"status": "status"}),
    "createCaptain": Deed("make", "captainId"),
    "getCaptain": Deed("read", "captainId"),
    "createRepair": Deed("make", "repairId"),
    "getRepair": Deed("read", "repairId"),
    "listRepairs": Deed("list", "repairId"),
}


def ferry() -> Counter:
    """The line with one vessel and one captain."""
    rows = {
        "V-7001": {"vesselId": "V-7001", "name": "海燕", "status": "IDLE"},
        "C-8001": {"captainId": "C-8001", "name": "林", "phone": "13800000011"},
    }
    return Counter("ferry", TOOLS, DEEDS, rows)
