import { useSettings } from "../state/settings";
import { filled, type Key } from "../text/messages";
import { en } from "../text/workshop.en";
import { zh } from "../text/workshop.zh";

export type Word = keyof typeof zh;
export type Say = (key: Word | Key, values?: Record<string, string | number>) => string;

/** The workshop's words, which come with it, beside those of the whole page. */
export function useWords(): Say {
  const { t, language } = useSettings();
  const own: Record<string, string> = language === "zh" ? zh : en;
  return (key, values = {}) => {
    const text = own[key];
    return text === undefined ? t(key as Key, values) : filled(text, values);
  };
}

/** The message of that name, where there is one: for names that the service gives. */
export function named(t: Say, prefix: string, name: string): string {
  return `${prefix}${name}` in zh ? t(`${prefix}${name}` as Word) : name;
}
