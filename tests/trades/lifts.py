"""Lift inspections in a Chinese document, with their results, and cables by their model."""

from tests.trades.served import Trade

LIFTS = Trade(
    title="电梯检验所",
    thing="inspections",
    key="inspectionNo",
    first="6301",
    titles={
        "list": ("listInspections", "列出电梯检验单"),
        "get": ("getInspection", "按编号查询电梯检验单"),
        "make": ("createInspection", "开一张电梯检验单"),
        "delete": ("deleteInspection", "彻底删除电梯检验单"),
        "state": ("setInspectionResult", "修改电梯检验单的结论"),
        "look": ("getCable", "按型号查询钢索"),
        "key": ("", "电梯检验单编号"),
        "of": ("", "电梯检验单的结论"),
    },
    fields={"building": "电梯所在的楼宇", "inspector": "检验员姓名", "finding": "发现的问题"},
    states=("draft", "passed", "failed", "archived"),
    stock=("cables", "model", "钢索型号"),
    rows={
        "6301": {
            "inspectionNo": "6301",
            "building": "海棠大厦",
            "inspector": "周敏",
            "finding": "门机异响",
            "status": "draft",
        },
        "6302": {
            "inspectionNo": "6302",
            "building": "银杏公馆",
            "inspector": "何俊",
            "finding": "无",
            "status": "passed",
        },
    },
    listed={
        "GS-16": {
            "model": ("GS-16", "钢索型号"),
            "diameter": (16, "钢索直径，毫米"),
            "stock": (7, "钢索库存"),
        }
    },
)
