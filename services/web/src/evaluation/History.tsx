import { Button } from "antd";
import { useCallback, useMemo, useState } from "react";
import { Wait } from "../owner/Wait";
import { Select } from "../parts/Select";
import { When } from "../parts/When";
import { Text } from "../text/visible";
import { useAsked } from "../workshop/useAsked";
import { links } from "./address";
import { Present } from "./Present";
import { Rate } from "./Rate";
import { Resume } from "./Resume";
import { Trend } from "./Trend";
import { Unfinished } from "./Unfinished";
import { type Going, isGoing, isUnfinished, type Run, suiteName, wire } from "./wire";
import { useWords } from "./words";

/** All runs that were kept, each suite's rates over time, and two of them to be compared. */
export function History() {
  const t = useWords();
  const asked = useAsked(useCallback(() => wire.runs(), []));
  const first = useAsked(useCallback(() => wire.going(), []));
  const [heard, setHeard] = useState<Going | null>();
  const going = heard === undefined ? first.value : heard;
  return (
    <>
      <Present going={going} onHeard={setHeard} onEnded={asked.again} />
      <Wait asked={asked}>
        {(runs) => runs.length === 0 ? <p className="card nothing">{t("evaEmpty")}</p> : (
          <Runs runs={runs} onResumed={going && isGoing(going) ? undefined : setHeard} />
        )}
      </Wait>
    </>
  );
}

/** `onResumed`: none while a run goes on. */
function Runs({ runs, onResumed }: { runs: Run[]; onResumed?: (going: Going) => void }) {
  const t = useWords();
  const suites = useMemo(() => [...new Set(runs.map((one) => one.suite))], [runs]);
  const [suite, setSuite] = useState(suites.length > 1 ? "" : suites[0] ?? "");
  const [picked, setPicked] = useState<string[]>([]);
  const shown = suite ? runs.filter((one) => one.suite === suite) : runs;
  const pick = (id: string) => setPicked((ids) => ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-2));
  const [before, after] = [...runs].reverse().filter((one) => picked.includes(one.id)).map((one) => one.id);
  return (
    <>
      {suites.length > 1 ? (
        <div className="filters">
          <Select
            label={t("evaSuite")}
            value={suite}
            options={[["", t("evaAnySuite")], ...suites.map((one) => [one, suiteName(one)] as const)]}
            onChange={(chosen) => { setSuite(chosen); setPicked([]); }}
          />
        </div>
      ) : null}
      {(suite ? [suite] : suites).map((one) => <Trend key={one} suite={one} runs={runs.filter((run) => run.suite === one)} />)}
      <section className="card figure" aria-label={t("evaRuns")}>
        <header>
          <h2>{t("evaRuns")}</h2>
          {before && after ? (
            <Button type="primary" href={links.compare(before, after)}>{t("evaCompare")}</Button>
          ) : <span className="aside">{t("evaCompareHow")}</span>}
        </header>
        <ul className="works">{shown.map((one) => <Line key={one.id} run={one} picked={picked.includes(one.id)} onPick={pick} onResumed={onResumed} />)}</ul>
      </section>
    </>
  );
}

function Line({ run, picked, onPick, onResumed }: {
  run: Run;
  picked: boolean;
  onPick: (id: string) => void;
  onResumed?: (going: Going) => void;
}) {
  const t = useWords();
  return (
    <li className="evalrun">
      <label className="check">
        <input type="checkbox" checked={picked} aria-label={t("evaPick", { run: run.id })} onChange={() => onPick(run.id)} />
      </label>
      <div>
        <div className="head">
          <a href={links.run(run.id)}><Text>{suiteName(run.suite)}</Text> · <When at={run.started_at} /></a>
          {run.label ? <Text>{run.label}</Text> : null}
          <span className="tag plain">{t(`evaVariant_${run.variant}`)}</span>
          <Unfinished run={run} />
          {onResumed && run.finished_at === null && isUnfinished(run) ? <Resume run={run.id} onStarted={onResumed} /> : null}
        </div>
        <Rate rate={run.rate} />
        <p className="facts aside">
          <span>{t("evaWho")}: <Text>{run.who || t("evaNobody")}</Text></span>
          <Text>{run.about}</Text>
          {run.version ? <span>{t("evaVersion", { version: run.version })}</span> : null}
          <code><Text>{run.id}</Text></code>
        </p>
      </div>
    </li>
  );
}
