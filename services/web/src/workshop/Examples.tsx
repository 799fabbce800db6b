import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { type Example, score, type Tried, tried } from "./examples";
import { TriedLine } from "./TriedLine";
import { wire } from "./wire";
import { useWords } from "./words";

/** So many are tried without being asked for. */
const AT_ONCE = 10;

/** The author's sentences beside a submission; a reviewer tries the same ones. */
export function Examples({ id, given }: { id: string; given: Example[] }) {
  const t = useWords();
  const [rows, setRows] = useState<Tried[]>(given);
  const [busy, setBusy] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    if (given.length > 0 && given.length <= AT_ONCE) void run();
    return () => { gone.current = true; };
  }, []);
  const run = async () => {
    setBusy(true);
    for (const row of given) {
      const told = await tried(row, (sentence) => wire.trySubmitted(id, sentence));
      if (gone.current) return;
      setRows((now) => now.map((one) => (one.text === row.text ? { ...one, ...told } : one)));
    }
    setBusy(false);
  };
  if (given.length === 0) return <p className="aside">{t("wsNoExamples")}</p>;
  const found = score(rows);
  return (
    <div className="trying">
      <p className="aside">{t("wsExamplesMore")}</p>
      <Button className="narrow" disabled={busy} onClick={() => void run()}>{t("wsTryExamples")}</Button>
      <p role="status" className={found.right < found.all ? "note" : undefined}>{busy ? t("wsTrying") : found.all > 0 ? t("wsScore", found) : ""}</p>
      <ul className="works">{rows.map((one) => <TriedLine key={one.text} tried={one} />)}</ul>
    </div>
  );
}
