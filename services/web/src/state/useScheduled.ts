/** The user's plans that wait for their time, and what becomes of them. */
import { useCallback, useEffect, useRef, useState } from "react";
import { api, now } from "../wire/api";
import type { Scheduled } from "../wire/types";

export interface Waits {
  rows: Scheduled[];
  move(run: string, at: string, zone: string): Promise<void>;
  begin(run: string): Promise<void>;
  cancel(run: string): Promise<void>;
}

const SOON = 1_000;
const SELDOM = 60_000;
/** Milliseconds between looks whether the run has ended. */
const WATCH = 2_000;

/** `news`: changes when a run begins or ends. `left`: is told of each that waits no longer. */
export function useScheduled(news: number, left: (found: Scheduled) => void): Waits {
  const [rows, setRows] = useState<Scheduled[]>([]);
  const [looks, setLooks] = useState(0);
  const known = useRef<Scheduled[]>([]);
  const tell = useRef(left);
  tell.current = left;
  const look = useCallback(() => setLooks((number) => number + 1), []);

  useEffect(() => {
    let stale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const took = (found: Scheduled[]) => {
      if (stale) return;
      const gone = known.current.filter((one) => !found.some((other) => other.run_id === one.run_id));
      known.current = found;
      setRows(found);
      gone.forEach((one) => tell.current(one));
      if (found.length > 0) timer = setTimeout(look, pauseOf(found));
    };
    const failed = () => {
      if (!stale) timer = setTimeout(look, known.current.length > 0 ? WATCH : SELDOM);
    };
    api.scheduled().then(took, failed);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [news, looks, look]);

  return {
    rows,
    async move(run, at, zone) {
      await api.moveScheduled(run, at, zone);
      look();
    },
    async begin(run) {
      await api.beginScheduled(run);
      look();
    },
    async cancel(run) {
      await api.cancelScheduled(run);
      look();
    },
  };
}

function pauseOf(rows: Scheduled[]): number {
  const ahead = rows.filter((one) => !one.missed).map((one) => one.due_at * 1000 - now());
  return Math.min(SELDOM, Math.max(SOON, ...(ahead.length > 0 ? [Math.min(...ahead) + 500] : [SELDOM])));
}

/** The status of a run once it has ended; undefined where it cannot be known. */
export async function ended(run: string): Promise<string | undefined> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await api.run(run).catch(() => null);
    if (found?.answer) return found.answer.status;
    await new Promise((go) => setTimeout(go, WATCH));
  }
  return undefined;
}
