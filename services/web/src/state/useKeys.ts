/** The keys of the whole page. Inside a dialog the dialog's own hold. */
import { useEffect, useRef } from "react";

export interface Keys {
  palette(): void;
  help(): void;
  focus(): void;
  begin(): void;
}

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const deed = deedOf(event);
      if (!deed || event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
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
  if (control && !event.altKey) return key === "k" && !event.shiftKey ? "palette" : key === "o" && event.shiftKey ? "begin" : undefined;
  if (event.altKey) return undefined;
  if (event.key === "Escape") return "focus";
  if (isTyping(event.target)) return undefined;
  return event.key === "/" ? "focus" : event.key === "?" || event.key === "？" ? "help" : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Agrees to the plan or question that waits, as its button does; a plan that destroys something
 * has its button selected first, so that nothing is destroyed by one press. */
export function agree(): boolean {
  const open = [...document.querySelectorAll<HTMLButtonElement>(".card.asks .ant-btn-primary, .card.danger .ant-btn-primary")].at(-1);
  if (!open || open.disabled) return false;
  if (open.closest(".danger") && document.activeElement !== open) open.focus();
  else open.click();
  return true;
}
