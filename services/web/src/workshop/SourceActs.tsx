import { Button, Input } from "antd";
import { useRef, useState } from "react";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { PreviewView } from "./PreviewView";
import { type ImportReport, type SourceCard, type Submitted, type UpdateBody, wire } from "./wire";
import { useWords } from "./words";

interface Props {
  one: SourceCard;
  onDone: () => void;
}

/** Fetches a source again from where it came, looked at first; a document that was sent along is sent anew. */
export function Update({ one, onDone }: Props) {
  const t = useWords();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [report, setReport] = useState<ImportReport>();
  const [said, setSaid] = useState("");
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (body: UpdateBody) => {
    setBusy(true);
    setFailed("");
    setSaid("");
    try {
      const done = await wire.update(one.id, body);
      setReport(done.registered ? undefined : done.report);
      if (done.registered) {
        const voided = done.report.voided.length;
        const taken = t("wsTaken", { source: one.id, count: done.report.usable });
        setSaid(voided > 0 ? `${taken} ${t("wsVoided", { count: voided })}` : taken);
        onDone();
      }
    } catch (error) {
      setReport(undefined);
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const found = await chosen.text();
    setText(found);
    await send({ look_only: true, text: found });
  };
  return (
    <>
      <Button size="small" disabled={busy} title={t(one.sent ? "wsUpdateSent" : "wsUpdateMore")}
        onClick={() => (one.sent ? file.current?.click() : void send({ look_only: true }))}>
        {t(busy ? "wsLooking" : "wsUpdate")}
      </Button>
      {one.sent ? (
        <input ref={file} hidden type="file" aria-label={t("wsUpdateSent")} accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
          onChange={(event) => { void read(event.target.files?.[0]); event.target.value = ""; }} />
      ) : null}
      <div className="whole">
        {said ? <p role="status"><Text>{said}</Text></p> : null}
        {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
        {report ? (
          <PreviewView report={report} busy={busy} onTake={() => void send({ agreed: true, text })} onLeave={() => setReport(undefined)} />
        ) : null}
      </div>
    </>
  );
}

/** All tools of a source that are neither in the public pool nor submitted for it, at once: all of them, or none. */
export function SubmitAll({ one, onDone }: Props) {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState("");
  const [done, setDone] = useState<Submitted>();
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setFailed("");
    try {
      const found = await wire.submit(one.id, note.trim(), []);
      setDone(found);
      if (found.blocked.length === 0) {
        setAsking(false);
        onDone();
      }
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  const made = done?.submissions.length ?? 0;
  return (
    <>
      {one.to_submit > 0 ? (
        <Button size="small" onClick={() => setAsking(!asking)} aria-expanded={asking}>{t("wsSubmitAll")}</Button>
      ) : null}
      <div className="whole">
        {made > 0 ? <p role="status"><Text>{t("wsSubmittedAll", { count: made })}</Text> <a href={linkTo("review")}>{t("wsSeeSubmissions")}</a></p> : null}
        {asking ? (
          <form className="asking" onSubmit={(event) => { event.preventDefault(); void submit(); }}>
            <label>
              {t("wsNote")}
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} placeholder={t("wsNoteHint")}
                value={note} onChange={(event) => setNote(event.target.value)} />
            </label>
            {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
            {done && done.blocked.length > 0 ? (
              <div className="card danger" role="alert">
                <h3>{t("wsPutRight")}</h3>
                <ul className="bullets">
                  {done.blocked.map((each) => (
                    <li key={each.tool}>
                      <a href={linkTo("tools", each.tool, "lint")}><code><Text>{each.tool}</Text></code></a>
                      {each.says.map((text) => <p key={text}><Text>{text}</Text></p>)}
                    </li>
                  ))}
                </ul>
              </div>
            ) : null}
            <div className="buttons small">
              <Button htmlType="submit" type="primary" size="small" disabled={busy}>{t("wsSubmitCount", { count: one.to_submit })}</Button>
              <Button size="small" onClick={() => setAsking(false)}>{t("cancel")}</Button>
            </div>
          </form>
        ) : null}
      </div>
    </>
  );
}
