import { useCallback, useEffect, useState } from "react";
import { Refused } from "../wire/api";

export interface Asked<T> {
  value?: T;
  failed: string;
  /** It is not for this person: asking again changes nothing. */
  denied?: boolean;
  /** Asks again; what was there stays until the answer. */
  again: () => void;
}

/** What the service says to a question, asked again when the question is another. */
export function useAsked<T>(ask: () => Promise<T>): Asked<T> {
  const [value, setValue] = useState<T>();
  const [failed, setFailed] = useState("");
  const [denied, setDenied] = useState(false);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let stale = false;
    ask().then(
      (found) => { if (!stale) { setValue(found); setFailed(""); setDenied(false); } },
      (error: Error) => {
        if (stale) return;
        setFailed(error.message);
        setDenied(error instanceof Refused && error.status === 403);
      },
    );
    return () => { stale = true; };
  }, [ask, times]);
  const again = useCallback(() => setTimes((number) => number + 1), []);
  return { value, failed, denied, again };
}
