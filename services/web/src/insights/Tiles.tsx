import { useEffect, useState } from "react";
import { percent, whole } from "../owner/numbers";
import { recalled, remember } from "../state/browser";
import { useSettings } from "../state/settings";
import { go, minutesOf, MOST_MINUTES, type Place } from "./address";
import { Count, type PartProps } from "./parts";
import { minutesByHand, minutesSaved } from "./saved";
import { requestsOf } from "./wire";
import { type Say, useWords } from "./words";

const OWN_MINUTES = "insights.minutes";

type PlacedProps = PartProps & { place: Place };

/** The few figures that one looks at first. */
export function Tiles({ found, place, onOpen }: PlacedProps) {
  const t = useWords();
  const { language } = useSettings();
  const { outcomes } = found;
  const [all, done] = [requestsOf(outcomes), outcomes.done ?? 0];
  const [answered, waiting] = [outcomes.answered ?? 0, outcomes.waiting ?? 0];
  return (
    <dl className="tiles">
      <div className="card">
        <dt>{t("insRequests")}</dt>
        <dd><Count number={all} opens={{ what: t("insRequests"), requests: true }} onOpen={onOpen} /></dd>
      </div>
      <div className="card">
        <dt>{t("insRate")}</dt>
        <dd>{percent(done, all, language)}</dd>
        <dd className="aside">{t("insRateOf", { done: whole(done, language), all: whole(all, language) })}</dd>
      </div>
      <Saved found={found} place={place} />
      <div className="card">
        <dt>{t("insOther")}</dt>
        <dd>
          <Count number={answered} opens={{ what: t("insOutcome_answered"), outcome: "answered" }} onOpen={onOpen} />
          {waiting > 0 ? <> + <Count number={waiting} opens={{ what: t("insOutcome_waiting"), outcome: "waiting" }} onOpen={onOpen} /></> : null}
        </dd>
        <dd className="aside">{t("insOtherMore", { answered, waiting })}</dd>
      </div>
    </dl>
  );
}

/** An estimate only where somebody stands for what one request takes by hand. */
function Saved({ found, place }: Omit<PlacedProps, "onOpen">) {
  const t = useWords();
  const set = found.minutes_by_hand;
  const own = place.minutes;
  const byHand = minutesByHand(found, own);
  const [first] = useState(() => own ?? recalled<number>(OWN_MINUTES));
  useEffect(() => {
    // The address tells all that is shown: who gets it sees the same.
    const kept = set === null && own === undefined ? recalled<number>(OWN_MINUTES) : null;
    if (kept !== null) go({ ...place, minutes: kept });
  }, [set, own]);
  const saved = minutesSaved(found, byHand);
  const done = found.outcomes.done ?? 0;
  const took = found.seconds / 60;
  const assume = (text: string) => {
    const minutes = minutesOf(text);
    remember(OWN_MINUTES, minutes ?? null);
    go({ ...place, minutes });
  };
  return (
    <div className="card">
      <dt>{t("insSaved")}</dt>
      <dd>{saved === null ? "–" : lasts(t, saved)}</dd>
      <dd className="aside">
        {byHand === null ? t("insSavedUnknown")
          : t("insSavedHow", { done, by_hand: byHand, took: lasts(t, took) })}
      </dd>
      {byHand === null ? null : <dd className="aside">{t(set === null ? "insSavedOwn" : "insSavedSetting", { by_hand: byHand })}</dd>}
      {set === null ? (
        <dd className="aside">
          <label>
            {t("insSavedAsk")}{" "}
            <input type="number" min="0" max={MOST_MINUTES} step="any" inputMode="decimal" defaultValue={first ?? ""} onChange={(event) => assume(event.target.value)} />
          </label>
        </dd>
      ) : null}
    </div>
  );
}

function lasts(t: Say, minutes: number): string {
  const rounded = minutes < 10 ? Math.round(minutes * 10) / 10 : Math.round(minutes);
  if (rounded < 60) return t("insMinutes", { minutes: rounded });
  return t("insHours", { hours: Math.floor(rounded / 60), minutes: rounded % 60 });
}
