import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { api, type Gap, type ToolUse } from "../wire/api";
import { Loaded } from "./Loaded";

/** How often each tool was called, with what success, and when last. */
export function Usage({ onWhy }: { onWhy: (tool: string) => void }) {
  return <Loaded load={api.usage}>{(rows) => <UsageTable rows={rows} onWhy={onWhy} />}</Loaded>;
}

function UsageTable({ rows, onWhy }: { rows: ToolUse[]; onWhy: (tool: string) => void }) {
  const { t } = useSettings();
  const used = rows.filter((row) => row.calls > 0 || row.candidate > 0);
  return (
    <>
      <p className="aside">{t("usageCount", { used: used.length, all: rows.length })}</p>
      {used.length > 0 ? (
        <div className="scroll" tabIndex={0} role="group" aria-label={t("usage")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("whyTool")}</th>
                <th scope="col" className="number">{t("useCandidate")}</th>
                <th scope="col" className="number">{t("useCalls")}</th>
                <th scope="col" className="number">{t("useSuccess")}</th>
                <th scope="col" className="number">{t("useMean")}</th>
                <th scope="col">{t("useLast")}</th>
              </tr>
            </thead>
            <tbody>
              {used.map((row) => (
                <tr key={row.tool}>
                  <th scope="row">
                    <Text>{row.title}</Text>
                    <small><Text>{row.tool}</Text></small>
                    <button type="button" className="link" onClick={() => onWhy(row.tool)}>{t("why")}</button>
                  </th>
                  <td className="number">{row.candidate}</td>
                  <td className="number">{row.calls}</td>
                  <td className="number">{row.success === null ? "–" : `${Math.round(row.success * 100)}%`}</td>
                  <td className="number">{row.mean_ms === null ? "–" : `${Math.round(row.mean_ms)} ms`}</td>
                  <td>{row.last_used_at === null ? "–" : <When at={row.last_used_at} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}

/** What was asked for and no tool could do. */
export function Gaps() {
  const { t } = useSettings();
  return (
    <Loaded load={api.gaps}>
      {(rows) => rows.length === 0 ? <p className="aside">{t("noGaps")}</p> : (
        <>
          <p className="aside">{t("gapsMore")}</p>
          <ul className="lines">{rows.map((row, number) => <Missing key={number} row={row} />)}</ul>
        </>
      )}
    </Loaded>
  );
}

function Missing({ row }: { row: Gap }) {
  const { t } = useSettings();
  return (
    <li>
      <Text>{`${row.action_label} · ${row.entity_label}`}</Text>{" "}
      <small>
        <Text>{row.environment_label}</Text> {t("gapTimes", { times: row.times })} · <When at={row.last_at} />
      </small>
      <p className="aside"><Text>{row.last_text}</Text></p>
    </li>
  );
}
