import { useCallback, useEffect, useState } from "react";

export interface Asked<T> {
  value?: T;
  failed: string;
  /** Asks again; what was there stays until the answer. */
  again: () => void;
}

/** What the service says to a question, asked again when the question is another. */
export function useAsked<T>(ask: () => Promise<T>): Asked<T> {
  const [value, setValue] = useState<T>();
  const [failed, setFailed] = useState("");
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let stale = false;
    ask().then(
      (found) => { if (!stale) { setValue(found); setFailed(""); } },
      (error: Error) => { if (!stale) setFailed(error.message); },
    );
    return () => { stale = true; };
  }, [ask, times]);
  const again = useCallback(() => setTimes((number) => number + 1), []);
  return { value, failed, again };
}
