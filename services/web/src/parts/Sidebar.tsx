import { Conversations } from "@ant-design/x";
import { Button, Input } from "antd";
import { useEffect, useState } from "react";
import { useHandovers } from "../state/handovers";
import { useSettings } from "../state/settings";
import { visible } from "../text/visible";
import { api } from "../wire/api";
import type { Conversation } from "../wire/types";
import { OwnerLinks } from "./OwnerLinks";

interface Props {
  active: string;
  /** Changes when a run begins or ends. */
  news: number;
  /** How many plans wait for their time. */
  waiting: number;
  onOpen: (thread: string) => void;
  onBegin: () => void;
  onPanel: (panel: "data" | "memory" | "scheduled" | "handovers" | "settings") => void;
}

export function Sidebar({ active, news, waiting, onOpen, onBegin, onPanel }: Props) {
  const { t } = useSettings();
  const [query, setQuery] = useState("");
  const { queue } = useHandovers();
  const open = queue.filter((one) => one.state === "open").length;
  const found = useConversations(query, news);
  const items = found?.map((one) => ({
    key: one.session_id,
    label: (
      <button
        type="button"
        className="bare"
        dir="auto"
        aria-current={one.session_id === active ? "true" : undefined}
      >
        {visible(one.title)}
      </button>
    ),
  }));
  return (
    <nav className="sidebar" aria-label={t("conversations")}>
      <h1>{t("name")}</h1>
      <Button block onClick={onBegin}>{t("newChat")}</Button>
      <Input
        type="search"
        allowClear
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div className="list">
        {items && items.length > 0 ? (
          <Conversations items={items} activeKey={active} onActiveChange={(key) => onOpen(key)} />
        ) : (
          <p className="aside">{t(!items ? "loading" : query ? "nothingFound" : "noConversations")}</p>
        )}
      </div>
      <div className="foot">
        <button type="button" className="link" onClick={() => onPanel("data")}>{t("data")}</button>
        <button type="button" className="link" onClick={() => onPanel("scheduled")}>
          {t("scheduledList")}{waiting > 0 ? ` (${waiting})` : ""}
        </button>
        {queue.length > 0 ? (
          <button type="button" className="link" onClick={() => onPanel("handovers")}>
            {t("handedQueue")}{open > 0 ? ` (${open})` : ""}
          </button>
        ) : null}
        <button type="button" className="link" onClick={() => onPanel("memory")}>{t("memory")}</button>
        <a className="link" href="#/authoring">{t("tools")}</a>
        <OwnerLinks />
        <button type="button" className="link" onClick={() => onPanel("settings")}>{t("settings")}</button>
      </div>
    </nav>
  );
}

/** The caller's conversations that match; undefined until the first answer. */
function useConversations(query: string, news: number): Conversation[] | undefined {
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
