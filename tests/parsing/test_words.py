"""Which words mean what, found from keys, titles, closed sets and glossaries."""

from tests.parsing.catalogues import ENV, ENVIRONMENTS, WORDS, parse, raw, text
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Discriminator, Document
from tool_registry.vocabulary.lexicon import Concept, Kind


def names(catalogue: Catalogue, kind: Kind, *words: str) -> list[str | None]:
    return [catalogue.lexicon.canonical(kind, word) for word in words]


def glossary(*rows: str) -> tuple[Document, ...]:
    table = ["| Term | Also called |", "| --- | --- |", *(f"| {row} |" for row in rows)]
    return (Document(source="s", name="words", text="\n".join(table)),)


def test_a_key_and_the_noun_of_its_description_are_one_thing() -> None:
    catalogue = parse(
        raw("getCard", "", {"cardId": text("借书证id")}, title="查询借书证"),
        raw("lockCard", "", {"cardId": text("要锁定的借书证id")}, title="锁定借书证"),
    )
    assert names(catalogue, Kind.ENTITY, "card", "cardId", "借书证") == ["借书证"] * 3


def test_a_key_that_is_named_otherwise_still_identifies_the_thing() -> None:
    catalogue = parse(
        raw("get_nurse", "", {"badge_id": text("Badge id of the nurse.")}),
        raw("pay_nurse", "", {"badge_id": text("Badge id of the nurse who worked.")}),
        raw("hire_trainee", "", {"badge_id": text("Badge id of the trainee.")}),
        raw("list_shifts", "", {"lead_badge_id": text("Badge id of the lead.")}),
        documents=glossary("nurse | sister", "trainee | intern"),
    )
    slots = {t.name: t.needs[0] for t in catalogue.tools.values()}
    assert {s.entity for s in slots.values()} == {"nurse"}
    assert names(catalogue, Kind.ENTITY, "intern", "sister", "badge") == ["nurse"] * 3


def test_keys_with_a_general_name_identify_what_their_descriptions_say() -> None:
    catalogue = parse(
        raw("getA", "", {"formId": text("借阅表id")}, title="查询借阅表"),
        raw("getB", "", {"formId": text("报修表id")}, title="查询报修表"),
        raw("useA", "", {"formId": text("借阅表id")}, title="新建借阅表副本"),
    )
    found = {t.name: t.needs[0].entity for t in catalogue.tools.values()}
    assert found["getA"] == found["useA"] == "借阅表"
    assert found["getB"] == "报修表"


def test_kinds_of_a_thing_in_a_closed_set_are_values_of_it() -> None:
    kinds = text("证件类型:DAY-日票 YEAR-年票 TEAM-团体票")
    catalogue = parse(
        raw("getTicket", "", {"ticketId": text("票id"), "kind": kinds}, title="查询票"),
        raw("createYear", "", {}, title="创建年票"),
        raw("createDay", "", {}, title="创建日票"),
    )
    year = catalogue.lexicon.concept(Kind.VALUE, "年票")
    assert year is not None
    assert year.entity == "票"
    tool = catalogue.tools["s/createYear"]
    assert tool.objects[0] == "票"
    assert [d.value for d in tool.discriminators] == ["年票"]


def test_a_term_named_after_an_identified_thing_is_a_kind_of_it() -> None:
    catalogue = parse(
        raw("list_leave", "", {"leave_id": text("ID of the leave")}),
        raw("request_sick_leave", "", {"days": text("")}),
        documents=glossary("sick leave | sick days"),
    )
    tool = catalogue.tools["s/request_sick_leave"]
    assert tool.objects[0] == "leave"
    assert tool.discriminators == (Discriminator(value="sick leave"),)
    assert names(catalogue, Kind.VALUE, "sick days") == ["sick leave"]


def test_a_synonym_with_a_value_in_it_does_not_swallow_the_value() -> None:
    channel = text("渠道", enum=["A", "B"], **{"x-enumNames": ["早场", "晚场"]})
    catalogue = parse(
        raw("getTicket", "", {"ticketId": text("票id"), "channel": channel}, title="查询票"),
        raw("createEarly", "", {}, title="创建早场票"),
        documents=(Document(source="s", name="g", text="|术语|别名|\n|--|--|\n|票|早场票、门票|"),),
    )
    assert [d.value for d in catalogue.tools["s/createEarly"].discriminators] == ["早场"]
    assert names(catalogue, Kind.ENTITY, "早场票", "门票") == [None, "票"]


def test_the_catalogue_renames_what_a_pack_calls_otherwise() -> None:
    pack = [
        *WORDS,
        Concept(Kind.ENTITY, "customer", ("client", "读者", "顾客")),
        Concept(Kind.VALUE, "finished", ("done", "已归还", "已还清"), attribute="status"),
    ]
    status = text("状态:OPEN-借出中 BACK-已归还")
    tools = [raw("getReader", "", {"readerId": text("读者id"), "status": status}, title="查询读者")]
    catalogue = build_catalogue(tools, (), ENVIRONMENTS, pack)
    assert names(catalogue, Kind.ENTITY, "读者", "reader") == ["读者", "读者"]
    assert names(catalogue, Kind.VALUE, "已归还", "back") == ["已归还", "已归还"]


def test_unknown_verbs_of_titles_become_actions() -> None:
    catalogue = parse(
        raw("cancelLoan", "", {"loanId": text("借阅单id"), "env": ENV}, title="借阅单冲正"),
        raw("getLoan", "", {"loanId": text("借阅单id"), "env": ENV}, title="查询借阅单"),
    )
    assert names(catalogue, Kind.ACTION, "冲正") == ["冲正"]
    assert catalogue.tools["s/cancelLoan"].actions[0] == "冲正"


def test_phrases_of_a_glossary_are_actions_that_imply_their_object() -> None:
    catalogue = parse(
        raw("createLoan", "", {"readerId": text("读者id")}, title="创建借阅单"),
        raw("getLoan", "", {"loanId": text("借阅单id")}, title="查询借阅单"),
        documents=(
            Document(source="s", name="g", text="|术语|别名|\n|--|--|\n|创建借阅单|开单、起单|"),
        ),
    )
    action = catalogue.lexicon.concept(Kind.ACTION, "开单")
    assert action is not None
    assert (action.name, action.entity) == ("create", "借阅单")


def test_an_identifying_attribute_belongs_to_its_one_owner() -> None:
    reader = {"readerId": text("读者id"), "cardNo": text("证件卡"), "mobile": text("手机号")}
    loan = {"loanId": text("借阅单id"), "readerId": text("读者id"), "mobile": text("手机号")}
    catalogue = parse(
        raw(
            "findReader",
            "",
            {"mobile": text("手机号")},
            title="查询读者",
            required=("mobile",),
            results=reader,
        ),
        raw("getLoan", "", {"loanId": text("借阅单id")}, title="查询借阅单", results=loan),
        raw("createLoan", "", {"mobile": text("手机号")}, title="创建借阅单", required=("mobile",)),
    )
    slot = catalogue.tools["s/createLoan"].needs[0]
    assert (slot.entity, slot.attribute) == ("读者", "phone")
    assert catalogue.graph.identifiers("读者") == ("id", "phone")


def test_two_fields_of_one_record_never_share_an_attribute() -> None:
    times = {
        "createdAt": text("创建日期"),
        "closedAt": text("关闭日期"),
        "loanId": text("借阅单id"),
    }
    catalogue = parse(raw("getLoan", "", {}, title="查询借阅单", results=times))
    attributes = [item.attribute for item in catalogue.tools["s/getLoan"].yields]
    assert len(set(attributes)) == len(attributes)


def test_a_loose_word_is_a_state_of_those_things_alone_of_which_a_pack_says_so() -> None:
    loose = frozenset({"of:voucher"})
    words = ("unused", "available")
    catalogue = build_catalogue(
        [
            raw(
                f"get_{thing}",
                "",
                {f"{thing}_id": text(f"id of the {thing}")},
                results={f"{thing}_state": text("", enum=[state, "gone"])},
            )
            for thing, state in (("voucher", "unused"), ("ticket", "available"))
        ],
        (),
        ENVIRONMENTS,
        [*WORDS, Concept(Kind.VALUE, "free", words, attribute="status", flags=loose)],
    )
    told = {tool.name: tool.yields[-1].values for tool in catalogue.tools.values()}
    assert told["get_voucher"]["unused"] == ("unused",)
    assert told["get_ticket"]["available"] == ("available",)
