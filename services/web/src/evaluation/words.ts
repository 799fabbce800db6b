import { type Said, useOwnWords } from "../owner/words";
import { en, zh } from "../text/evaluation";

export type Say = Said<typeof zh>;

export function useWords(): Say {
  return useOwnWords({ zh, en });
}
