/** A dialog over the page: shown as long as it is there, and left as it was come to. */
import { type RefObject, useLayoutEffect, useRef } from "react";

export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => queueMicrotask(() => {
      // The browser's own way back is taken while the page behind is still shut off: what has the
      // focus would be deaf to the keys.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    });
  }, []);
  return dialog;
}
