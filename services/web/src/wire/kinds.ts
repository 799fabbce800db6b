/** What kinds of things tools do. */
import type { Kind } from "./types";

/** True for what deletes, voids or cannot be made good. */
export function destroys(kind: Kind | undefined): boolean {
  return kind !== undefined && (kind.destructive || kind.function === "delete");
}

/** True for what changes nothing. */
export function reads(kind: Kind | undefined): boolean {
  return kind?.function === "query" || kind?.function === "verify";
}
