import { useCallback, useState } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { Findings } from "./Findings";
import { useAsked } from "./useAsked";
import { type Bench, type Finding, type Told, wire } from "./wire";
import { useWords } from "./words";

const SHOWN = 50;

interface Faulty {
  tool: string;
  title: string;
  findings: Finding[];
  conflicts: string[];
}

interface Found {
  faulty: Faulty[];
  mine: Set<string>;
}

/** What is wrong with all tools at once, those with errors first: faults, names and meanings. */
export function Checks({ bench }: { bench: Bench }) {
  const t = useWords();
  const { language } = useSettings();
  const [mine, setMine] = useState(bench.mine > 0);
  const asked = useAsked(useCallback(look, [language]));
  return (
    <section aria-label={t("wsChecks")}>
      <label className="check">
        <input type="checkbox" checked={mine} onChange={(event) => setMine(event.target.checked)} />
        {t("wsOnlyMine")}
      </label>
      <Wait asked={asked}>
        {(found) => <Lines rows={mine ? found.faulty.filter((one) => found.mine.has(one.tool)) : found.faulty} />}
      </Wait>
    </section>
  );
}

async function look(): Promise<Found> {
  const own = { q: "", mine: true, status: "", scope: "", limit: 500 };
  const [lint, conflicts, works, all] = await Promise.all([
    wire.lintOfAll(), wire.conflicts(), wire.tools(own), wire.tools({ ...own, mine: false }),
  ]);
  const titles = new Map([...all.tools, ...works.tools].map((one) => [one.id, one.title]));
  return { faulty: together(lint.findings, conflicts, titles), mine: new Set(works.tools.map((one) => one.id)) };
}

function together(findings: Finding[], conflicts: Told[], titles: Map<string, string>): Faulty[] {
  const found = new Map<string, Faulty>();
  const of = (tool: string) => {
    const held = found.get(tool) ?? { tool, title: titles.get(tool) ?? tool, findings: [], conflicts: [] };
    found.set(tool, held);
    return held;
  };
  for (const one of findings) of(one.tool).findings.push(one);
  for (const one of conflicts) of(one.tool).conflicts.push(...one.says);
  return [...found.values()].sort((one, other) => errors(other) - errors(one) || one.tool.localeCompare(other.tool));
}

function errors(one: Faulty): number {
  return one.findings.filter((each) => each.severity === "error").length;
}

function Lines({ rows }: { rows: Faulty[] }) {
  const t = useWords();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN);
  const count = rows.reduce((sum, one) => sum + errors(one), 0);
  const warnings = rows.reduce((sum, one) => sum + one.findings.length, 0) - count;
  if (rows.length === 0) return <p className="aside" role="status">{t("wsClean")}</p>;
  return (
    <>
      <p className="aside" role="status">{t("wsChecked", { tools: rows.length, errors: count, warnings })}</p>
      <ul className="works">{shown.map((one) => <Line key={one.tool} one={one} />)}</ul>
      {rows.length > shown.length ? (
        <button type="button" className="link" onClick={() => setAll(true)}>{t("showAll", { count: rows.length })}</button>
      ) : null}
    </>
  );
}

function Line({ one }: { one: Faulty }) {
  const t = useWords();
  return (
    <li>
      <div className="head">
        <a href={linkTo("tools", one.tool, "lint")}><Text>{one.title}</Text></a>
        <code className="aside"><Text>{one.tool}</Text></code>
      </div>
      {one.findings.length > 0 ? <Findings found={one.findings} /> : null}
      {one.conflicts.length > 0 ? (
        <>
          <h4><a href={linkTo("tools", one.tool, "rivals")}>{t("wsRivals")}</a></h4>
          <ul className="bullets">{one.conflicts.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
        </>
      ) : null}
    </li>
  );
}
