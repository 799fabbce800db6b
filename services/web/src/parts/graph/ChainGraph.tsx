import { type ReactNode, useState } from "react";
import { useSettings } from "../../state/settings";
import { Text, visible } from "../../text/visible";
import { arcsOf } from "../../wire/chainGraph";
import type { Group } from "../../wire/groups";
import { destroys, reads } from "../../wire/kinds";
import type { Labels } from "../../wire/types";
import { Apart } from "../Apart";
import { Diagram, Opened, type Line, type Node } from "./Diagram";
import { Sign } from "./Sign";

const SIZES = { width: 144, height: 78, along: 42, across: 18 };

/** A row of the list as a node. */
export interface Row {
  group: Group;
  title: string;
  /** What tells it from other calls of its tool. */
  own: string[];
  /** Calls that are to be made. */
  count: number;
  /** As the plan stands, no state yet. */
  state?: string;
  /** What is said of the state, or how far it has come. */
  told?: ReactNode;
  dropped?: boolean;
}

/** The calls of a chain and what they hand on; a node opens what the list's row holds. */
export function ChainGraph({ rows, labels, details }: {
  rows: readonly Row[];
  labels: Labels;
  details: (group: Group) => ReactNode;
}) {
  const { t } = useSettings();
  const [open, setOpen] = useState<string>();
  const names = new Map(rows.map(({ group, title }) => [group.key, `${group.first + 1} ${visible(title)}`]));
  const arcs = arcsOf(rows.map(({ group }) => group), labels);
  const lines: Line[] = arcs.map(({ from, to, names: handed }) => ({
    from, to, label: handed.join(t("comma")) || t("orderOnly"), dotted: handed.length === 0,
  }));
  const told = arcs.map(({ from, to, names: handed }) => t(handed.length > 0 ? "flow" : "flowOrder", {
    from: names.get(from) ?? "", to: names.get(to) ?? "", names: handed.map(visible).join(t("comma")),
  }));
  const nodes: Node[] = rows.map((row) => ({
    key: row.group.key,
    className: `${row.state ?? "still"} ${row.dropped ? "dropped" : ""} ${destroys(labels.kinds?.[row.group.tool]) ? "danger" : ""}`,
    content: <Call row={row} labels={labels} />,
  }));
  const shown = rows.find(({ group }) => group.key === open);
  return (
    <>
      <Diagram
        name={t("chainGraph")}
        how={t("chainGraphHow")}
        nodes={nodes}
        lines={lines}
        sizes={SIZES}
        open={open}
        onOpen={(key) => setOpen(key === open ? undefined : key)}
        spoken={{ title: t("graphFlows"), lines: told.length > 0 ? told : [t("flowNone")] }}
      />
      {shown ? <Opened key={shown.group.key}>{details(shown.group)}</Opened> : null}
    </>
  );
}

function Call({ row: { group, title, own, count, state, told, dropped }, labels }: { row: Row; labels: Labels }) {
  const { t } = useSettings();
  const kind = labels.kinds?.[group.tool];
  const peril = destroys(kind) ? t(kind?.undo ? "perilCanUndo" : "perilForGood") : undefined;
  return (
    <>
      <span className="top">
        {state ? <Sign of={state} /> : <span className="ordinal" aria-hidden>{group.first + 1}</span>}
        <span className="title" title={visible(title)}>
          <span className="name"><Text>{title}</Text><Apart values={own} /></span>
        </span>
      </span>
      <span className="bottom">
        {peril && !dropped ? (
          <span className="peril" title={peril}>
            <Sign of="danger" /> <span className={state ? "unseen" : ""}>{peril}</span>
          </span>
        ) : null}
        {group.steps.length > 1 && !dropped ? <b>× {count}</b> : null}
        {dropped ? t("stepDropped") : state || !peril ? told : null}
        {!state && !dropped && reads(kind) ? t("kindReads") : null}
      </span>
    </>
  );
}
