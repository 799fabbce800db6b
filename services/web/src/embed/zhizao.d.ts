/**
 * What `<script src="https://YOUR-ZHIZAO/embed.js" defer></script>` gives a host page, as
 * `window.Zhizao`. Copy this file into your project for its types.
 */

/** The one thing that the page shows: what a person means by "this order". */
export interface Entity {
  /** A word for its kind that the service knows, in any of its languages: "order", "订单". */
  entity: string;
  /** Up to 64 letters, digits, `.`, `_`, `:` and `-`. */
  id: string;
  /** Where it is, by a name or word of a configured environment: "pre", "预发". */
  environment: string;
}

/** How a run that changed something, or tried to, has ended. */
export interface Done {
  status: string;
}

/** A text in both languages of the chat, or one for both. It is shown as text: markup stays as it is. */
export type Words = string | { zh: string; en: string };

/** One plain value that a tool takes: JSON Schema of just these words. */
export interface ToolArgument {
  type: "string" | "integer" | "number" | "boolean";
  title?: string;
  description?: string;
  enum?: (string | number | boolean)[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** What a tool is called with: each value is words of the person's own, and fits its schema. */
export type ToolArguments = Record<string, string | number | boolean>;

/** Something that this page can do, such as filling a form of its own. The chat proposes a call of it
 * where a person's sentence asks for that and nothing else, shows it, and calls it once they agree. */
export interface PageTool {
  /** A letter, then up to 63 letters, digits, `_` and `-`; its own in this page. */
  name: string;
  /** What people call it: "填写备注", "Fill in the remark"; up to 80 characters. */
  title: Words;
  /** Up to 500 characters. */
  description?: string;
  parameters: {
    type: "object";
    properties: Record<string, ToolArgument>;
    required?: string[];
  };
  /** Argument → what people call it: the words by which sentences name it. */
  labels?: Record<string, Words>;
  /** `fills`: it only fills in what the person then saves by the page's own button; `changes` (as
   * without it): it may change data at once. The person reads it. */
  effect?: "fills" | "changes";
  /** What is there now, by argument, for the person to see ahead of what would be there. It changes
   * nothing; an error says why the tool cannot be used now. */
  preview?(values: ToolArguments): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Does it; called at most once for a call that the person has agreed to. The text that it
   * returns, if any, is told to the person; an error says that it was not done. */
  run(values: ToolArguments): unknown;
}

/** Why a tool is not, or no longer, offered, or the chat did not open; also told to the console. */
export interface ToolError {
  code: "bad_tool" | "bad_schema" | "same_name" | "too_many" | "not_opened";
  /** Of the tool, as far as it has one; empty where it is about none. */
  tool: string;
  message: string;
}

export interface Zhizao {
  /** Of this interface; the next number breaks something. */
  readonly version: 1;
  open(): void;
  close(): void;
  /** What is in view now; null: nothing. The person sees it above the message box and can take it
   * off. It counts for the messages that are sent while it is shown, and for no later one. */
  show(entity: Entity | null): void;
  /** Calls back after each run that called tools, so that the page can load anew what it shows; not
   * for runs that had ended before the chat was opened on them.
   * Returns what ends that. */
  onDone(listener: (done: Done) => void): () => void;
  /** Offers a tool, at most 20 at a time, for the messages that are sent while it is offered. A call
   * of it can be agreed to while this very registration is there: register anew for another form.
   * Returns what takes it back. One that has not the form is told to `onError`, and not offered. */
  register(tool: PageTool): () => void;
  /** Calls back with what is wrong with a tool, or where the chat did not open: the service does not
   * allow the page's origin, or cannot be reached. Returns what ends that. */
  onError(listener: (error: ToolError) => void): () => void;
}

declare global {
  interface Window {
    Zhizao?: Zhizao;
    /** Called once, when `Zhizao` is there. */
    onZhizao?: (zhizao: Zhizao) => void;
  }
}
