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

export interface Zhizao {
  /** Of this interface; the next number breaks something. */
  readonly version: 1;
  open(): void;
  close(): void;
  /** What is in view now; null: nothing. The person sees it above the message box and can take it
   * off. It counts for the messages that are sent while it is shown, and for no later one. */
  show(entity: Entity | null): void;
  /** Calls back after each run that called tools, so that the page can load anew what it shows.
   * Returns what ends that. */
  onDone(listener: (done: Done) => void): () => void;
}

declare global {
  interface Window {
    Zhizao?: Zhizao;
    /** Called once, when `Zhizao` is there. */
    onZhizao?: (zhizao: Zhizao) => void;
  }
}
