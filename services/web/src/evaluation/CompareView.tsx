import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { useAsked } from "../workshop/useAsked";
import { links } from "./address";
import { Rate } from "./Rate";
import { wall } from "../wire/times";
import { type Comparison, type Run, STAGES, suiteName, wire } from "./wire";
import { useWords } from "./words";

const SURE = 0.05;

/** Two runs, case by case: what was gained, what was lost, and whether that is chance. */
export function CompareView({ before, after }: { before: string; after: string }) {
  const t = useWords();
  const asked = useAsked(useCallback(async () => {
    const [found, runs] = await Promise.all([wire.compare(before, after), wire.runs()]);
    return { found, named: (id: string) => nameOf(runs.find((one) => one.id === id), id) };
  }, [before, after]));
  return (
    <>
      <p className="facts">
        <a className="link" href={links.history}>{t("evaAll")}</a>
        <a className="link" href={links.compare(after, before)}>{t("evaSwap")}</a>
      </p>
      <Wait asked={asked}>{({ found, named }) => <Whole found={found} named={named} />}</Wait>
    </>
  );
}

/** What somebody called a run; else its suite and when it was made, as in the list of runs. */
function nameOf(run: Run | undefined, id: string): string {
  if (!run) return id;
  return run.label || `${suiteName(run.suite)} ${wall(new Date(run.started_at * 1000)).slice(0, 16).replace("T", " ")}`;
}

function Whole({ found, named }: { found: Comparison; named: (id: string) => string }) {
  const t = useWords();
  const between = t("evaBetween", { before: named(found.before), after: named(found.after) });
  return (
    <>
      <section className="card figure" aria-label={between}>
        <header><h2><Text>{between}</Text></h2></header>
        <p><Verdict found={found} /></p>
        <dl className="rates">
          <div><dt><a href={links.run(found.before)}>{t("evaBefore")}</a></dt><dd><Rate rate={found.rate_before} /></dd></div>
          <div><dt><a href={links.run(found.after)}>{t("evaAfter")}</a></dt><dd><Rate rate={found.rate_after} /></dd></div>
        </dl>
        <p className="aside">
          {t("evaPairs", { pairs: found.pairs })}{" "}
          {found.only_before + found.only_after > 0 ? t("evaUnpaired", { before: found.only_before, after: found.only_after }) : ""}
        </p>
        <p className="facts aside"><code>{found.before}</code> → <code>{found.after}</code></p>
        <Moved found={found} />
      </section>
      <div className="pair">
        <Cases title={t("evaGained")} keys={found.gains} unseen={found.unseen_gains} run={found.before} />
        <Cases title={t("evaLosses")} keys={found.losses} unseen={found.unseen_losses} run={found.after} />
      </div>
    </>
  );
}

/** What the figures mean, in words. */
function Verdict({ found }: { found: Comparison }) {
  const t = useWords();
  const { language } = useSettings();
  const [gains, losses] = [found.gains.length + found.unseen_gains, found.losses.length + found.unseen_losses];
  if (gains + losses === 0) return t("evaEqual");
  const sure = found.p < SURE;
  const digits = found.p < 0.001 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 1 };
  const p = new Intl.NumberFormat(language, { style: "percent", ...digits }).format(found.p);
  const says = [t("evaGainedLost", { gains, losses }), t(sure ? "evaNoChance" : "evaByChance", { p })];
  if (sure) says.push(t(gains > losses ? "evaBetter" : "evaWorse"));
  return says.join(language === "zh" ? "" : " ");
}

function Moved({ found }: { found: Comparison }) {
  const t = useWords();
  const moved = STAGES.filter((stage) => found.stages[stage] !== 0);
  if (moved.length === 0) return null;
  return (
    <p className="facts">
      <span className="aside">{t("evaMoved")}</span>
      {moved.map((stage) => (
        <span key={stage}>{t(`evaStage_${stage}`)} {found.stages[stage] > 0 ? "+" : "−"}{Math.abs(found.stages[stage])}</span>
      ))}
    </p>
  );
}

/** The cases that changed, each with the way to the run in which it failed. */
function Cases({ title, keys, unseen, run }: { title: string; keys: string[]; unseen: number; run: string }) {
  const t = useWords();
  const all = keys.length + unseen;
  return (
    <section className="card figure" aria-label={title}>
      <header><h2>{`${title} (${all})`}</h2></header>
      {all === 0 ? <p className="aside">{t("evaNone")}</p> : (
        <ul className="bullets">
          {keys.map((key, number) => (
            <li key={number}><a href={links.case(run, key.replace(/ #\d+$/, ""))}><Text>{key}</Text></a></li>
          ))}
          {unseen > 0 ? <li className="aside">{t("evaUnseenCount", { count: unseen })}</li> : null}
        </ul>
      )}
    </section>
  );
}
