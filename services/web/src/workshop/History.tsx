import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { plain, Text } from "../text/visible";
import { useAsked } from "./useAsked";
import { type Happening, type ToolCard, wire } from "./wire";
import { named, type Say, useWords } from "./words";

/** What runs did with the tool, and who changed what of it, the latest first. */
export function History({ card }: { card: ToolCard }) {
  const t = useWords();
  const { id, source } = card.tool;
  const asked = useAsked(useCallback(async () => {
    const found = await Promise.all([wire.events(id), wire.events(source)]);
    return found.flat().sort((one, other) => other.at - one.at || other.id - one.id);
  }, [id, source]));
  return (
    <>
      <Numbers card={card} />
      <h3>{t("wsEvents")}</h3>
      <p className="aside">{t("wsVersionNow", { hash: short(card.version) })}</p>
      <Wait asked={asked}>
        {(rows) => rows.length === 0 ? <p className="aside">{t("wsNoEvents")}</p> : (
          <ol className="events">{rows.map((row) => <Event key={row.id} row={row} />)}</ol>
        )}
      </Wait>
    </>
  );
}

function Numbers({ card }: { card: ToolCard }) {
  const t = useWords();
  const { candidate, chosen, succeeded, failed, latency_ms, last_failure, last_failed_at, last_used_at } = card.usage;
  const calls = succeeded + failed;
  const told: [string, string][] = [
    [t("wsCandidate"), String(candidate)],
    [t("wsChosen"), String(chosen)],
    [t("wsCalled"), String(calls)],
    [t("wsFailed"), String(failed)],
    [t("wsSuccess"), calls ? `${Math.round((succeeded / calls) * 100)}%` : "–"],
    [t("wsMean"), calls ? `${Math.round(latency_ms / calls)} ms` : "–"],
  ];
  return (
    <>
      <dl className="numbers">
        {told.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
      <p className="aside">
        {last_used_at === null ? t("wsNotCalled") : <>{t("wsLastUsed")} <When at={last_used_at} /></>}
        {" · "}
        {last_failure === null ? t("wsNoFailure") : (
          <>{t("wsLastFailure")} <code><Text>{last_failure}</Text></code> {last_failed_at === null ? null : <When at={last_failed_at} />}</>
        )}
      </p>
    </>
  );
}

function Event({ row }: { row: Happening }) {
  const t = useWords();
  return (
    <li>
      <When at={row.at} /> <strong>{named(t, "wsEvent_", row.what)}</strong>{" "}
      <span className="aside"><Text>{row.who}</Text></span>
      <span className="aside"><Text>{details(row, t)}</Text></span>
    </li>
  );
}

/** What of it a person wants to know: the field and its value, the version, the reason. */
function details(row: Happening, t: Say): string {
  const { path, value, hash, reason, reasons } = row.detail;
  const told: string[] = [];
  if (typeof path === "string") told.push(value === undefined ? path : `${path} = ${plain(value)}`);
  if (typeof hash === "string") told.push(t("wsVersion", { hash: short(hash) }));
  if (typeof reason === "string" && reason) told.push(reason);
  if (row.what === "retired" && Array.isArray(reasons)) told.push(...reasons.map(plain));
  return told.join(" · ");
}

export function short(hash: string): string {
  return hash.slice(0, 8) || "–";
}
