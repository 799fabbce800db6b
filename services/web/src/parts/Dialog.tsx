import type { ReactNode } from "react";
import { useSettings } from "../state/settings";
import { useModal } from "../state/useModal";

/** A panel over the page: the browser keeps the focus inside, and Escape closes it. */
export function Dialog({ title, children, onClose, large }: {
  title: string;
  children: ReactNode;
  onClose: () => void;
  large?: boolean;
}) {
  const { t } = useSettings();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={large ? "panel large" : "panel"}
      aria-label={title}
      onCancel={(event) => { event.preventDefault(); onClose(); }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="inside">
        <header>
          <h2>{title}</h2>
          <button type="button" className="link" onClick={onClose}>{t("close")}</button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
