/** The keys of the whole page. Inside a dialog the dialog's own hold. */
import { useEffect, useRef } from "react";

export interface Keys {
  palette(): void;
  help(): void;
  focus(): void;
  begin(): void;
  /** Ends what runs. */
  stop(): void;
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
      if (isAgreeing(event) && agree()) event.preventDefault();
      const deed = deedOf(event);
      if (!deed) return;
      event.preventDefault();
      latest.current[deed]();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

function deedOf(event: KeyboardEvent): keyof Keys | undefined {
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (control && !event.altKey) return event.shiftKey ? WITH_SHIFT[key] : key === "k" ? "palette" : undefined;
  if (event.altKey) return undefined;
  if (event.key === "Escape") return "focus";
  if (isTyping(event.target) && !isEmptyMessage(event.target)) return undefined;
  return event.key === "/" ? "focus" : event.key === "?" || event.key === "？" ? "help" : undefined;
}

/** From wherever, but from what is filled in for something else than the plan, and from a button
 * that says something else: whoever stands on a no is not taken to a yes. */
function isAgreeing({ key, target, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (key !== "Enter" || !(ctrlKey || metaKey) || shiftKey || altKey) return false;
  if (target instanceof Element && target.closest(".buttons button:not(.ant-btn-primary)")) return false;
  const own = target instanceof Element && target.closest(":is(.card.asks, .card.danger) .arguments") !== null;
  return own || !isTyping(target);
}

const WITH_SHIFT: Record<string, keyof Keys> = { o: "begin", backspace: "stop" };

/** The message box has the focus nearly always: as long as nothing is in it, it is no text. */
function isEmptyMessage(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement && target.value === "" && target.closest(".composer") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Agrees to the plan or question that waits, as its button does, or takes the only reading that is
 * offered; a plan that destroys something has its button selected first, so that nothing is
 * destroyed by one press. */
export function agree(): boolean {
  const open = [...document.querySelectorAll<HTMLButtonElement>(":is(.card.asks, .card.danger) :is(.ant-btn-primary, .meant)")].at(-1);
  if (!open || open.disabled) return false;
  if (open.closest(".danger") && document.activeElement !== open) open.focus();
  else open.click();
  return true;
}
