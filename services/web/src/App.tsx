import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Composer, type ComposerRef } from "./parts/Composer";
import { Dialog } from "./parts/Dialog";
import { InView, LogInBeside } from "./parts/InView";
import { Sidebar } from "./parts/Sidebar";
import { Thread } from "./parts/Thread";
import { type Ended, WaitEnded } from "./parts/WaitEnded";
import type { TurnActions } from "./parts/Turn";
import { HandoversProvider } from "./state/handovers";
import { useTelling, useView } from "./state/host";
import { useHostOffer } from "./state/hostTools";
import { useMedia, useSettings } from "./state/settings";
import { turnsOf, useChat } from "./state/useChat";
import { ended, useScheduled } from "./state/useScheduled";
import { useLeft } from "./state/useLeft";
import { api } from "./wire/api";
import type { Environment } from "./wire/types";

const DataPanel = lazy(() => import("./panels/DataPanel"));
const HandoverPanel = lazy(() => import("./panels/HandoverPanel"));
const MemoryPanel = lazy(() => import("./panels/MemoryPanel"));
const ScheduledPanel = lazy(() => import("./panels/ScheduledPanel"));
const SettingsPanel = lazy(() => import("./panels/SettingsPanel"));

type Panel = "none" | "menu" | "data" | "memory" | "scheduled" | "handovers" | "settings";

export function App() {
  const { t, language, preferences } = useSettings();
  const [panel, setPanel] = useState<Panel>("none");
  const [news, setNews] = useState(0);
  const usual = preferences.environment ?? "";
  const [environment, setEnvironment] = useState(usual);
  const review = preferences.approval ?? "always";
  const [environments, setEnvironments] = useState<Environment[]>([]);
  const wide = useMedia("(min-width: 900px)");
  const composer = useRef<ComposerRef>(null);
  const changed = useCallback(() => setNews((number) => number + 1), []);
  const view = useView();
  const host = useHostOffer();
  // Where the page shows something, it is there: a usual environment is for all else.
  const chosen = view.entity && environment === usual ? "" : environment;
  const chat = useChat({ environment: chosen, review, inView: view.entity, host }, language, changed);
  useTelling(chat.runs);
  const turns = turnsOf(chat.runs);
  const left = useLeft(chat.thread, chat.runs);
  const [waitEnded, setWaitEnded] = useState<Ended>();
  const waits = useScheduled(news, (found) => {
    if (chat.rejoin(found.run_id)) return;
    void ended(found.run_id).then((status) => status && status !== "cancelled" && setWaitEnded({ found, status }));
  });
  useEffect(() => {
    api.environments().then(setEnvironments, () => setEnvironments([]));
  }, [language]);
  useEffect(() => setEnvironment(usual), [usual]);
  const close = () => setPanel("none");
  const undo = (run: string) => {
    close();
    chat.undo(run, t("undoSentence", { run }));
  };
  const actions: TurnActions = {
    onReply: chat.reply,
    onChoose: chat.choose,
    onCancel: chat.cancel,
    onPageDone: chat.pageDone,
    onStop: chat.stop,
    onFindOut: chat.findOut,
    onAgain: chat.say,
    onChange: (text) => composer.current?.write(text),
    onUndo: undo,
    onCorrect: (text, span) => composer.current?.write(text, span),
    onPick: (text) => (/_{2,}/.test(text) ? composer.current?.write(text) : chat.say(text)),
  };
  const side = (
    <Sidebar
      active={chat.thread}
      news={news}
      waiting={waits.rows.length}
      onOpen={(thread) => { close(); chat.open(thread); }}
      onBegin={() => { close(); chat.begin(); composer.current?.write(""); }}
      onPanel={setPanel}
    />
  );
  return (
    <HandoversProvider thread={chat.thread} begun={chat.runs.length > 0}>
    <div className="app">
      <a className="skip" href="#message" onClick={(event) => { event.preventDefault(); composer.current?.focus(); }}>
        {t("skip")}
      </a>
      {wide ? <aside className="side" aria-label={t("conversations")}>{side}</aside> : null}
      <div className="page">
        {wide ? null : (
          <header className="bar">
            <button type="button" className="link" onClick={() => setPanel("menu")}>☰ {t("menu")}</button>
            <strong>{t("name")}</strong>
          </header>
        )}
        {waitEnded ? (
          <WaitEnded
            ended={waitEnded}
            onOpen={(thread) => { setWaitEnded(undefined); close(); chat.open(thread); }}
            onClose={() => setWaitEnded(undefined)}
          />
        ) : null}
        <Thread
          turns={turns}
          left={left}
          loading={chat.loading}
          failed={chat.failed}
          environments={environments}
          waits={waits}
          actions={actions}
        />
        <InView view={view} host={host} environments={environments} />
        <Composer
          ref={composer}
          environments={environments}
          environment={environment}
          busy={chat.runs.at(-1)?.state === "running"}
          onEnvironment={setEnvironment}
          onSend={chat.say}
          onStop={() => {
            const run = chat.runs.at(-1);
            if (run && !run.stopping) chat.stop(run);
          }}
        />
      </div>
      <LogInBeside />
      {panel === "menu" && !wide ? <Dialog title={t("menu")} onClose={close}>{side}</Dialog> : null}
      {panel === "data" ? (
        <Dialog title={t("data")} onClose={close}>
          <Suspense fallback={<p>{t("loading")}</p>}>
            <DataPanel onUndo={undo} />
          </Suspense>
        </Dialog>
      ) : null}
      {panel === "scheduled" ? (
        <Dialog title={t("scheduledList")} onClose={close}>
          <Suspense fallback={<p>{t("loading")}</p>}>
            <ScheduledPanel waits={waits} environments={environments} onOpen={(thread) => { close(); chat.open(thread); }} />
          </Suspense>
        </Dialog>
      ) : null}
      {panel === "handovers" ? (
        <Dialog title={t("handedQueue")} onClose={close} large>
          <Suspense fallback={<p>{t("loading")}</p>}><HandoverPanel /></Suspense>
        </Dialog>
      ) : null}
      {panel === "memory" ? (
        <Dialog title={t("memory")} onClose={close} large>
          <Suspense fallback={<p>{t("loading")}</p>}>
            <MemoryPanel onOpen={(session) => { close(); chat.open(session); }} />
          </Suspense>
        </Dialog>
      ) : null}
      {panel === "settings" ? (
        <Dialog title={t("settings")} onClose={close}>
          <Suspense fallback={<p>{t("loading")}</p>}>
            <SettingsPanel environments={environments} />
          </Suspense>
        </Dialog>
      ) : null}
    </div>
    </HandoversProvider>
  );
}
