import { useState } from "react";
import { useSettings } from "../../state/settings";
import type { Key } from "../../text/messages";
import { Text, visible } from "../../text/visible";
import { heldIn, type ThingArc, type ThingBox, type Things as Drawn } from "../../wire/thingGraph";
import type { CameOf, Labels, Thing } from "../../wire/types";
import { Copy } from "../Copy";
import { Sheets } from "../Sheets";
import { Diagram, Opened, type Line, type Node } from "./Diagram";
import { Sign } from "./Sign";

const SIZES = { width: 204, height: 74, along: 48, across: 16 };

const WORDS: Record<CameOf, Key> = {
  created: "cameCreated", changed: "cameChanged", deleted: "cameDeleted", read: "cameRead", named: "cameNamed",
};

/** What a run made and what it made it with; a node opens what the table holds of it. */
export default function ThingGraph({ things: { boxes, arcs }, data, labels, run }: {
  things: Drawn;
  data: Thing[];
  labels: Labels;
  run: string;
}) {
  const { t } = useSettings();
  const [open, setOpen] = useState<string>();
  const names = new Map(boxes.map((box) => [box.key, nameOf(box)]));
  const lines: Line[] = arcs.map(({ from, to, names: handed }) => ({ from, to, label: handed.join(t("comma")) }));
  const told = (arc: ThingArc) => t("usedBy", {
    from: names.get(arc.from) ?? "",
    to: names.get(arc.to) ?? "",
    names: arc.names.map(visible).join(t("comma")),
    tool: arc.tools.map(visible).join(t("comma")),
  });
  const nodes: Node[] = boxes.map((box) => ({
    key: box.key,
    className: box.cameOf,
    content: <Content box={box} />,
    corner: <CopyIds box={box} />,
  }));
  const shown = boxes.find(({ key }) => key === open);
  return (
    <>
      <Diagram
        name={t("thingGraph")}
        how={t("chainGraphHow")}
        nodes={nodes}
        lines={lines}
        sizes={SIZES}
        open={open}
        onOpen={(key) => setOpen(key === open ? undefined : key)}
        spoken={{ title: t("thingGraph"), lines: arcs.map(told) }}
      />
      {shown ? (
        <Opened key={shown.key}>
          <Sheets things={heldIn(shown, data)} labels={labels} run={run} />
          {shown.nodes.every(({ place }) => place === null) && shown.cameOf !== "changed"
            ? <p className="aside">{t("onlyArgument")}</p> : null}
          <ul className="ties">
            {arcs.filter(({ from, to }) => from === shown.key || to === shown.key).map((arc) => (
              <li key={`${arc.from} ${arc.to}`}><Text>{told(arc)}</Text></li>
            ))}
          </ul>
        </Opened>
      ) : null}
    </>
  );
}

function Content({ box: { entity, cameOf, nodes } }: { box: ThingBox }) {
  const { t } = useSettings();
  const id = nodes[0]?.id ?? "";
  return (
    <>
      <span className="top">
        <Sign of={cameOf} />
        <span className="title">
          <span className="name"><Text>{entity}</Text></span>
          {nodes.length > 1 ? <b> × {nodes.length}</b> : null}
        </span>
        <span className="came">{t(WORDS[cameOf])}</span>
      </span>
      <code className="bottom" dir="auto" title={visible(id)}>
        {visible(nodes.length > 1 && id ? `${id} …` : id)}
      </code>
    </>
  );
}

function CopyIds({ box: { entity, nodes } }: { box: ThingBox }) {
  const { t } = useSettings();
  const ids = nodes.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return null;
  const name = ids.length > 1 ? t("copyIdsOf", { name: visible(entity), count: ids.length }) : t("copyId", { id: visible(ids[0] ?? "") });
  return <Copy small text={ids.join("\n")} name={name} />;
}

function nameOf({ entity, nodes }: ThingBox): string {
  return nodes.length > 1 ? `${visible(entity)} × ${nodes.length}` : [entity, nodes[0]?.id ?? ""].map(visible).join(" ").trim();
}
