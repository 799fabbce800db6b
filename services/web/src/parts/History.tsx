import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key, Language } from "../text/messages";
import { visible } from "../text/visible";
import { api } from "../wire/api";
import type { Conversation } from "../wire/types";
import { locale } from "../wire/times";

const SIGN: Record<string, string> = {
  running: "…", scheduled: "◷", needs_input: "?", succeeded: "✓", partial: "!", failed: "!", unknown: "!",
};

export interface Wanted {
  what: "rename" | "pin" | "delete";
  session: string;
  /** It is being done, and not wanted again. */
  taken(): void;
}

/** The caller's conversations by when they were, each to be opened, named, pinned and deleted. */
export function History({ active, query, news, wanted, onOpen, onGone }: {
  active: string;
  query: string;
  /** Changes when a run begins or ends. */
  news: number;
  /** What is to be done with one of them, said elsewhere. */
  wanted?: Wanted;
  onOpen: (thread: string, looked: string) => void;
  /** The open conversation was deleted. */
  onGone: () => void;
}) {
  const { t } = useSettings();
  const [changes, setChanges] = useState(0);
  const found = useConversations(query, news + changes);
  const [menu, setMenu] = useState<{ one: Conversation; at: CSSProperties }>();
  const [doing, setDoing] = useState<{ what: "rename" | "delete"; session: string }>();
  const [failed, setFailed] = useState("");
  const act = (deed: Promise<unknown>) => {
    setFailed("");
    void deed.then(() => setDoing(undefined), (error: Error) => setFailed(error.message))
      .finally(() => setChanges((number) => number + 1));
  };
  const pin = (one: Conversation) => act(api.changeConversation(one.session_id, { pinned: !one.pinned }));
  useEffect(() => {
    // A search may hide it: the sidebar takes that away, and it is in the next list.
    const one = wanted && found?.find((each) => each.session_id === wanted.session);
    if (!wanted || !one) return;
    if (wanted.what === "pin") pin(one);
    else setDoing({ what: wanted.what, session: wanted.session });
    wanted.taken();
  }, [wanted, found]);
  if (!found || found.length === 0) {
    return <p className="aside">{t(!found ? "loading" : query ? "nothingFound" : "noConversations")}</p>;
  }
  return (
    <>
      {failed ? <p className="error" role="alert">{visible(failed)}</p> : null}
      {grouped(found).map(({ key, rows }) => (
        <section key={key}>
          <h2 className="group">{t(key)}</h2>
          <ul>
            {rows.map((one) => (
              <li key={one.session_id} className={one.session_id === active ? "past active" : "past"}>
                {doing?.session !== one.session_id ? (
                  <Line one={one} current={one.session_id === active} onOpen={(thread) => onOpen(thread, query)} onMore={(at) => setMenu({ one, at })} />
                ) : doing.what === "rename" ? (
                  <Renaming
                    one={one}
                    onDone={(title) => {
                      if (title === undefined) setDoing(undefined);
                      else act(api.changeConversation(one.session_id, { title }));
                    }}
                  />
                ) : (
                  <Deleting
                    one={one}
                    onNo={() => setDoing(undefined)}
                    onYes={() => act(api.deleteConversation(one.session_id).then(() => one.session_id === active && onGone()))}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {menu ? (
        <Menu
          at={menu.at}
          pinned={menu.one.pinned}
          onClose={() => setMenu(undefined)}
          onPick={(what) => {
            const session = menu.one.session_id;
            setMenu(undefined);
            if (what === "pin") pin(menu.one);
            else setDoing({ what, session });
          }}
        />
      ) : null}
    </>
  );
}

function Line({ one, current, onOpen, onMore }: {
  one: Conversation;
  current: boolean;
  onOpen: (thread: string) => void;
  onMore: (at: CSSProperties) => void;
}) {
  const { t, language } = useSettings();
  const title = visible(one.title);
  const status = t((one.status === "running" ? "running" : one.status) as Key);
  return (
    <>
      <button
        type="button"
        className="bare"
        aria-current={current ? "true" : undefined}
        title={`${title}\n${t("historyState", { status })}`}
        onClick={() => onOpen(one.session_id)}
      >
        <span className={`sign ${one.status}`} role="img" aria-label={status}>{SIGN[one.status] ?? "–"}</span>
        <span className="said" dir="auto">{title}</span>
        <time dateTime={new Date(one.at * 1000).toISOString()}>{shortly(one.at, language)}</time>
      </button>
      <button
        type="button"
        className="more"
        aria-haspopup="menu"
        aria-label={t("historyMore", { title: title.slice(0, 60) })}
        onClick={(event) => {
          const { bottom, right } = event.currentTarget.getBoundingClientRect();
          onMore({ top: Math.min(bottom, innerHeight - 150), left: Math.max(8, right - 148) });
        }}
      >
        ⋯
      </button>
    </>
  );
}

const DEEDS = ["rename", "pin", "delete"] as const;

function Menu({ at, pinned, onPick, onClose }: {
  at: CSSProperties;
  pinned: boolean;
  onPick: (what: (typeof DEEDS)[number]) => void;
  onClose: () => void;
}) {
  const { t } = useSettings();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const from = document.activeElement;
    const menu = box.current;
    menu?.showPopover();
    menu?.querySelector("button")?.focus();
    return () => {
      if (menu?.contains(document.activeElement)) (from as HTMLElement | null)?.focus();
    };
  }, []);
  const move = (step: number) => {
    const all = [...(box.current?.querySelectorAll("button") ?? [])];
    const now = all.findIndex((one) => one === document.activeElement);
    all[(now + step + all.length) % all.length]?.focus();
  };
  return (
    <div
      ref={box}
      popover="auto"
      role="menu"
      className="menu"
      style={at}
      onToggle={(event) => event.newState === "closed" && onClose()}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (event.key === "Tab") onClose();
        if (!step) return;
        event.preventDefault();
        move(step);
      }}
    >
      {DEEDS.map((what) => (
        <button key={what} type="button" role="menuitem" className={what} onClick={() => onPick(what)}>
          {t(what === "rename" ? "historyRename" : what === "delete" ? "historyDelete" : pinned ? "historyUnpin" : "historyPin")}
        </button>
      ))}
    </div>
  );
}

function Renaming({ one, onDone }: { one: Conversation; onDone: (title?: string) => void }) {
  const { t } = useSettings();
  const [title, setTitle] = useState(one.title.slice(0, 120));
  return (
    <form className="renaming" onSubmit={(event) => { event.preventDefault(); onDone(title); }}>
      <input
        autoFocus
        maxLength={120}
        aria-label={t("historyTitle")}
        value={title}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          onDone();
        }}
      />
      <button type="submit" className="link">{t("save")}</button>
    </form>
  );
}

function Deleting({ one, onYes, onNo }: { one: Conversation; onYes: () => void; onNo: () => void }) {
  const { t } = useSettings();
  return (
    <div className="deleting" role="group" aria-label={t("historyDelete")}>
      <strong dir="auto">{visible(one.title)}</strong>
      <p>{t("historyDeleteSure")}</p>
      <button type="button" className="link error" onClick={onYes}>{t("historyDelete")}</button>
      <button type="button" className="link" autoFocus onClick={onNo}>{t("cancel")}</button>
    </div>
  );
}

type Group = "groupPinned" | "groupToday" | "groupYesterday" | "groupWeek" | "groupOlder";
const DAY = 86_400_000;

function grouped(found: Conversation[]): { key: Group; rows: Conversation[] }[] {
  const groups = new Map<Group, Conversation[]>();
  const today = new Date().setHours(0, 0, 0, 0);
  for (const one of found) {
    const at = one.at * 1000;
    const key: Group = one.pinned ? "groupPinned" : at >= today ? "groupToday"
      : at >= today - DAY ? "groupYesterday" : at >= today - 6 * DAY ? "groupWeek" : "groupOlder";
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, rows]) => ({ key, rows }));
}

/** The hour of today, the day of this year, or the date. */
function shortly(seconds: number, language: Language): string {
  const at = new Date(seconds * 1000);
  const now = new Date();
  const day = at.toDateString() === now.toDateString();
  const year = at.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(locale(language), day
    ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
    : { month: "numeric", day: "numeric", year: year ? undefined : "2-digit" }).format(at);
}

/** The caller's conversations that match; undefined until the first answer. */
export function useConversations(query: string, news: number): Conversation[] | undefined {
  const [found, setFound] = useState<Conversation[]>();
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      api.conversations(query).then((rows) => stale || setFound(rows), () => undefined);
    }, query ? 200 : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [query, news]);
  return found;
}
