/** Every word of the page, by language. */
import { en } from "./en";
import { zh } from "./zh";

export type Language = "zh" | "en";
export type Key = keyof typeof zh;

export const MESSAGES: Record<Language, Record<Key, string>> = { zh, en };
