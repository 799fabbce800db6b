/** Every word of the page, by language. */
import { en } from "./en";
import { zh } from "./zh";

export type Language = "zh" | "en";
export type Key = keyof typeof zh;

export const MESSAGES: Record<Language, Record<Key, string>> = { zh, en };

/** A message with its values put in. */
export function filled(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** True for what says nothing but that label, in any language. */
export function isLabel(text: string, key: Key): boolean {
  const bare = (words: string) => words.toLowerCase().replace(/[\p{P}\p{Z}\s]/gu, "");
  return Object.values(MESSAGES).some((told) => bare(told[key]) === bare(text));
}
