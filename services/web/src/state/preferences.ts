/** A user's preferences: the service's, and this browser's where the service keeps none. */
import { useEffect, useState } from "react";
import { api, Refused } from "../wire/api";
import type { Preferences } from "../wire/types";
import { recalled, remember } from "./browser";

export interface Kept {
  preferences: Preferences;
  choose(change: Partial<Preferences>): void;
  /** Asks anew: a message may have set some. */
  refresh(): void;
  /** Who keeps them; `nobody` until the service has answered. */
  keeper: "nobody" | "service" | "browser";
  /** Why the service did not keep the last choice. */
  notKept: string;
}

const NONE: Preferences = { environment: null, language: null, approval: null, memory: null };

export function usePreferences(): Kept {
  const [preferences, setPreferences] = useState<Preferences>(() => ({
    ...NONE, ...recalled<Partial<Preferences>>("preferences"),
  }));
  const [keeper, setKeeper] = useState<Kept["keeper"]>("nobody");
  const [notKept, setNotKept] = useState("");
  const take = (chosen: Preferences) => {
    setPreferences(chosen);
    remember("preferences", chosen);
  };
  const failed = (error: Error) => {
    if (error instanceof Refused && error.status === 404) setKeeper("browser");
    else setNotKept(error.message);
  };
  const refresh = () => {
    const known = (found: Preferences) => {
      take({ ...NONE, ...found });
      setKeeper("service");
    };
    api.preferences().then(known, failed);
  };
  useEffect(refresh, []);
  return {
    preferences,
    keeper,
    notKept,
    refresh,
    choose(change) {
      const chosen = { ...preferences, ...change };
      take(chosen);
      setNotKept("");
      if (keeper !== "browser") api.keepPreferences(chosen).then(() => setKeeper("service"), failed);
    },
  };
}
