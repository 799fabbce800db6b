import { useCallback, useEffect, useMemo } from "react";
import { Frame } from "../owner/Frame";
import { whole } from "../owner/numbers";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { useAsked } from "../workshop/useAsked";
import { close, filtersOf, isBad, open, type Place, placeOf } from "./address";
import { Behind } from "./Behind";
import { Filtering } from "./Filtering";
import { Funnel } from "./Funnel";
import { Heat } from "./Heat";
import { Languages } from "./Languages";
import { OverTime } from "./OverTime";
import { Teams } from "./Teams";
import { Tiles } from "./Tiles";
import { Tools } from "./Tools";
import { type Figures, type Filters, type Opened, wire } from "./wire";
import { useWords } from "./words";
import "./insights.css";

const AGAIN_MS = 300;

/** What becomes of requests, for those who own the deployment or a project. */
export default function Insights({ address, back }: { address: string; back: string }) {
  const t = useWords();
  const { language } = useSettings();
  const place = useMemo(() => placeOf(address), [address]);
  // Only by what they say: a list that is opened over the figures has them not asked for anew.
  const chosen = JSON.stringify(filtersOf(place));
  const filters = useMemo(() => JSON.parse(chosen) as Filters, [chosen]);
  const bad = isBad(filters);
  const asked = useAsked(useCallback(
    () => bad ? Promise.reject(new Error(t("insBadDays"))) : wire.figures(filters),
    [filters, bad, language],
  ));
  const missing = asked.value?.missing ?? 0;
  useEffect(() => {
    if (missing === 0 || asked.failed) return undefined;
    const timer = setTimeout(asked.again, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [asked.value, asked.failed]);
  return (
    <Frame screen="insights" back={back}>
      {asked.denied ? null : <Filtering place={place} filters={filters} found={asked.value} />}
      <Wait asked={asked}>
        {(found) => (
          <>
            <p className="aside" role="status">{missing > 0 ? t("insMissing", { count: whole(missing, language) }) : ""}</p>
            <Shown found={found} filters={filters} place={place} />
          </>
        )}
      </Wait>
    </Frame>
  );
}

function Shown({ found, filters, place }: { found: Figures; filters: Filters; place: Place }) {
  const t = useWords();
  const { opened } = place;
  if (Object.keys(found.outcomes).length === 0) {
    return found.missing > 0 ? null : <p className="card nothing">{t("insEmpty")}</p>;
  }
  const parts = { found, onOpen: (number: Opened) => open(place, number) };
  return (
    <>
      <Tiles {...parts} place={place} />
      <OverTime {...parts} place={place} />
      <Funnel {...parts} />
      <Heat {...parts} />
      <Teams {...parts} />
      <div className="pair">
        <Tools {...parts} by="calls" />
        <Tools {...parts} by="failed" />
      </div>
      <Languages {...parts} />
      <div className="aside"><p>{t("insWhat")}</p><p>{t("insPrivacy")}</p></div>
      {opened ? (
        <Behind key={JSON.stringify([filters, opened])} number={opened} filters={filters} found={found} onClose={() => close(place)} />
      ) : null}
    </>
  );
}
