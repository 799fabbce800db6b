/** Requests that their user keeps, as the service sends them. */
import type { Span } from "./types";

/** A request that its user keeps to say it again. */
export interface Favourite {
  id: string;
  /** With `{{what}}` where something is to be filled in. */
  text: string;
  name: string;
  environment: string | null;
  uses: number;
}

/** What a run did, in one sentence that does the same in a conversation of its own. */
export interface Restated {
  text: string;
  environment: string | null;
  /** False where what else was said in the conversation is not in the text. */
  whole: boolean;
  /** Where the text says how many of something; in characters. */
  counts?: Span[];
}
