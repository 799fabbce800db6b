import { useSettings } from "../state/settings";
import { filled, type Key } from "../text/messages";
import { en, zh } from "../text/ownerScreens";

type Words = Record<string, string>;
export type Said<T> = (key: (keyof T & string) | Key, values?: Record<string, string | number>) => string;

/** What these screens have in common. */
export function useSharedWords(): Said<typeof zh> {
  return useOwnWords({ zh, en });
}

/** A lazily loaded screen's own words, beside those of the whole page. */
export function useOwnWords<T extends Words>(words: { zh: T; en: Record<keyof T, string> }): Said<T> {
  const { t, language } = useSettings();
  const own: Words = words[language];
  return (key, values = {}) => {
    const text = own[key];
    return text === undefined ? t(key as Key, values) : filled(text, values);
  };
}
