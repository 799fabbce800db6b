/** A list that a thing holds: its first rows, as people say them, and how many there are in all. */
export interface ThingPart {
  name: string;
  rows: Record<string, string>[];
  total: number;
}
