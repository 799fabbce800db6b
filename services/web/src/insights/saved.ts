/** The time that requests have saved: an estimate from what one takes by hand. */
import { recalled } from "../state/browser";
import type { Figures } from "./wire";

export const OWN_MINUTES = "insights.minutes";

/** Minutes that one request takes by hand: as it is set, else as this browser's owner assumes. */
export function minutesByHand(found: Figures): number | null {
  return found.minutes_by_hand ?? recalled<number>(OWN_MINUTES);
}

/** All that was done by hand, less the time that it took here, in minutes; null where nobody knows. */
export function minutesSaved(found: Figures, byHand = minutesByHand(found)): number | null {
  return byHand === null ? null : Math.max(0, (found.outcomes.done ?? 0) * byHand - found.seconds / 60);
}
