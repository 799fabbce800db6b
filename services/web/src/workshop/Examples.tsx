import { Button, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { type Example, score, type Tried, tried } from "./examples";
import type { Score } from "./Counts";
import { Expected } from "./Expected";
import { TriedLine } from "./TriedLine";
import { wire } from "./wire";
import { useWords } from "./words";

/** So many are tried without being asked for. */
const AT_ONCE = 10;

/** The author's sentences beside a submission; a reviewer tries the same ones, and own ones. */
export function Examples({ id, given, onScore }: {
  id: string;
  given: Example[];
  onScore: (found: Score) => void;
}) {
  const t = useWords();
  const [rows, setRows] = useState<Tried[]>(given);
  const [own, setOwn] = useState<Tried[]>([]);
  const [busy, setBusy] = useState(given.length > 0);
  const gone = useRef(false);
  const learn = (row: Tried, told: Partial<Tried>) => {
    const news = (now: Tried[]) => now.map((one) => (one.text === row.text ? { ...one, ...told } : one));
    setRows(news);
    setOwn(news);
  };
  const run = async (wanted: Tried[]) => {
    setBusy(true);
    for (const row of wanted) {
      const told = await tried(row, (sentence) => wire.trySubmitted(id, sentence));
      if (gone.current) return;
      learn(row, told);
    }
    setBusy(false);
    for (const row of wanted) {
      const today = await wire.todayOf(id, row.text).catch(() => undefined);
      if (gone.current) return;
      learn(row, { today });
    }
  };
  useEffect(() => {
    gone.current = false;
    if (given.length > 0) void run(given.slice(0, AT_ONCE));
    return () => { gone.current = true; };
  }, []);
  const add = (text: string, wanted: boolean) => {
    const one = { text, wanted };
    setOwn((now) => [one, ...now.filter((each) => each.text !== text)]);
    void run([one]);
  };
  const found = score(rows);
  const left = rows.filter((one) => !one.stages && !one.failed);
  useEffect(() => onScore({ ...found, left: left.length, trying: busy }), [found.all, found.right, left.length, busy]);
  return (
    <div className="trying">
      <p className="aside">{t(given.length > 0 ? "wsExamplesMore" : "wsNoExamples")}</p>
      <p role="status" className={found.right < found.all ? "note" : undefined}>
        {busy ? t("wsTrying") : found.all > 0 ? t("wsScore", found) : ""}
        {!busy && left.length > 0 ? ` ${t("wsNotTried", { count: left.length })}` : ""}
      </p>
      {rows.length > 0 ? (
        <div className="buttons small">
          {left.length > 0 ? <Button disabled={busy} onClick={() => void run(left)}>{t("wsTryLeft", { count: left.length })}</Button> : null}
          <Button className="narrow" disabled={busy} onClick={() => void run(rows)}>{t("wsTryExamples")}</Button>
        </div>
      ) : null}
      <ul className="works">{rows.map((one) => <TriedLine key={one.text} tried={one} />)}</ul>
      <Own busy={busy} onTry={add} />
      {own.length > 0 ? <ul className="works own">{own.map((one) => <TriedLine key={one.text} tried={one} />)}</ul> : null}
    </div>
  );
}

/** A sentence of the reviewer's own: it is only tried, and kept nowhere. */
function Own({ busy, onTry }: { busy: boolean; onTry: (text: string, wanted: boolean) => void }) {
  const t = useWords();
  const [text, setText] = useState("");
  const [wanted, setWanted] = useState(true);
  const go = () => {
    if (!text.trim()) return;
    onTry(text.trim(), wanted);
    setText("");
  };
  return (
    <form className="asking" onSubmit={(event) => { event.preventDefault(); go(); }}>
      <label>
        {t("wsOwnSentence")}
        <Input value={text} maxLength={2000} onChange={(event) => setText(event.target.value)} />
      </label>
      <div className="buttons small">
        <Expected wanted={wanted} onChange={setWanted} />
        <Button htmlType="submit" disabled={busy || !text.trim()}>{t("wsTryOwn")}</Button>
      </div>
    </form>
  );
}
