import { useEffect, useRef, useState } from "react";
import { api } from "../wire/api";
import type { Run } from "../wire/run";

const MOST = 20;

export interface Sentences {
  /** The first sentence first. */
  texts: string[];
  /** Whether those of earlier conversations are still to come. */
  coming: boolean;
}

/** What the user asked for last, here and in earlier conversations. */
export function useSaid(thread: string, runs: Run[]): Sentences {
  const here = runs.filter((run) => !run.pressed && !run.continues).map((run) => run.text);
  const left = useRef(here);
  left.current = here;
  const [before, setBefore] = useState<string[]>([]);
  const [known, setKnown] = useState<string>();
  useEffect(() => {
    let gone = false;
    // What was just said is known ahead of the service's answer.
    const { current } = left;
    setBefore((held) => [...held.filter((text) => !current.includes(text)), ...current]);
    const take = (found: { session_id: string; text: string }[]) => {
      if (!gone) setBefore(found.filter((one) => one.session_id !== thread).map((one) => one.text).reverse());
    };
    void api.said(MOST).then(take, () => undefined).finally(() => { if (!gone) setKnown(thread); });
    return () => { gone = true; };
  }, [thread]);
  return { texts: [...before, ...here], coming: known !== thread };
}
