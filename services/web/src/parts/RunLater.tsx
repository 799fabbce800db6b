import { Button } from "antd";
import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import { api } from "../wire/api";
import { homeZone } from "../wire/times";
import { TimeForm } from "./TimeForm";

/** Agrees to the plan for a time to come: a button that opens into the choice of it. */
export function RunLater({ run, disabled, settled, onRun }: {
  /** The run that shows the plan: its sentence may name the time. */
  run: string;
  disabled: boolean;
  /** The plan says itself when it will run: the choice of another time opens on demand. */
  settled: boolean;
  onRun: (at: string, zone: string) => void;
}) {
  const { t } = useSettings();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<{ at: string; sure: boolean } | null>(null);
  useEffect(() => {
    let stale = false;
    const known = (found: { at: string; sure: boolean } | null) => {
      if (stale || !found) return;
      setSaid(found);
      setOpen(!settled);
    };
    api.timeSaid(run, homeZone()).then(known, () => undefined);
    return () => {
      stale = true;
    };
  }, [run, settled]);
  return (
    <>
      <Button disabled={disabled} aria-expanded={open} onClick={() => setOpen(!open)}>{t("runLater")}</Button>
      {open && !disabled ? (
        <div className="run-later">
          {said ? <p className="note" role="status">{t(said.sure ? "laterSaid" : "laterUnsure")}</p> : null}
          <p className="aside">{t("laterPromise")}</p>
          <TimeForm confirm="laterConfirm" begin={said?.at} unasked={said !== null} onChoose={onRun} onCancel={() => setOpen(false)} />
        </div>
      ) : null}
    </>
  );
}
