import { Button, Input } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text } from "../text/visible";
import { api, type WhyStage } from "../wire/api";
import { Loaded } from "./Loaded";
import { Gaps, Usage } from "./UsePanels";

const TABS = ["toolList", "usage", "gaps", "lint", "conflicts", "why"] as const;
type Tab = (typeof TABS)[number];

/** For authors of tools: which there are, how they are used, what is asked for in vain, what is
 * wrong with them, why one was not chosen. */
export default function ToolsPanel() {
  const { t } = useSettings();
  const [tab, setTab] = useState<Tab>("toolList");
  const [asked, setAsked] = useState("");
  const why = (tool: string) => {
    setAsked(tool);
    setTab("why");
  };
  return (
    <>
      <div className="tabs" role="group" aria-label={t("tools")}>
        {TABS.map((one) => (
          <button key={one} type="button" aria-pressed={one === tab} onClick={() => setTab(one)}>
            {t(one)}
          </button>
        ))}
      </div>
      {tab === "toolList" ? <Tools /> : null}
      {tab === "usage" ? <Usage onWhy={why} /> : null}
      {tab === "gaps" ? <Gaps /> : null}
      {tab === "lint" ? <Lint /> : null}
      {tab === "conflicts" ? <Conflicts /> : null}
      {tab === "why" ? <Why asked={asked} /> : null}
    </>
  );
}

function Tools() {
  return <Loaded load={api.tools}>{(tools) => <Filtered rows={tools.map(toolLine)} />}</Loaded>;
}

interface Line {
  head: string;
  more: string;
  text: string;
}

function toolLine(tool: Awaited<ReturnType<typeof api.tools>>[number]): Line {
  const { scope, status, environments } = tool.labels;
  const more = [scope, status, ...environments].join(" · ");
  return { head: tool.id, more, text: [tool.title, tool.summary].filter(Boolean).join(": ") };
}

function Lint() {
  const { t } = useSettings();
  return (
    <Loaded load={api.lint}>
      {({ tools, errors, findings }) => (
        <>
          <p className="aside">
            {t("lintCount", { tools, errors, warnings: findings.length - errors })}
          </p>
          <Filtered
            rows={findings.map((one) => ({
              head: one.tool, more: `${one.severity} · ${one.rule}`, text: one.text,
            }))}
          />
        </>
      )}
    </Loaded>
  );
}

function Conflicts() {
  const { t } = useSettings();
  return (
    <Loaded load={api.conflicts}>
      {(found) => found.length === 0 ? (
        <p className="aside">{t("noConflicts")}</p>
      ) : (
        <Filtered rows={found.map((one) => ({ head: one.tool, more: "", text: one.says.join(" ") }))} />
      )}
    </Loaded>
  );
}

const SHOWN = 100;

function Filtered({ rows }: { rows: Line[] }) {
  const { t } = useSettings();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = rows.filter((row) => `${row.head} ${row.more} ${row.text}`.toLowerCase().includes(wanted));
  return (
    <>
      <Input
        type="search"
        aria-label={t("filter")}
        placeholder={t("filter")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="lines">
        {found.slice(0, SHOWN).map((row, number) => (
          <li key={number}>
            <code><Text>{row.head}</Text></code> <small><Text>{row.more}</Text></small>
            <p className="aside"><Text>{row.text}</Text></p>
          </li>
        ))}
      </ul>
      {found.length > SHOWN ? <p className="aside">+ {found.length - SHOWN}</p> : null}
    </>
  );
}

function Why({ asked }: { asked: string }) {
  const { t } = useSettings();
  const [tool, setTool] = useState(asked);
  const [sentence, setSentence] = useState("");
  const [stages, setStages] = useState<WhyStage[]>([]);
  const [failed, setFailed] = useState("");
  const explain = async () => {
    setFailed("");
    try {
      setStages(await api.why(tool.trim(), sentence.trim()));
    } catch (error) {
      setStages([]);
      setFailed((error as Error).message);
    }
  };
  return (
    <form className="why" onSubmit={(event) => { event.preventDefault(); void explain(); }}>
      <label>{t("whyTool")} <Input required value={tool} onChange={(event) => setTool(event.target.value)} /></label>
      <label>{t("whySentence")} <Input required value={sentence} onChange={(event) => setSentence(event.target.value)} /></label>
      <Button htmlType="submit" type="primary">{t("explain")}</Button>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      <ol className="lines" aria-live="polite">
        {stages.map((one) => (
          <li key={one.stage}>
            <strong><Text>{one.stage}</Text></strong> <small>{t((one.passed ? "passed" : "stopped") as Key)}</small>
            <p className="aside"><Text>{one.says.join(" · ")}</Text></p>
          </li>
        ))}
      </ol>
    </form>
  );
}
