import { Button } from "antd";
import { useState } from "react";
import { whole } from "../owner/numbers";
import { Wait } from "../owner/Wait";
import { Dialog } from "../parts/Dialog";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { useUser } from "../state/useScreens";
import { Text, visible } from "../text/visible";
import { csvOf, save } from "../wire/things";
import { entityName, environmentName, openedName, projectName, toolName } from "./parts";
import { isMore, type Pages, type Paged, usePages } from "./paging";
import type { Behind as Run, Figures, Filters, Listed, Opened } from "./wire";
import { type Say, useWords } from "./words";

/** The runs behind a number, as far as one may see them one by one. */
export function Behind({ number, filters, found, onClose }: {
  number: Opened;
  filters: Filters;
  found: Figures;
  onClose: () => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const paged = usePages(filters, number);
  return (
    <Dialog title={visible(openedName(t, found, number, language))} onClose={onClose} large>
      <Wait asked={paged}>
        {(pages) => (
          <>
            <p role="status">
              {pages.total > 0 ? t("insBehind", { total: whole(pages.total, language) }) : t("insNobody")}{" "}
              {pages.hidden > 0 ? t("insHidden", { count: whole(pages.hidden, language) }) : ""}
            </p>
            <p className="aside">{t("insPrivacy")}</p>
            <ul className="works">{pages.runs.map((one) => <Line key={one.run_id} run={one} found={withNames(found, pages)} />)}</ul>
            <div className="buttons">
              {isMore(pages) ? (
                <Button loading={paged.busy} onClick={paged.more}>
                  {t("insMore", { shown: whole(pages.runs.length, language), total: whole(pages.total, language) })}
                </Button>
              ) : null}
              {pages.runs.length > 0 ? <Export paged={paged} pages={pages} found={found} /> : null}
            </div>
          </>
        )}
      </Wait>
    </Dialog>
  );
}

/** Takes all of them along, also those that are not shown yet. */
function Export({ paged, pages, found }: { paged: Paged; pages: Pages; found: Figures }) {
  const t = useWords();
  const { language } = useSettings();
  const user = useUser() ?? t("insYou");
  const [count, setCount] = useState<number>();
  const [failed, setFailed] = useState("");
  const take = async () => {
    setFailed("");
    setCount(pages.runs.length);
    try {
      const every = await paged.every(setCount);
      if (every) save("zhizao-runs.csv", "text/csv", csvOf(sheet(t, every.runs, withNames(found, every), user)));
    } catch (error) {
      setFailed((error as Error).message);
    }
    setCount(undefined);
  };
  return (
    <>
      <Button loading={count !== undefined} onClick={() => void take()}>
        {count === undefined ? t("insExport") : t("insExporting", { count: whole(count, language), total: whole(pages.total, language) })}
      </Button>
      {failed ? <span className="error" role="alert"><Text>{failed}</Text></span> : null}
    </>
  );
}

/** The figures name only what they tell of; runs have more kinds of things. */
function withNames(found: Figures, more: Listed): Figures {
  return {
    ...found,
    entity_labels: { ...found.entity_labels, ...more.entity_labels },
    environment_labels: { ...found.environment_labels, ...more.environment_labels },
  };
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
      {run.reason ? <p className="aside">{t("insReason")}<Text>{run.reason}</Text></p> : null}
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
        {run.deleted ? <span>{t("insDeleted")}</span> : run.session_id !== null ? <a className="link" href={`#${run.session_id}`}>{t("insOpen")}</a> : null}
      </p>
    </li>
  );
}

function sheet(t: Say, runs: Run[], found: Figures, user: string) {
  const named = (ids: string[]) => ids.map((id) => id || toolName(t, found, id)).join(" ");
  const columns = [
    ["run", t("insRun")], ["at", t("insAt")], ["outcome", t("insOutcome")], ["project", t("insProject")],
    ["environment", t("insEnvironment")], ["thing", t("insThing")], ["seconds", t("insTook")], ["tools", t("insTool")],
    ["text", t("insSentence")], ["who", t("insWho")], ["reason", t("insError")], ["failed", t("insFailedTools")],
  ] as const;
  return {
    entity: t("insTitle"),
    columns: columns.map(([name, label]) => ({ name, label })),
    rows: runs.map((run) => ({
      run: run.run_id, at: new Date(run.at * 1000).toISOString(), outcome: t(`insOutcome_${run.outcome}`),
      project: projectName(t, run.project), environment: environmentName(t, found, run.environment),
      thing: run.entity ? entityName(t, found, run.entity) : "", seconds: run.seconds.toFixed(1),
      tools: named(Object.keys(run.tools)), failed: named(run.failed),
      text: run.text ?? "", who: run.text === null ? t("insSomebody") : user, reason: run.reason ?? "",
    })),
  };
}
