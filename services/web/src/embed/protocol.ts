/** What host page and frame tell each other; each side checks who speaks, and the form. */
import type { Done, Entity } from "./zhizao";

export const VERSION = 1;

export interface ToFrame {
  zhizao: typeof VERSION;
  type: "view";
  entity: Entity | null;
}

export type ToHost = { zhizao: typeof VERSION; type: "done" } & Done;
