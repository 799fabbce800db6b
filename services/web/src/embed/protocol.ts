/** What host page and frame tell each other; each side checks who speaks, and the form. */
import type { Done, Entity, ToolArgument, ToolArguments, ToolError } from "./zhizao";

export const VERSION = 1;

/** A tool as the frame hears of it: all but its functions. */
export interface Offered {
  /** Of this one registration: the same tool registered again has another. */
  registration: string;
  name: string;
  title: { zh: string; en: string };
  description: string;
  parameters: { type: "object"; properties: Record<string, ToolArgument>; required: string[] };
  labels: Record<string, { zh: string; en: string }>;
  effect: "fills" | "changes";
  /** It can tell what is there now. */
  previews: boolean;
}

/** What the page says of a call that it was asked about, or asked for. */
export type CallAnswer = { call: string } & (
  | { type: "previewed"; ok: true; before: Record<string, string>; shortened: string[] }
  | { type: "ran"; ok: true; text: string }
  | { type: "previewed" | "ran"; ok: false; text: string }
);

export type ToFrame = { zhizao: typeof VERSION } & (
  | { type: "view"; entity: Entity | null }
  | { type: "tools"; title: string; tools: Offered[] }
  | CallAnswer
);

/** A question about a call, or the call that a person has agreed to. */
export interface ToCall {
  type: "preview" | "run";
  call: string;
  tool: string;
  /** The one for which the call was proposed; no other one makes it. */
  registration: string;
  values: ToolArguments;
}

export type ToHost = { zhizao: typeof VERSION } & (
  | { type: "here" }
  | ({ type: "done" } & Done)
  | ({ type: "error" } & ToolError)
  | ToCall
);
