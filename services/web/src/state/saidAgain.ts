/** A request that was served, to be said once more. */
import { api } from "../wire/api";
import type { Run } from "../wire/run";

export interface Said {
  text: string;
  /** Where the words name none. */
  environment: string | null;
  /** Nothing else that was said belongs to it. */
  whole: boolean;
}

/** In one sentence, as the conversation has corrected it; where no sentence says all of it, in the
 * words of all its messages. */
export async function saidAgain(run: Run): Promise<Said> {
  const words = { text: (run.result?.intent ?? run.intent)?.text || run.text, environment: null, whole: false };
  if (!run.id) return words;
  try {
    const told = await api.restated(run.id);
    return told.whole ? told : words;
  } catch {
    return words;
  }
}
