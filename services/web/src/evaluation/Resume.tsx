import { Button } from "antd";
import { useState } from "react";
import { Text } from "../text/visible";
import { type Going, wire } from "./wire";
import { useWords } from "./words";

/** Goes on with a run that was stopped. */
export function Resume({ run, onStarted }: { run: string; onStarted: (going: Going) => void }) {
  const t = useWords();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const resume = () => {
    setBusy(true);
    setFailed("");
    void wire.resume(run).then(onStarted, (error: Error) => setFailed(error.message)).finally(() => setBusy(false));
  };
  return (
    <>
      <Button size="small" loading={busy} onClick={resume}>{t("evaResume")}</Button>
      {failed ? <span className="error" role="alert"><Text>{failed}</Text></span> : null}
    </>
  );
}
