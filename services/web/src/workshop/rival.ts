/** A tool that is close to another one, side by side with it. */
export interface Rival {
  tool: string;
  title: string;
  text: string;
  blocks: boolean;
  settled: boolean;
  similarity: number;
  lines: { label: string; same: boolean; tool: string[]; other: string[] }[];
  /** It is no conflict, but the nearest there is. */
  near: boolean;
  /** Both do the same kind of thing to the same kind of thing. */
  same_kind: boolean;
  /** The same tool in other environments. */
  twins: string[];
}
