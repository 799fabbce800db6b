import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import { now } from "../wire/api";
import { paceOf } from "../wire/groups";
import type { Call } from "../wire/run";

/** How far many calls have come: how many of how many, how fast, how long it will take. */
export function Progress({ calls, total, running }: { calls: readonly Call[]; total: number; running: boolean }) {
  const { t } = useSettings();
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setAt(now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  const ended = calls.filter((call) => call.ended !== undefined && call.result?.status !== "skipped");
  const ends = ended.map((call) => call.ended ?? 0);
  const failed = ended.filter((call) => call.result?.status !== "done").length;
  const began = Math.min(...calls.map((call) => call.began), Number.POSITIVE_INFINITY);
  const pace = paceOf(total, ends, failed, began, running ? at : Math.max(began, ...ends));
  const told = [
    t("progressOf", { done: pace.done - failed, total }),
    failed > 0 ? t("progressFailed", { count: failed }) : "",
    running && pace.rate > 0 ? t("progressRate", { rate: pace.rate < 10 ? pace.rate.toFixed(1) : Math.round(pace.rate) }) : "",
    running && pace.rest !== undefined ? t("progressRest", { seconds: Math.ceil(pace.rest) }) : "",
  ];
  return (
    <div className="pace">
      <div className="bar-of" role="progressbar" aria-label={t("execution")} aria-valuemin={0} aria-valuemax={total} aria-valuenow={pace.done}>
        <i style={{ width: `${((pace.done - failed) / total) * 100}%` }} />
        <i className="failed" style={{ width: `${(failed / total) * 100}%` }} />
      </div>
      <span>{told.filter(Boolean).join(" · ")}</span>
    </div>
  );
}
