import type { ReactNode } from "react";
import { Text } from "../../text/visible";
import type { Labels } from "../../wire/types";
import { Apart } from "../Apart";
import { ChainGraph, type Row } from "./ChainGraph";

export interface RunRow extends Row {
  state: string;
  description: ReactNode;
  /** What the row unfolds; unfolded at once where it is opened as a node. */
  content: (open: boolean) => ReactNode;
}

/** The chain as it runs; the open node shows what the list's row does. */
export default function RunGraph({ rows, labels }: { rows: readonly RunRow[]; labels: Labels }) {
  return (
    <ChainGraph
      rows={rows}
      labels={labels}
      details={({ key }) => {
        const row = rows.find(({ group }) => group.key === key);
        return row ? (
          <section key={key}>
            <h4><Text>{row.title}</Text>{row.count > 1 ? ` × ${row.count}` : ""}<Apart values={row.own} /></h4>
            {row.description}
            {row.content(true)}
          </section>
        ) : null;
      }}
    />
  );
}
