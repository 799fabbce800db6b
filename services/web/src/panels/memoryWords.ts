import { type Said, useOwnWords } from "../owner/words";
import { en, zh } from "../text/memoryPanel";

export type Word = keyof typeof zh;

export function useWords(): Said<typeof zh> {
  return useOwnWords({ zh, en });
}
