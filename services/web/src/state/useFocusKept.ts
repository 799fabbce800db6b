/** The message box as the place of the focus: whose pressed button is gone types on there. */
import { useEffect, useRef } from "react";
import { embedded } from "../wire/embedded";

/** False where typing would open a keyboard of touch. A machine without any pointer, as one that a program
 * drives, has keys. */
export function hasKeys(): boolean {
  return !matchMedia("(pointer: coarse)").matches;
}

/** Calls `focus` where what had the focus has left the page or is switched off, and nothing else has it. */
export function useFocusKept(focus: () => void): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    if (!hasKeys()) return undefined;
    let had: Element | undefined;
    let frame = 0;
    const come = ({ target }: FocusEvent) => {
      if (target instanceof Element) had = target;
    };
    const look = () => {
      frame = 0;
      const lost = had !== undefined && (!had.isConnected || had.matches(":disabled"));
      // A dialog keeps it inside; a frame that takes it would take it from the page around it.
      if (!lost || document.querySelector("dialog[open]") || (embedded && !document.hasFocus())) return;
      const now = document.activeElement;
      if (now === null || now === document.body || now === had) latest.current();
    };
    const seen = new MutationObserver(() => {
      frame ||= requestAnimationFrame(look);
    });
    addEventListener("focusin", come);
    seen.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
    return () => {
      removeEventListener("focusin", come);
      seen.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
