import { useCallback, useEffect } from "react";
import { filtersOf, isBad, placeOf } from "../insights/address";
import { entityName, environmentName } from "../insights/parts";
import { type Filters, type GapList, wire } from "../insights/wire";
import { useWords } from "../insights/words";
import { dayName } from "../owner/numbers";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { useAsked } from "./useAsked";

const AGAIN_MS = 300;

/** What was asked for and no tool serves: the requests that the dashboard counts, by what was wanted. */
export function Gaps({ address }: { address: string }) {
  const t = useWords();
  const { language } = useSettings();
  const filters = filtersOf(placeOf(address));
  const key = JSON.stringify(filters);
  const asked = useAsked(useCallback(() => {
    const wanted = JSON.parse(key) as Filters;
    return isBad(wanted) ? Promise.reject(new Error(t("insBadDays"))) : wire.gaps(wanted);
  }, [key, language]));
  const missing = asked.value?.missing ?? 0;
  useEffect(() => {
    if (missing === 0 || asked.failed) return undefined;
    const timer = setTimeout(asked.again, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [asked.value, asked.failed]);
  return (
    <section aria-label={t("insGaps")}>
      <Wait asked={asked}>{(found) => <Listed found={found} filters={filters} back={address.split("?")[1] ?? ""} />}</Wait>
    </section>
  );
}

function Listed({ found, filters, back }: { found: GapList; filters: Filters; back: string }) {
  const t = useWords();
  const { language } = useSettings();
  const names = { ...found, entity_labels: Object.fromEntries(found.gaps.map((one) => [one.entity, one.entity_label])) };
  const days = { since: dayName(filters.since, language, "long"), until: dayName(filters.until, language, "long") };
  const count = found.gaps.reduce((sum, one) => sum + one.times, 0);
  const narrowed = filters.project !== null || filters.environment !== null;
  return (
    <>
      <p>
        {t("insGapsOf", { ...days, count })}{narrowed ? ` ${t("insGapsNarrowed")}` : ""}{" "}
        <a className="link" href={`#/insights${back ? `?${back}` : ""}`}>{t("insGapsBack")}</a>
      </p>
      {found.gaps.length === 0 ? <p className="aside">{t("insNoGaps")}</p> : (
        <>
          <p className="aside">{t("insGapsWords")}</p>
          <ul className="works">
            {found.gaps.map((row) => (
              <li key={`${row.action} ${row.entity} ${row.environment}`}>
                <div className="head">
                  <strong><Text>{[row.action_label, entityName(t, names, row.entity)].filter(Boolean).join(" · ")}</Text></strong>
                  <span className="tag">{t("gapTimes", { times: row.times })}</span>
                  <span className="aside"><Text>{environmentName(t, names, row.environment)}</Text> <When at={row.last_at} /></span>
                </div>
                <p className="aside">{row.last_text === null ? t("insGapsHidden") : <Text>{row.last_text}</Text>}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
