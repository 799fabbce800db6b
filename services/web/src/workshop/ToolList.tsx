import { Button, Input } from "antd";
import { useCallback, useEffect, useState } from "react";
import { Wait } from "../owner/Wait";
import { Select } from "../parts/Select";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { recalled, remember } from "../state/browser";
import { useAsked } from "./useAsked";
import { type Asked, type Bench, wire, type Work } from "./wire";
import { named, useWords } from "./words";

const STATUSES = ["published", "awaiting_approval", "quarantined", "draft", "retired"] as const;
const SCOPES = ["personal", "project", "public"] as const;
const STEP = 50;

/** The tools that the author sees: own ones first asked for, found by words, status and space. */
export function ToolList({ bench }: { bench: Bench }) {
  const t = useWords();
  const { language } = useSettings();
  // Several people may use one browser.
  const kept = `workshop.asked.${bench.user}`;
  const [asked, setAsked] = useState<Asked>(() => ({
    ...{ q: "", mine: bench.mine > 0, status: "", scope: "", limit: STEP },
    ...recalled<Partial<Asked>>(kept),
    limit: STEP,
  }));
  const settled = useSettled(asked);
  const found = useAsked(useCallback(() => wire.tools(settled), [settled, language]));
  const change = (changed: Partial<Asked>) => {
    const next = { ...asked, limit: STEP, ...changed };
    setAsked(next);
    remember(kept, { ...next, q: "" });
  };
  const any = [["", t("wsAny")]] as const;
  return (
    <section aria-label={t("wsTools")}>
      <div className="filters">
        <Input
          type="search"
          allowClear
          aria-label={t("wsSearch")}
          placeholder={t("wsSearch")}
          value={asked.q}
          onChange={(event) => change({ q: event.target.value })}
        />
        <label className="check">
          <input type="checkbox" checked={asked.mine} onChange={(event) => change({ mine: event.target.checked })} />
          {t("wsOnlyMine")}
        </label>
        <Select label={t("wsStatus")} value={asked.status} onChange={(status) => change({ status })}
          options={[...any, ...STATUSES.map((one) => [one as string, t(`wsStatus_${one}`)] as const)]} />
        <Select label={t("wsScope")} value={asked.scope} onChange={(scope) => change({ scope })}
          options={[...any, ...SCOPES.map((one) => [one as string, t(`wsScope_${one}`)] as const)]} />
      </div>
      <Wait asked={found}>
        {({ tools, total }) => (
          <>
            <p className="aside" role="status">
              {total > 0 ? t("wsFound", { total }) : t(asked.mine && bench.mine === 0 ? "wsNoneMine" : "wsNone")}
            </p>
            <ul className="works">{tools.map((one) => <Line key={one.id} work={one} />)}</ul>
            {tools.length < total ? (
              <Button onClick={() => change({ limit: Math.min(asked.limit + STEP, 500) })}>
                {t("wsMore", { count: Math.min(STEP, total - tools.length) })}
              </Button>
            ) : null}
          </>
        )}
      </Wait>
    </section>
  );
}

function Line({ work }: { work: Work }) {
  const t = useWords();
  const fine = work.status === "published";
  const used = work.calls > 0
    ? t("wsCalls", { calls: work.calls, percent: Math.round((work.success ?? 0) * 100) })
    : t("wsNotCalled");
  return (
    <li>
      <div className="head">
        <a href={linkTo("tools", work.id)}><Text>{work.title}</Text></a>
        <span className={fine ? "tag plain" : "tag"}>{work.status_label}</span>
        {work.changed ? <span className="tag">{t("wsChangedThere")}</span> : null}
        {work.submission && work.submission !== "approved" ? (
          <span className="tag">{named(t, "wsSubmission_", work.submission)}</span>
        ) : null}
      </div>
      {work.summary && work.summary !== work.title ? <p className="clip"><Text>{work.summary}</Text></p> : null}
      <p className="aside facts">
        <code><Text>{work.id}</Text></code>
        {[work.function_label, work.scope_label, work.project, ...work.environments]
          .filter(Boolean).map((one) => <span key={one}><Text>{one}</Text></span>)}
        <span>{used}</span>
        {work.edited > 0 ? <span>{t("wsEdited", { count: work.edited })}</span> : null}
      </p>
      {work.reasons.length > 0 ? <p className="aside"><Text>{t("wsReasonsOf", { reasons: work.reasons.join(", ") })}</Text></p> : null}
    </li>
  );
}

/** What is typed counts once nobody types any more. */
function useSettled(asked: Asked): Asked {
  const [settled, setSettled] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), asked.q === settled.q ? 0 : 200);
    return () => clearTimeout(timer);
  }, [asked, settled.q]);
  return settled;
}
