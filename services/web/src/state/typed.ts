/** What stands typed in the forms of plans that wait: kept while the tab is there, so that a conversation
 * can be left and opened again. */
import type { Typed } from "../wire/stream";

const held = new Map<string, Typed>();

/** What was typed into the plan that the run has shown. */
export function typedIn(run: string | undefined): Typed | undefined {
  if (!run) return undefined;
  try {
    return held.get(run) ?? (JSON.parse(sessionStorage.getItem(name(run)) ?? "null") as Typed | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** `typed` absent: nothing stands there any more. */
export function keepTyped(run: string, typed?: Typed): void {
  if (typed) held.set(run, typed);
  else held.delete(run);
  try {
    if (typed) sessionStorage.setItem(name(run), JSON.stringify(typed));
    else sessionStorage.removeItem(name(run));
  } catch {
    // Then it is kept until the page is loaded anew.
  }
}

function name(run: string): string {
  return `zhizao.typed.${run}`;
}
