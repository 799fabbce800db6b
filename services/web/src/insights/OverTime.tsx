import { useMemo } from "react";
import { Figure } from "../owner/Figure";
import { ceiling, dayAfter, dayName, mondayOf, whole } from "../owner/numbers";
import { Select } from "../parts/Select";
import { useMedia, useSettings } from "../state/settings";
import { go, type Period as By, type Place } from "./address";
import { Count, type PartProps } from "./parts";
import { type Figures, LOST, type Outcome, type Outcomes, requestsOf } from "./wire";
import { useWords } from "./words";

interface Period {
  since: string;
  until: string;
  done: number;
  lost: number;
  outcomes: Outcomes;
}

const [HEIGHT, LEFT, BELOW] = [220, 40, 26];
const NARROW = "(max-width: 560px)";
const MANY_DAYS = 62;

/** How many requests there were, and how many of them came to their end. */
export function OverTime({ found, place, onOpen }: PartProps & { place: Place }) {
  const t = useWords();
  const { language } = useSettings();
  const by = place.by ?? (found.days.length > MANY_DAYS ? "week" : "day");
  const periods = useMemo(() => periodsOf(found, by), [found, by]);
  const named = (one: Period) => by === "day" ? dayName(one.since, language, "long") : t("insWeekOf", { day: dayName(one.since, language, "long") });
  return (
    <Figure
      title={t("insOverTime")}
      tools={(
        <Select label={t("insBy")} value={by} options={[["day", t("insDay")], ["week", t("insWeek")]]} onChange={(chosen) => go({ ...place, by: chosen })} />
      )}
      chart={<Chart periods={periods} named={named} />}
      table={(
        <table className="sticky">
          <thead>
            <tr>
              <th scope="col">{t("insPeriod")}</th>
              <th scope="col" className="number">{t("insRequests")}</th>
              <th scope="col" className="number">{t("insDone")}</th>
              {LOST.map((one) => <th key={one} scope="col" className="number">{t(`insOutcome_${one as Outcome}`)}</th>)}
            </tr>
          </thead>
          <tbody>
            {periods.map((one) => (
              <tr key={one.since}>
                <th scope="row">{named(one)}</th>
                <td className="number"><Count number={one.done + one.lost} opens={{ what: named(one), requests: true, ...daysOf(one) }} onOpen={onOpen} /></td>
                {(["done", ...LOST] as Outcome[]).map((outcome) => (
                  <td key={outcome} className="number">
                    <Count number={one.outcomes[outcome] ?? 0} opens={{ what: `${named(one)} · ${t(`insOutcome_${outcome}`)}`, outcome, ...daysOf(one) }} onOpen={onOpen} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  );
}

function daysOf({ since, until }: Period) {
  return { since, until };
}

function Chart({ periods, named }: { periods: Period[]; named: (one: Period) => string }) {
  const t = useWords();
  const { language } = useSettings();
  const narrow = useMedia(NARROW);
  const width = narrow ? 300 : 1020;
  const top = ceiling(Math.max(...periods.map((one) => one.done + one.lost)));
  const high = (number: number) => (number / top) * (HEIGHT - BELOW - 10);
  const ground = HEIGHT - BELOW;
  const step = (width - LEFT) / periods.length;
  const wide = Math.max(1, Math.min(28, step * 0.72));
  const every = Math.ceil(periods.length / (narrow ? 4 : 10));
  const sum = (what: "done" | "lost") => whole(periods.reduce((all, one) => all + one[what], 0), language);
  return (
    <>
        <svg className="chart" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={t("insChartOf", { what: t("insOverTime"), done: sum("done"), lost: sum("lost") })}>
          <Hatch />
          {[0, top / 2, top].map((mark) => (
            <g key={mark} className="mark">
              <line x1={LEFT} x2={width} y1={ground - high(mark)} y2={ground - high(mark)} />
              <text x={LEFT - 8} y={ground - high(mark) + 4} textAnchor="end">{whole(mark, language)}</text>
            </g>
          ))}
          {periods.map((one, number) => {
            const x = LEFT + number * step + (step - wide) / 2;
            return (
              <g key={one.since}>
                <title>{`${named(one)}: ${t("insDone")} ${one.done}, ${t("insNotDone")} ${one.lost}`}</title>
                <rect className="reach" x={LEFT + number * step} y={0} width={step} height={ground} />
                <rect className="done" x={x} y={ground - high(one.done)} width={wide} height={high(one.done)} />
                <rect className="lost" x={x} y={ground - high(one.done + one.lost)} width={wide} height={high(one.lost)} />
                {number % every === 0 ? <text x={LEFT + number * step + step / 2} y={HEIGHT - 8} textAnchor="middle">{dayName(one.since, language)}</text> : null}
              </g>
            );
          })}
        </svg>
      <p className="legend">
        <span><Key kind="done" /> {t("insDone")}</span>
        <span><Key kind="lost" /> {t("insNotDone")}</span>
      </p>
    </>
  );
}

/** What is not done is hatched: seen without colours, too. */
function Hatch() {
  return (
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="under" width="6" height="6" />
        <rect className="stripe" width="2.2" height="6" />
      </pattern>
    </defs>
  );
}

function Key({ kind }: { kind: "done" | "lost" }) {
  return (
    <svg className="chart key" viewBox="0 0 14 14" aria-hidden="true">
      <rect className={kind} width="14" height="14" rx="2" />
    </svg>
  );
}

function periodsOf(found: Figures, by: By): Period[] {
  const periods = new Map<string, Period>();
  for (const { day, outcomes } of found.days) {
    const key = by === "day" ? day : mondayOf(day);
    const one = periods.get(key) ?? { since: key < found.since ? found.since : key, until: day, done: 0, lost: 0, outcomes: {} };
    const done = outcomes.done ?? 0;
    const sums = { ...one.outcomes };
    for (const [name, number] of Object.entries(outcomes) as [Outcome, number][]) sums[name] = (sums[name] ?? 0) + number;
    periods.set(key, {
      since: one.since, until: by === "day" ? day : min(dayAfter(key, 6), found.until),
      done: one.done + done, lost: one.lost + requestsOf(outcomes) - done, outcomes: sums,
    });
  }
  return [...periods.values()];
}

function min(one: string, other: string): string {
  return one < other ? one : other;
}
