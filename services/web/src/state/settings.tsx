/** What a user has chosen: preferences, kept by the service, and the colours of this browser. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { filled, MESSAGES, type Key, type Language } from "../text/messages";
import { speak } from "../wire/api";
import { recalled, remember } from "./browser";
import { type Kept, usePreferences } from "./preferences";

export type Density = "roomy" | "compact";
export type Look = "system" | "light" | "dark";

interface Settings extends Kept {
  language: Language;
  look: Look;
  setLook(look: Look): void;
  dark: boolean;
  density: Density;
  setDensity(density: Density): void;
  /** Whether the end of a run out of sight is told by a notification. */
  notify: boolean;
  setNotify(notify: boolean): void;
  t(key: Key, values?: Record<string, string | number>): string;
}

const Context = createContext<Settings | null>(null);

export function useSettings(): Settings {
  const found = useContext(Context);
  if (!found) throw new Error("no settings");
  return found;
}

export function SettingsProvider({ children }: { children: ReactNode }) {
  const native: Language = navigator.language.startsWith("zh") ? "zh" : "en";
  const kept = usePreferences();
  const language = kept.preferences.language ?? native;
  const [look, setLook] = useHere<Look>("look", "system");
  const [density, setDensity] = useHere<Density>("density", "roomy");
  const [notify, setNotify] = useHere("notify", false);
  const system = useMedia("(prefers-color-scheme: dark)");
  const dark = look === "system" ? system : look === "dark";
  speak(language);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = MESSAGES[language].title;
  }, [language]);
  useEffect(() => {
    document.documentElement.dataset.look = dark ? "dark" : "light";
  }, [dark]);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  const t = useCallback(
    (key: Key, values: Record<string, string | number> = {}) => filled(MESSAGES[language][key], values),
    [language],
  );
  return (
    <Context value={{ ...kept, language, look, setLook, dark, density, setDensity, notify, setNotify, t }}>{children}</Context>
  );
}

/** A choice that is kept in this browser. */
function useHere<T>(name: string, usual: T): [T, (chosen: T) => void] {
  const [held, setHeld] = useState<T>(() => recalled<T>(name) ?? usual);
  return [held, (chosen) => {
    setHeld(chosen);
    remember(name, chosen);
  }];
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setMatches(list.matches);
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, [query]);
  return matches;
}
