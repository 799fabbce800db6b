import { type Said, useOwnWords } from "../owner/words";
import { en, zh } from "../text/insights";

export type Say = Said<typeof zh>;
export type Word = keyof typeof zh;

export function useWords(): Say {
  return useOwnWords({ zh, en });
}
