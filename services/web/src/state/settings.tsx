/** Language, colours and wishes of this browser; they follow the system until somebody chooses. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { MESSAGES, type Key, type Language } from "../text/messages";
import { speak } from "../wire/api";

export type Look = "system" | "light" | "dark";

interface Settings {
  language: Language;
  setLanguage(language: Language): void;
  look: Look;
  setLook(look: Look): void;
  dark: boolean;
  t(key: Key, values?: Record<string, string | number>): string;
}

const Context = createContext<Settings | null>(null);

export function useSettings(): Settings {
  const found = useContext(Context);
  if (!found) throw new Error("no settings");
  return found;
}

/** A value that this browser keeps. */
export function useKept<T extends string>(name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (kept(name) as T | null) ?? first);
  const set = (chosen: T) => {
    setValue(chosen);
    try {
      localStorage.setItem(name, chosen);
    } catch {
      // A browser that keeps nothing still works.
    }
  };
  return [value, set];
}

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function SettingsProvider({ children }: { children: ReactNode }) {
  const native: Language = navigator.language.startsWith("zh") ? "zh" : "en";
  const [language, setLanguage] = useKept<Language>("zhizao.language", native);
  const [look, setLook] = useKept<Look>("zhizao.look", "system");
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
  const t = (key: Key, values: Record<string, string | number> = {}) =>
    MESSAGES[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  return (
    <Context value={{ language, setLanguage, look, setLook, dark, t }}>{children}</Context>
  );
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
