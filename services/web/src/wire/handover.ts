/** What the service sends of conversations that were handed over to a person. */

/** One call of a conversation that was handed over. */
interface HandedCall {
  title: string;
  tool: string;
  status: string;
  arguments: string[];
  failure: string;
}

interface HandedTurn {
  run_id: string;
  text: string;
  status: string;
  understood: string[];
  calls: HandedCall[];
  answer: string;
}

/** A conversation that was handed over to a person. */
export interface HandoverView {
  id: string;
  run_id: string;
  user: string;
  may_answer: boolean;
  state: "open" | "answered" | "withdrawn";
  note: string;
  packet: { turns: HandedTurn[]; authors: string[] };
  /** Seconds since 1970. */
  created_at: number;
  answer: string | null;
  answered_by: string | null;
  answered_at: number | null;
}
