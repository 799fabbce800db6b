/** The time that requests have saved: an estimate from what one takes by hand. */
import type { Figures } from "./wire";

/** Minutes that one request takes by hand: as it is set, else as is assumed. */
export function minutesByHand(found: Figures, assumed?: number): number | null {
  return found.minutes_by_hand ?? assumed ?? null;
}

/** All that was done by hand, less the time that it took here, in minutes; null where nobody knows. */
export function minutesSaved(found: Figures, byHand: number | null): number | null {
  return byHand === null ? null : Math.max(0, (found.outcomes.done ?? 0) * byHand - found.seconds / 60);
}
