/** A dialog over the page: shown as long as it is there, and left as it was come to. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import { hasKeys } from "./useFocusKept";

export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    // Whoever has clicked it in the sidebar was typing before that, and goes on with it.
    const clicked = before?.matches(".side *:not(:focus-visible)") && hasKeys();
    dialog.current?.showModal();
    return () => queueMicrotask(() => {
      // The browser's own way back is taken while the page behind is still shut off: what has the
      // focus would be deaf to the keys.
      const back = clicked ? document.querySelector(".composer textarea") : before;
      if (document.activeElement === document.body && back instanceof HTMLElement) back.focus();
    });
  }, []);
  return dialog;
}
