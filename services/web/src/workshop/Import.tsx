import { useState } from "react";
import { useCommand } from "../state/useScreens";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { bodyOf, type Draft, EMPTY, type Fault, faultsOf } from "./draft";
import { ImportForm } from "./ImportForm";
import { PreviewView } from "./PreviewView";
import { Sources } from "./Sources";
import { type Bench, type ImportReport, wire } from "./wire";
import { useWords } from "./words";

/** A source of tools: given by address, file or paste, looked at first, then registered. */
export function Import({ bench, onChange }: { bench: Bench; onChange: () => void }) {
  const t = useWords();
  const command = useCommand();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [faults, setFaults] = useState<Fault[]>([]);
  const [report, setReport] = useState<ImportReport>();
  const [taken, setTaken] = useState(false);
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const [news, setNews] = useState(0);
  const change = (changed: Partial<Draft>) => {
    setDraft((held) => ({ ...held, ...changed }));
    setFaults([]);
    setReport(undefined);
    setTaken(false);
  };
  const changed = () => {
    setNews((number) => number + 1);
    onChange();
  };
  const send = async (more: { look_only?: boolean; agreed?: boolean }) => {
    const place = bench.places[draft.into] ?? bench.places[0];
    const wrong = faultsOf(draft);
    setFaults(wrong);
    setFailed("");
    if (wrong.length > 0 || !place) return;
    setBusy(true);
    try {
      const done = await wire.source({ ...bodyOf(draft, place.scope), ...more }, place.project);
      setReport(done.report);
      setTaken(done.registered);
      if (done.registered) changed();
    } catch (error) {
      setReport(undefined);
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  if (!bench.may_change) {
    const made = `${command} keys create ${bench.user} --permission run --permission tools`;
    return <p className="note"><Text>{t("wsKeyNotForTools", { command: made })}</Text></p>;
  }
  if (bench.places.length === 0) return <p className="aside">{t("wsNowhereToPut")}</p>;
  return (
    <section aria-label={t("wsImport")} className="importing">
      <ImportForm draft={draft} faults={faults} bench={bench} busy={busy} onChange={change}
        onLook={() => void send({ look_only: true })} />
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {report && taken ? (
        <div className="card good" role="status">
          <p><Text>{t("wsTaken", { source: report.source, count: report.usable })}</Text></p>
          {report.voided.length > 0 ? <p>{t("wsVoided", { count: report.voided.length })}</p> : null}
          <div className="buttons">
            <a href={linkTo("tools", report.previews.length === 1 ? report.previews[0]?.id : "")}>{t("wsSeeThem")}</a>
            <button type="button" className="link" onClick={() => change({ ...EMPTY, into: draft.into })}>{t("wsAnother")}</button>
          </div>
        </div>
      ) : null}
      {report && !taken ? (
        <PreviewView report={report} busy={busy} onTake={() => void send({ agreed: true })} />
      ) : null}
      <Sources news={news} onChange={onChange} />
    </section>
  );
}
