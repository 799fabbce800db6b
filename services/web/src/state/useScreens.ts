import { useEffect, useState } from "react";
import { json } from "../wire/api";
import { recalled, remember } from "./browser";

/** Screens that only owners have. */
export type OwnerScreen = "insights" | "evaluation" | "people";

interface Me {
  user?: string;
  logged_in?: boolean;
  screens?: OwnerScreen[];
  /** Submissions of tools that wait for one's decision. */
  waiting?: number;
  /** Own submissions that others decided. */
  decided?: string[];
  /** Our command, as it is typed where the service runs. */
  command?: string;
}

const NEWS = "zhizao:submissions";
const SEEN = "workshop.decided";
const KEPT = 500;

let asked: Promise<Me> | undefined;

/** Who is logged in: asked for once, as a login loads the page anew. */
function useMe(): Me {
  const [me, setMe] = useState<Me>({});
  useEffect(() => {
    const ask = () => {
      asked ??= json<Me>("/api/me").catch(() => ({}));
      void asked.then(setMe);
    };
    ask();
    window.addEventListener(NEWS, ask);
    return () => window.removeEventListener(NEWS, ask);
  }, []);
  return me;
}

/** Something was decided, or seen: it is asked for anew. */
export function submissionsChanged(): void {
  asked = undefined;
  window.dispatchEvent(new Event(NEWS));
}

/** From then on they are no news to this browser. */
export function decidedSeen(ids: string[]): void {
  remember(SEEN, [...new Set([...ids, ...recalled<string[]>(SEEN) ?? []])].slice(0, KEPT));
  submissionsChanged();
}

/** How many submissions wait for one's decision, or were decided and have not been looked at. */
export const useSubmissionNews = (): number => {
  const { waiting = 0, decided = [] } = useMe();
  const seen = new Set(recalled<string[]>(SEEN));
  return waiting + decided.filter((id) => !seen.has(id)).length;
};

const NONE: OwnerScreen[] = [];

/** Those that are open to whoever is logged in. */
export const useScreens = (): OwnerScreen[] => useMe().screens ?? NONE;

/** Who has logged in on this page; none where nobody has to. */
export const useUser = (): string | undefined => {
  const { user, logged_in } = useMe();
  return logged_in ? user : undefined;
};

export const useCommand = (): string => useMe().command ?? "zhizao";
