import { Button } from "antd";
import { useCallback, useState } from "react";
import { whole } from "../owner/numbers";
import { Wait } from "../owner/Wait";
import { Dialog } from "../parts/Dialog";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import { csvOf, save } from "../wire/things";
import { useAsked } from "../workshop/useAsked";
import { entityName, environmentName, projectName, toolName } from "./parts";
import { type Behind as Run, type Figures, type Filters, type Opened, wire } from "./wire";
import { type Say, useWords } from "./words";

const STEP = 50;
const MOST = 500;

/** The runs behind a number, as far as one may see them one by one. */
export function Behind({ number, filters, found, onClose }: {
  number: Opened;
  filters: Filters;
  found: Figures;
  onClose: () => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const [limit, setLimit] = useState(STEP);
  const asked = useAsked(useCallback(() => wire.behind(filters, number, limit), [filters, number, limit]));
  return (
    <Dialog title={visible(number.what)} onClose={onClose} large>
      <Wait asked={asked} retry={t("insRetry")}>
        {({ runs, total, hidden }) => (
          <>
            <p role="status">
              {total > 0 ? t("insBehind", { total: whole(total, language) }) : t("insNobody")}{" "}
              {hidden > 0 ? t("insHidden", { count: whole(hidden, language) }) : ""}
            </p>
            <p className="aside">{t("insPrivacy")}</p>
            <ul className="works">{runs.map((one) => <Line key={one.run_id} run={one} found={found} />)}</ul>
            <div className="buttons">
              {runs.length < Math.min(total, MOST) ? (
                <Button onClick={() => setLimit(Math.min(MOST, limit + STEP))}>{t("insMore")}</Button>
              ) : null}
              {runs.length > 0 ? (
                <Button onClick={() => save("zhizao-runs.csv", "text/csv", csvOf(sheet(t, runs, found)))}>{t("insExport")}</Button>
              ) : null}
            </div>
          </>
        )}
      </Wait>
    </Dialog>
  );
}

function Line({ run, found }: { run: Run; found: Figures }) {
  const t = useWords();
  const { language } = useSettings();
  const facts = [projectName(t, run.project), environmentName(t, found, run.environment), ...(run.entity ? [entityName(t, found, run.entity)] : [])];
  const tools = Object.entries(run.tools).map(([id, times]) => ({ id, text: `${toolName(t, found, id)}${times > 1 ? ` × ${times}` : ""}` }));
  return (
    <li>
      <div className="head">
        <strong><When at={run.at} /></strong>
        <span className={run.outcome === "done" ? "tag plain" : "tag"}>{t(`insOutcome_${run.outcome}`)}</span>
        <span className="aside"><Text>{facts.join(" · ")}</Text> · {t("insSeconds", { seconds: whole(Math.round(run.seconds * 10) / 10, language) })}</span>
      </div>
      {run.text !== null ? <p><Text>{run.text}</Text></p> : null}
      {tools.length > 0 ? (
        <p className="facts aside">
          {tools.map(({ id, text }) => (
            <span key={id} className={run.failed.includes(id) ? "error" : undefined}>
              <Text>{text}</Text>{run.failed.includes(id) ? ` (${t("insFailed")})` : ""}
            </span>
          ))}
        </p>
      ) : null}
      <p className="facts aside">
        <code><Text>{run.run_id}</Text></code>
        {run.session_id !== null ? <a className="link" href={`#${run.session_id}`}>{t("insOpen")}</a> : null}
      </p>
    </li>
  );
}

function sheet(t: Say, runs: Run[], found: Figures) {
  const columns = [
    ["run", t("insRun")], ["at", t("insAt")], ["outcome", t("insOutcome")], ["project", t("insProject")],
    ["environment", t("insEnvironment")], ["thing", t("insThing")], ["seconds", t("insTook")], ["tools", t("insTool")],
  ] as const;
  return {
    entity: t("insTitle"),
    columns: columns.map(([name, label]) => ({ name, label })),
    rows: runs.map((run) => ({
      run: run.run_id, at: new Date(run.at * 1000).toISOString(), outcome: t(`insOutcome_${run.outcome}`),
      project: projectName(t, run.project), environment: environmentName(t, found, run.environment),
      thing: run.entity ? entityName(t, found, run.entity) : "", seconds: run.seconds.toFixed(1),
      tools: Object.keys(run.tools).map((id) => id || toolName(t, found, id)).join(" "),
    })),
  };
}
