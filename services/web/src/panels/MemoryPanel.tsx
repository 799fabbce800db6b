import { Button, Input } from "antd";
import { useCallback, useEffect, useRef, useState } from "react";
import { Select } from "../parts/Select";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import { type Entry, type EntryKind, type Memory, memory } from "../wire/memory";
import { EntryLine } from "./MemoryEntry";
import { useWords, type Word } from "./memoryWords";
import { Reserved } from "./Reserved";
import "./memory.css";

const KINDS: [EntryKind, Word][] = [["thing", "memoryThings"], ["value", "memoryValues"], ["talk", "memoryTalks"]];
const SHOWN = 10;

/** What is remembered of the user beyond a conversation: seen, named, forgotten. */
export default function MemoryPanel({ onOpen }: { onOpen: (session: string) => void }) {
  const t = useWords();
  const { preferences, choose } = useSettings();
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState("");
  const { found, failed, said, change, forgetAll } = useMemory(query);
  const heading = useRef<HTMLParagraphElement>(null);
  if (!found) return failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : <p>{t("loading")}</p>;
  const on = preferences.memory !== "off";
  const places = new Map(found.entries.map((one) => [one.environment, one.environment_label]));
  const entries = found.entries.filter((one) => !place || one.environment === place);
  const after = () => heading.current?.focus();
  return (
    <div className="memory">
      <p className="aside" ref={heading} tabIndex={-1}>{t("memoryIntro")}</p>
      <label className="check">
        <input type="checkbox" checked={on} onChange={(event) => choose({ memory: event.target.checked ? null : "off" })} />
        {t("memoryOn")}
      </label>
      {on ? null : <p className="note">{t("memoryOff")}</p>}
      <div className="filters">
        <Input
          type="search"
          allowClear
          aria-label={t("memorySearch")}
          placeholder={t("memorySearch")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {places.size > 1 ? (
          <Select label={t("environment")} value={place} options={[["", t("memoryAll")], ...places]} onChange={setPlace} />
        ) : null}
      </div>
      <p className="unseen" role="status">{said}</p>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {entries.length === 0 ? <p className="aside">{t(query || place ? "memoryNothing" : "memoryEmpty")}</p> : null}
      <Reserved onOpen={onOpen} />
      {KINDS.map(([kind, title]) => (
        <Kind
          key={kind}
          title={t(title)}
          entries={entries.filter((one) => one.kind === kind)}
          onOpen={onOpen}
          onName={(one, name) => change(one, () => memory.name(one.id, name))}
          onForget={(one) => change(one, () => memory.forget(one.id), t("memoryForgotten", { value: visible(one.value) })).then(after)}
        />
      ))}
      <Rule found={found} onForgetAll={() => forgetAll().then(after)} />
    </div>
  );
}

function Kind({ title, entries, ...actions }: {
  title: string;
  entries: Entry[];
  onOpen: (session: string) => void;
  onName: (one: Entry, name: string) => void;
  onForget: (one: Entry) => void;
}) {
  const t = useWords();
  const [all, setAll] = useState(false);
  if (entries.length === 0) return null;
  const shown = all ? entries : entries.slice(0, SHOWN);
  return (
    <section aria-label={title}>
      <h3>{title} <small>{entries.length}</small></h3>
      <ul className="lines">
        {shown.map((one) => <EntryLine key={one.id} one={one} {...actions} />)}
      </ul>
      {shown.length < entries.length ? (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t("memoryMore", { count: entries.length - shown.length })}
        </button>
      ) : null}
    </section>
  );
}

/** How much is kept and when it goes, and a way to forget all of it, which is asked about once. */
function Rule({ found, onForgetAll }: { found: Memory; onForgetAll: () => void }) {
  const t = useWords();
  const [sure, setSure] = useState(false);
  return (
    <footer>
      <p className="aside">{t("memoryRule", { ...found.kept, days: found.unused_days })}</p>
      {found.entries.length > 0 ? (
        <Button danger size="small" onClick={() => { if (sure) onForgetAll(); setSure(!sure); }} onBlur={() => setSure(false)}>
          {t(sure ? "memoryForgetSure" : "memoryForgetAll")}
        </Button>
      ) : null}
    </footer>
  );
}

/** The entries that fit the words, as the service has them after every change. */
function useMemory(query: string) {
  const [found, setFound] = useState<Memory>();
  const [failed, setFailed] = useState("");
  const [said, setSaid] = useState("");
  const load = useCallback(
    () => memory.all(query).then((all) => { setFound(all); setFailed(""); }, (error: Error) => setFailed(error.message)),
    [query],
  );
  useEffect(() => {
    const timer = setTimeout(() => void load(), query ? 250 : 0);
    return () => clearTimeout(timer);
  }, [load, query]);
  const change = async (_: Entry, work: () => Promise<unknown>, done = "") => {
    try {
      await work();
      await load();
      setSaid(done);
    } catch (error) {
      setFailed((error as Error).message);
    }
  };
  const forgetAll = () => memory.forgetAll().then(load, (error: Error) => setFailed(error.message));
  return { found, failed, said, change, forgetAll };
}
