import { Button } from "antd";
import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import type { Waits } from "../state/useScheduled";
import { Text } from "../text/visible";
import { now } from "../wire/api";
import { rest, toldIn, wall } from "../wire/times";
import type { Scheduled } from "../wire/types";
import { Card } from "./Card";
import { TimeForm } from "./TimeForm";

/** A plan that waits for its time: when that is, how long yet, and changing one's mind. */
export function WaitingCard({ run, waits }: { run: string; waits: Waits }) {
  const { t } = useSettings();
  const found = waits.rows.find((one) => one.run_id === run);
  if (!found) return null;
  return (
    <Card
      name="scheduled"
      title={t(found.missed ? "scheduledMissed" : "scheduled")}
      tone={found.missed ? "bad" : "asks"}
      aside={<Rest found={found} />}
    >
      <WaitingBody found={found} waits={waits} />
    </Card>
  );
}

/** The same without its frame, for lists. */
export function WaitingBody({ found, waits }: { found: Scheduled; waits: Waits }) {
  const { t, language } = useSettings();
  const [moving, setMoving] = useState(false);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const change = async (work: Promise<unknown>) => {
    setBusy(true);
    setProblem("");
    await work.then(() => setMoving(false), (error: Error) => setProblem(error.message));
    setBusy(false);
  };
  const date = new Date(found.due_at * 1000);
  return (
    <>
      <p className="answer">
        <time dateTime={date.toISOString()}>{t("scheduledFor", { when: toldIn(found.zone, date, language) })}</time>
      </p>
      {found.missed ? <p className="note bad">{t("scheduledMissedMore")}</p> : null}
      {problem ? <p className="error" role="alert"><Text>{problem}</Text></p> : null}
      {moving ? (
        <TimeForm
          confirm="laterMove"
          begin={found.missed ? undefined : wall(date)}
          onChoose={(at, zone) => void change(waits.move(found.run_id, at, zone))}
          onCancel={() => setMoving(false)}
        />
      ) : (
        <div className="buttons small">
          <Button size="small" disabled={busy} onClick={() => void change(waits.begin(found.run_id))}>{t("scheduledNow")}</Button>
          <Button size="small" disabled={busy} onClick={() => setMoving(true)}>{t("scheduledMoving")}</Button>
          <Button size="small" danger disabled={busy} onClick={() => void change(waits.cancel(found.run_id))}>{t("scheduledCancel")}</Button>
        </div>
      )}
    </>
  );
}

/** How long it is to wait yet. */
export function Rest({ found }: { found: Scheduled }) {
  const { t } = useSettings();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((number) => number + 1), 10_000);
    return () => clearInterval(timer);
  }, []);
  const left = found.due_at - now() / 1000;
  if (found.missed) return null;
  if (left <= 0) return <>{t("scheduledSoon")}</>;
  return <>{t("scheduledIn", { rest: rest(left).map((one) => t(one.key, { count: one.count })).join(" ") })}</>;
}
