import { useEffect, useState } from "react";
import { useConversations } from "../parts/History";
import { useSettings } from "../state/settings";
import { useModal } from "../state/useModal";
import { visible } from "../text/visible";
import { api } from "../wire/api";
import type { Favourite } from "../wire/favourites";

export interface Command {
  title: string;
  run: () => void;
}

interface Item extends Command {
  kind: string;
}

const MOST = 8;

/** Everything that can be done or found, by typing: commands, kept requests, conversations. */
export default function Palette({ commands, onOpen, onUse, onClose }: {
  commands: Command[];
  onOpen: (thread: string, looked: string) => void;
  onUse: (one: Favourite) => void;
  onClose: () => void;
}) {
  const { t } = useSettings();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const [kept, setKept] = useState<Favourite[]>([]);
  const box = useModal();
  const conversations = useConversations(query, 0) ?? [];
  useEffect(() => void api.favourites().then(setKept, () => undefined), []);
  const words = query.toLowerCase().split(/\s+/);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const items: Item[] = [
    ...kept.filter((one) => has(`${one.name} ${one.text}`)).slice(0, MOST).map((one) => ({
      kind: t("paletteFavourite"), title: one.name ? `${one.name} · ${one.text}` : one.text, run: () => onUse(one),
    })),
    ...commands.filter((one) => has(one.title)).map((one) => ({ ...one, kind: t("paletteCommand") })),
    ...conversations.slice(0, MOST).map((one) => ({
      kind: t("paletteTalk"), title: one.title, run: () => onOpen(one.session_id, query),
    })),
  ];
  const chosen = Math.min(at, items.length - 1);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const take = (item: Item | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  return (
    <dialog
      ref={box}
      className="palette-dialog"
      aria-label={t("palette")}
      onCancel={(event) => { event.preventDefault(); onClose(); }}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <div className="palette">
        <div className="find">
          <input
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls="palette-found"
            aria-activedescendant={items.length > 0 ? `palette-${chosen}` : undefined}
            aria-label={t("palette")}
            placeholder={t("paletteHint")}
            value={query}
            onChange={(event) => { setQuery(event.target.value); setAt(0); }}
            onKeyDown={(event) => {
              const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
              if (step) {
                event.preventDefault();
                setAt((chosen + step + items.length) % Math.max(1, items.length));
              } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
                event.preventDefault();
                take(items[chosen]);
              }
            }}
          />
          <button type="button" className="link" onClick={onClose}>{t("close")}</button>
        </div>
        {/* Reached by the arrows from the search box; Tab goes on to the next thing to press. */}
        <ul id="palette-found" role="listbox" tabIndex={-1} aria-label={t("paletteFound")}>
          {items.map((item, place) => (
            <li
              key={`${item.kind}${item.title}${place}`}
              id={`palette-${place}`}
              role="option"
              aria-selected={place === chosen}
              onMouseMove={() => setAt(place)}
              onClick={() => take(item)}
            >
              <span className="said" dir="auto">{visible(item.title)}</span>
              <small>{item.kind}</small>
            </li>
          ))}
        </ul>
        {items.length === 0 ? <p className="aside" role="status">{t("paletteNothing")}</p> : null}
      </div>
    </dialog>
  );
}
