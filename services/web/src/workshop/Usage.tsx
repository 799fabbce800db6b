import { useCallback, useState } from "react";
import { SortHead, useSorting } from "../owner/Sorting";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { useAsked } from "./useAsked";
import { type ToolUse, wire } from "./wire";
import { useWords } from "./words";

const SHOWN = 100;
const NUMBERS = [
  ["candidate", "useCandidate"], ["calls", "useCalls"], ["failed", "wsFailed"], ["success", "useSuccess"], ["mean_ms", "useMean"],
] as const;
type Column = "title" | "author" | "last_used_at" | "last_failure" | (typeof NUMBERS)[number][0];

/** How often each tool was called, with what success, how it failed last. */
export function Usage() {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.usage(), [language]));
  return <section aria-label={t("wsUsage")}><Wait asked={asked}>{(rows) => <Chosen rows={rows} />}</Wait></section>;
}

function Chosen({ rows }: { rows: ToolUse[] }) {
  const t = useWords();
  const own = rows.filter((row) => row.mine);
  const [mine, setMine] = useState(own.length > 0 && own.length < rows.length);
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={mine} onChange={(event) => setMine(event.target.checked)} />
        {t("wsOnlyMine")}
      </label>
      <Table rows={mine ? own : rows} />
      <p className="aside">{t("wsUsageCounts")}</p>
    </>
  );
}

function Table({ rows }: { rows: ToolUse[] }) {
  const t = useWords();
  const [all, setAll] = useState(false);
  const used = rows.filter((row) => row.calls > 0 || row.candidate > 0);
  const { rows: sorted, ...sort } = useSorting(used, (row: ToolUse, name: Column) => row[name]);
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return (
    <>
      <p className="aside">{t("usageCount", { used: rows.filter((row) => row.calls > 0).length, all: rows.length })}</p>
      {used.length > 0 ? (
        <div className="scroll" tabIndex={0} role="group" aria-label={t("wsUsage")}>
          <table>
            <thead>
              <tr>
                <SortHead name="title" label={t("whyTool")} {...sort} />
                <SortHead name="author" label={t("wsField_author")} {...sort} />
                {NUMBERS.map(([name, label]) => <SortHead key={name} name={name} label={t(label)} number {...sort} />)}
                <SortHead name="last_used_at" label={t("useLast")} {...sort} />
                <SortHead name="last_failure" label={t("wsLastFailure")} {...sort} />
              </tr>
            </thead>
            <tbody>{shown.map((row) => <Line key={row.tool} row={row} />)}</tbody>
          </table>
        </div>
      ) : null}
      {used.length > shown.length ? (
        <button type="button" className="link" onClick={() => setAll(true)}>{t("showAll", { count: used.length })}</button>
      ) : null}
    </>
  );
}

function Line({ row }: { row: ToolUse }) {
  const t = useWords();
  return (
    <tr>
      <th scope="row">
        <a href={linkTo("tools", row.tool, "history")}><Text>{row.title}</Text></a>
        <small><Text>{row.tool}</Text></small>
      </th>
      <td><Text>{row.author || "—"}</Text></td>
      <td className="number">{row.candidate}</td>
      <td className="number">{row.calls}</td>
      <td className={row.failed > 0 ? "number error" : "number"}>{row.failed}</td>
      <td className="number">{row.success === null ? "–" : `${Math.round(row.success * 100)}%`}</td>
      <td className="number">{row.mean_ms === null ? "–" : `${Math.round(row.mean_ms)} ms`}</td>
      <td>{row.last_used_at === null ? "–" : <When at={row.last_used_at} />}</td>
      <td>{row.last_failure === null ? "–" : <Failure row={row} t={t} />}</td>
    </tr>
  );
}

function Failure({ row, t }: { row: ToolUse; t: ReturnType<typeof useWords> }) {
  return (
    <>
      <code><Text>{row.last_failure ?? ""}</Text></code>
      {row.last_failed_at === null ? null : <> <small><When at={row.last_failed_at} /></small></>}{" "}
      {row.failed_in === null ? null : row.failed_in_deleted ? <small>{t("wsFailedInDeleted")}</small> : <a className="link" href={`#${row.failed_in}`}>{t("wsFailedIn")}</a>}
    </>
  );
}
