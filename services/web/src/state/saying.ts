/** What has just been done for the person, told for a moment wherever on the page it was. */
import { useEffect, useState } from "react";
import { onSaved } from "../wire/things";

export type Done = "copied" | "saved";

const TOLD = 3000;
let tell: (done: Done) => void = () => undefined;

/** Has it told. */
export function say(done: Done): void {
  tell(done);
}

/** What is told now. */
export function useDone(): Done | undefined {
  const [done, setDone] = useState<{ what: Done }>();
  useEffect(() => {
    tell = (what) => setDone({ what });
    onSaved(() => tell("saved"));
    return () => { tell = () => undefined; };
  }, []);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(undefined), TOLD);
    return () => clearTimeout(timer);
  }, [done]);
  return done?.what;
}
