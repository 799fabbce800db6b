import { Button, Input } from "antd";
import { useState } from "react";
import { Copy } from "../parts/Copy";
import { When } from "../parts/When";
import { Text, visible } from "../text/visible";
import type { Entry } from "../wire/memory";
import { useWords } from "./memoryWords";

/** One entry: what it is, where it is from, when it was used; named and forgotten in place. */
export function EntryLine({ one, onOpen, onName, onForget }: {
  one: Entry;
  onOpen: (session: string) => void;
  onName: (one: Entry, name: string) => void;
  onForget: (one: Entry) => void;
}) {
  const t = useWords();
  const [naming, setNaming] = useState(false);
  const talk = one.kind === "talk";
  return (
    <li className="entry-line">
      <div className="head">
        <p className="what">
          {one.name ? <strong><Text>{one.name}</Text></strong> : null}
          {one.label ? <Text>{one.label}</Text> : null}
          {talk ? <strong><Text>{one.value}</Text></strong> : <code><Text>{one.value}</Text></code>}
          {one.unit ? <Text>{one.unit}</Text> : null}
          {one.kind === "thing" ? <Copy text={one.value} /> : null}
        </p>
        <span className="acts">
          <button
            type="button"
            className="link"
            aria-expanded={naming}
            aria-label={`${t(one.name ? "memoryRename" : "memoryName")} ${visible(one.value)}`}
            onClick={() => setNaming(!naming)}
          >
            {t(one.name ? "memoryRename" : "memoryName")}
          </button>
          <button
            type="button"
            className="link"
            aria-label={t("memoryForgetOf", { value: visible(one.value) })}
            onClick={() => onForget(one)}
          >
            {t("memoryForget")}
          </button>
        </span>
      </div>
      {naming ? <Naming one={one} onDone={(name) => { setNaming(false); if (name !== undefined) onName(one, name); }} /> : null}
      {one.known.length > 0 ? (
        <p className="aside"><Text>{one.known.map(({ label, value }) => `${label} ${value}`).join(" · ")}</Text></p>
      ) : null}
      {talk && one.summary ? <p className="aside"><Text>{one.summary}</Text></p> : null}
      <p className="aside meta">
        <Text>{one.environment_label}</Text> · {t("memoryUses", { count: one.uses })} · {t("memoryLast")} <When at={one.last_at} /> · {t("memoryFrom")}{" "}
        <button
          type="button"
          className="link"
          aria-label={t("memoryOpen", { words: visible(one.words) })}
          onClick={() => onOpen(one.session_id)}
        >
          <Text>{one.words}</Text>
        </button>
      </p>
    </li>
  );
}

function Naming({ one, onDone }: { one: Entry; onDone: (name?: string) => void }) {
  const t = useWords();
  const [name, setName] = useState(one.name);
  return (
    <form
      className="naming"
      onSubmit={(event) => { event.preventDefault(); onDone(name.trim()); }}
      onKeyDown={(event) => { if (event.key === "Escape") { event.stopPropagation(); event.preventDefault(); onDone(); } }}
    >
      <Input
        autoFocus
        maxLength={60}
        aria-label={t("memoryNameOf", { value: visible(one.value) })}
        placeholder={t("memoryNameHint")}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button htmlType="submit" size="small">{t("memorySave")}</Button>
    </form>
  );
}
