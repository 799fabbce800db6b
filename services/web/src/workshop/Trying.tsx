import { Button, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import { heldExamples, holdExamples, score, type Tried, tried } from "./examples";
import { Expected } from "./Expected";
import { TriedLine } from "./TriedLine";
import { wire } from "./wire";
import { useWords } from "./words";

/** Sentences that should use the tool, and such that should not: what becomes of each of them. */
export function Trying({ id }: { id: string }) {
  const t = useWords();
  const { language } = useSettings();
  const [held, setHeld] = useState<Tried[]>(() => heldExamples(id));
  const [draft, setDraft] = useState("");
  const [wanted, setWanted] = useState(true);
  const [busy, setBusy] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    if (held.length > 0) void run(held);
    return () => { gone.current = true; };
  }, [id, language]);
  const keep = (rows: Tried[]) => {
    setHeld(rows);
    holdExamples(id, rows);
  };
  const run = async (rows: Tried[]) => {
    setBusy(true);
    for (const row of rows) {
      const told = await tried(row, (sentence) => wire.why(id, sentence));
      if (gone.current) return;
      setHeld((now) => now.map((one) => (one.text === row.text ? { ...one, ...told } : one)));
    }
    setBusy(false);
  };
  const add = () => {
    const known = new Set(held.map((one) => one.text));
    const texts = [...new Set(draft.split("\n").map((line) => line.trim()))].filter((line) => line && !known.has(line));
    const fresh = texts.map((text) => ({ text, wanted }));
    // What was typed last comes out beside the field.
    keep([...fresh, ...held]);
    setDraft("");
    void run(fresh);
  };
  const found = score(held);
  return (
    <div className="trying">
      <p className="aside">{t("wsTryMore")}</p>
      <form className="asking" onSubmit={(event) => { event.preventDefault(); add(); }}>
        <label>
          {t("wsSentences")}
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} value={draft} onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => { if (event.key === "Enter" && event.ctrlKey) { event.preventDefault(); add(); } }} />
        </label>
        <div className="buttons small">
          <Expected wanted={wanted} onChange={setWanted} />
          <Button htmlType="submit" type="primary" disabled={!draft.trim()}>{t("wsAddSentences")}</Button>
          {held.length > 0 ? <Button disabled={busy} onClick={() => void run(held)}>{t("wsTryAll")}</Button> : null}
        </div>
      </form>
      <p role="status">
        {busy ? t("wsTrying") : found.all > 0 ? t("wsScore", found) : ""}
      </p>
      {!busy && found.asks > 0 ? <p className="aside">{t("wsScoreAsks", { count: found.asks })}</p> : null}
      <ul className="works">
        {held.map((one) => (
          <TriedLine key={one.text} tried={one}
            onWanted={(should) => keep(held.map((row) => (row === one ? { ...row, wanted: should } : row)))}
            onRemove={() => keep(held.filter((row) => row !== one))} />
        ))}
      </ul>
      <p className="aside">{t("wsKept")}</p>
    </div>
  );
}
