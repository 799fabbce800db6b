/** What the runs of a conversation left behind, and whether it can be undone or is. */
import { useEffect, useState } from "react";
import { api } from "../wire/api";
import type { Run } from "../wire/run";
import type { Left } from "../wire/types";

/** Run id → what it left; asked anew whenever a run that called something has ended. */
export function useLeft(thread: string, runs: Run[]): Record<string, Left> {
  const [left, setLeft] = useState<Record<string, Left>>({});
  const ended = runs.filter((run) => run.state !== "running" && run.calls.length > 0);
  const told = ended.map((run) => run.id).join(" ");
  useEffect(() => {
    if (!told) return;
    let stale = false;
    const known = (found: Left[]) => stale || setLeft(Object.fromEntries(found.map((one) => [one.run_id, one])));
    api.left(thread).then(known, () => undefined);
    return () => {
      stale = true;
    };
  }, [thread, told]);
  return left;
}
