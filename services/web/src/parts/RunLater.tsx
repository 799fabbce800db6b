import { Button } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import { TimeForm } from "./TimeForm";

/** Agrees to the plan for a time to come: a button that opens into the choice of it. */
export function RunLater({ disabled, onRun }: {
  disabled: boolean;
  onRun: (at: string, zone: string) => void;
}) {
  const { t } = useSettings();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button disabled={disabled} aria-expanded={open} onClick={() => setOpen(!open)}>{t("runLater")}</Button>
      {open && !disabled ? (
        <div className="later">
          <p className="aside">{t("laterPromise")}</p>
          <TimeForm confirm="laterConfirm" onChoose={onRun} onCancel={() => setOpen(false)} />
        </div>
      ) : null}
    </>
  );
}
