import { Button, Input } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useHandovers } from "../state/handovers";
import { useSettings } from "../state/settings";
import { useSubmissionNews } from "../state/useScreens";
import type { Wanted } from "./History";
import { LoggedIn } from "./LoggedIn";
import { OwnerLinks } from "./OwnerLinks";

const History = lazy(async () => ({ default: (await import("./History")).History }));

interface Props {
  active: string;
  /** Changes when a run begins or ends. */
  news: number;
  /** How many plans wait for their time. */
  waiting: number;
  /** What is to be done with a conversation, said elsewhere. */
  wanted?: Wanted;
  onOpen: (thread: string, looked: string) => void;
  onBegin: () => void;
  onPanel: (panel: "favourites" | "data" | "memory" | "scheduled" | "handovers" | "settings" | "help") => void;
}

export function Sidebar({ active, news, waiting, wanted, onOpen, onBegin, onPanel }: Props) {
  const { t } = useSettings();
  const [query, setQuery] = useState("");
  const { queue } = useHandovers();
  const submissions = useSubmissionNews();
  useEffect(() => { if (wanted) setQuery(""); }, [wanted]);
  const open = queue.filter((one) => one.state === "open").length;
  return (
    <nav className="sidebar" aria-label={t("conversations")}>
      <h1>{t("name")}</h1>
      <Button block onClick={onBegin}>{t("newChat")}</Button>
      <Input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        // Whoever leaves the search by this key does not want the rest of the history hidden.
        onKeyDown={(event) => { if (event.key === "Escape") setQuery(""); }}
      />
      <div className="list">
        <Suspense>
          <History active={active} query={query} news={news} wanted={wanted} onOpen={onOpen} onGone={onBegin} />
        </Suspense>
      </div>
      <div className="foot">
        <button type="button" className="link" onClick={() => onPanel("favourites")}>{t("favourites")}</button>
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
        <a className="link" href={submissions > 0 ? "#/authoring/review" : "#/authoring"}>
          {t("tools")}{submissions > 0 ? ` (${submissions})` : ""}
        </a>
        <OwnerLinks />
        <button type="button" className="link" onClick={() => onPanel("settings")}>{t("settings")}</button>
        <button type="button" className="link keys-link" onClick={() => onPanel("help")}>{t("helpLink")}</button>
        <LoggedIn />
      </div>
    </nav>
  );
}
