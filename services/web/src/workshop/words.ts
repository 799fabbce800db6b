import { type Said, useOwnWords } from "../owner/words";
import { en } from "../text/workshop.en";
import { zh } from "../text/workshop.zh";

export type Word = keyof typeof zh;
export type Say = Said<typeof zh>;

export function useWords(): Say {
  return useOwnWords({ zh, en });
}

/** The message of that name, where there is one: for names that the service gives. */
export function named(t: Say, prefix: string, name: string): string {
  return `${prefix}${name}` in zh ? t(`${prefix}${name}` as Word) : name;
}
