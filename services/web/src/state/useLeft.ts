/** What the runs of a conversation left behind, and whether it can be undone or is. */
import { useEffect, useState } from "react";
import { api } from "../wire/api";
import type { Run } from "../wire/run";

export interface Left {
  /** The run changed something, as far as its calls tell. */
  wrote: boolean;
  undoable: boolean;
  undone: boolean;
}

/** Run id → what it left; asked anew whenever a run has ended. */
export function useLeft(thread: string, runs: Run[]): Record<string, Left> {
  const [left, setLeft] = useState<Record<string, Left>>({});
  const ended = runs.filter((run) => run.state !== "running" && run.id && wroteOf(run));
  const told = ended.map((run) => run.id).join(" ");
  useEffect(() => {
    if (!told) return;
    let stale = false;
    api.dataOf(thread).then((rows) => {
      if (stale) return;
      const found = ended.map((run) => {
        const own = rows.filter((row) => row.run_id === run.id);
        const now = { wrote: true, undoable: own.some((row) => row.undoable), undone: own.length === 0 };
        return [run.id ?? "", now] as const;
      });
      setLeft(Object.fromEntries(found));
    }, () => undefined);
    return () => {
      stale = true;
    };
  }, [thread, told]);
  return left;
}

function wroteOf(run: Run): boolean {
  return run.calls.some((call) => {
    const kind = run.labels.kinds?.[call.result?.tool ?? call.tool]?.function;
    return call.result?.status === "done" && kind !== undefined && kind !== "query" && kind !== "verify";
  });
}
