import { useId } from "react";
import { SortHead, useSorting } from "../owner/Sorting";
import { Text } from "../text/visible";
import { linkTo } from "../workshop/address";
import { Count, type PartProps, toolName } from "./parts";
import type { ToolCalls } from "./wire";
import { useWords } from "./words";

type Column = "tool" | "author" | "calls" | "failed";

/** The tools that are called most, or that fail most. */
export function Tools({ found, onOpen, by }: PartProps & { by: "calls" | "failed" }) {
  const t = useWords();
  const id = useId();
  const every = by === "calls" ? found.most_used : found.most_failing;
  const { rows: named, ...sort } = useSorting(every.filter((one) => one.tool), (one: ToolCalls, name: Column) => (
    name === "tool" ? toolName(t, found, one.tool) : name === "author" ? found.tool_authors[one.tool] ?? null : one[name]
  ));
  // All that one does not see are one line, the last.
  const rows = [...named, ...every.filter((one) => !one.tool)];
  const title = t(by === "calls" ? "insUsed" : "insFailing");
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{title}</h2></header>
      {by === "calls" && rows.length > 0 ? <p className="aside">{t("insCallsMore")}</p> : null}
      {rows.length === 0 ? <p className="aside">{t(by === "calls" ? "insNoCalls" : "insNoFailures")}</p> : (
        <div className="scroll" tabIndex={0} role="group" aria-label={title}>
          <table>
            <thead>
              <tr>
                <SortHead name="tool" label={t("insTool")} {...sort} />
                <SortHead name="author" label={t("insAuthor")} {...sort} />
                <SortHead name="calls" label={t("insCalls")} number {...sort} />
                <SortHead name="failed" label={t("insFailed")} number {...sort} />
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => {
                const name = toolName(t, found, one.tool);
                return (
                  <tr key={one.tool}>
                    <th scope="row">
                      {one.tool ? <a href={linkTo("tools", one.tool, "history")}><Text>{name}</Text></a> : <Text>{name}</Text>}
                      {one.tool && name !== one.tool ? <small><Text>{one.tool}</Text></small> : null}
                    </th>
                    <td><Text>{found.tool_authors[one.tool] ?? "—"}</Text></td>
                    <td className="number">{one.tool ? <Count number={one.calls} opens={{ what: name, tool: one.tool }} onOpen={onOpen} /> : one.calls}</td>
                    <td className="number">{one.tool ? <Count number={one.failed} opens={{ what: `${name} · ${t("insFailed")}`, tool: one.tool, failed: true }} onOpen={onOpen} /> : one.failed}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
