import { useCallback, useEffect, useRef, useState } from "react";
import { type Panel, type PanelActions, Panels } from "./Panels";
import type { Command } from "./panels/Palette";
import { Composer, type ComposerRef } from "./parts/Composer";
import { InView, LogInBeside } from "./parts/InView";
import type { Wanted } from "./parts/History";
import { Sidebar } from "./parts/Sidebar";
import { Thread } from "./parts/Thread";
import { type Ended, WaitEnded } from "./parts/WaitEnded";
import type { TurnActions } from "./parts/Turn";
import { HandoversProvider } from "./state/handovers";
import { useTelling, useView } from "./state/host";
import { useHostOffer } from "./state/hostTools";
import { useMedia, useSettings } from "./state/settings";
import { turnsOf, useChat } from "./state/useChat";
import { useEndings } from "./state/useEndings";
import { ofResult } from "./state/ofResult";
import { type Said, saidAgain } from "./state/saidAgain";
import { hasKeys, useFocusKept } from "./state/useFocusKept";
import { useSaid } from "./state/useSaid";
import { usePlace } from "./state/usePlace";
import { useKeys } from "./state/useKeys";
import { useScreens, useUser } from "./state/useScreens";
import { ended, useScheduled } from "./state/useScheduled";
import { useLeft } from "./state/useLeft";
import { api, logOut } from "./wire/api";
import { blanksIn, draftOf } from "./wire/blanks";
import { askedBy, isTalk, type Run } from "./wire/run";
import type { Favourite, Restated } from "./wire/favourites";
import type { Environment } from "./wire/types";

const DEEDS = { rename: "talkRename", pin: "talkPin", delete: "talkDelete" } as const;

export function App() {
  const { t, language, preferences, refresh } = useSettings();
  const [panel, setPanel] = useState<Panel>("none");
  const [news, setNews] = useState(0);
  const [sought, setSought] = useState("");
  const usual = preferences.environment ?? "";
  const place = usePlace(usual);
  const review = preferences.approval ?? "always";
  const [environments, setEnvironments] = useState<Environment[]>([]);
  const wide = useMedia("(min-width: 900px)");
  const composer = useRef<ComposerRef>(null);
  const changed = useCallback(() => setNews((number) => number + 1), []);
  const view = useView();
  const host = useHostOffer();
  // The usual environment is for what says none: not for a sentence that names one, nor for what the page shows.
  const chat = useChat({ environment: place.sent, review, inView: view.entity, dismissed: view.dropped, host }, language, changed);
  useTelling(chat.runs);
  useEndings(chat.runs);
  const turns = turnsOf(chat.runs);
  const answers = chat.runs.filter((run) => run.live && isTalk(run)).length;
  useEffect(() => { if (answers > 0) refresh(); }, [answers]);
  const said = useSaid(chat.thread, chat.runs);
  const left = useLeft(chat.thread, chat.runs);
  const [waitEnded, setWaitEnded] = useState<Ended>();
  const waits = useScheduled(news, (found) => {
    if (chat.rejoin(found.run_id)) return;
    void ended(found.run_id).then((status) => status && status !== "cancelled" && setWaitEnded({ found, status }));
  });
  // Whoever opens its conversation, from wherever, has seen what came of it.
  useEffect(() => { if (waitEnded?.found.session_id === chat.thread) setWaitEnded(undefined); }, [waitEnded, chat.thread]);
  useEffect(() => {
    api.environments().then(setEnvironments, () => setEnvironments([]));
  }, [language]);
  useEffect(place.reset, [usual, chat.thread]);
  const focus = () => composer.current?.focus();
  const onward = () => { if (hasKeys()) focus(); };
  useFocusKept(focus);
  const close = () => setPanel("none");
  const [told, setTold] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setTold(""), 6000);
    return () => clearTimeout(timer);
  }, [told]);
  const undo = (run: string) => {
    close();
    chat.undo(run, t("undoSentence", { run }));
  };
  // What is typed next is meant for the message box, and presses no button once more.
  const then = <P extends unknown[]>(act: (...told: P) => void) => (...told: P) => { setSought(""); act(...told); onward(); };
  const actions: TurnActions = {
    onReply: then(chat.reply),
    onChoose: then(chat.choose),
    onCancel: then(chat.cancel),
    onTyping: chat.typing,
    onPageDone: chat.pageDone,
    onStop: chat.stop,
    onFindOut: (run) => { onward(); return chat.findOut(run); },
    onAgain: then((run) => void saidAgain(run).then(({ text, environment, whole }) => chat.say(text, run.attachments, environment, whole))),
    onChange: (run) => void saidAgain(run).then(fill),
    onUndo: then(undo),
    onFinish: then(chat.finish),
    onCorrect: (text, span) => composer.current?.write(text, span),
    onPick: (text) => (blanksIn(text).length > 0 ? composer.current?.write(text) : then(chat.say)(text)),
    onKeep: (run) => keep(run),
    onUse: (one) => use(one),
  };
  const keep = (run: Run) => {
    const show = (told: Restated) => setPanel({ keep: draftOf(run, told, t("quantity")) });
    api.restated(run.id ?? "").then(show, () => show({ text: run.text, environment: null, whole: false }));
  };
  const open = (thread: string, looked = "") => {
    close();
    setSought(looked);
    chat.open(thread);
    // A dialog that it was picked in is closed by then.
    requestAnimationFrame(onward);
  };
  const begin = () => { close(); setSought(""); chat.begin(); composer.current?.write(""); };
  const fill = ({ text, environment, whole }: Said) => {
    place.bring(environment);
    composer.current?.write(text, undefined, whole);
  };
  const use = (one: Favourite) => {
    close();
    fill({ ...one, whole: true });
    api.useFavourite(one.id).catch(() => undefined);
  };
  const running = chat.runs.at(-1)?.state === "running" ? chat.runs.at(-1) : undefined;
  const stop = () => { if (running && !running.stopping) chat.stop(running); };
  useKeys({ palette: () => setPanel("palette"), help: () => setPanel("help"), focus, begin, stop });
  const [wanted, setWanted] = useState<Wanted>();
  const deed = (what: Wanted["what"]) => ({
    title: t(DEEDS[what]), run: () => { if (!wide) setPanel("menu"); setWanted({ what, session: chat.thread, taken: () => setWanted(undefined) }); },
  });
  const over: PanelActions = { onClose: close, onOpen: open, onUndo: undo, onUse: use, onKept: () => { close(); setTold(t("keepDone")); } };
  const screens = useScreens();
  const user = useUser();
  const commands: Command[] = [
    ...ofResult(turns.at(-1)?.run, left, actions).map(({ title, count, run }) => ({ title: t(title, { count: count ?? 0 }), run })),
    ...(running ? [{ title: t("stop"), run: stop }] : []),
    { title: t("newChat"), run: begin },
    ...(chat.runs.length > 0 ? [deed("rename"), deed("pin"), deed("delete")] : []),
    ...(["favourites", "data", "scheduled", "memory", "settings", "help"] as const).map((name) => ({
      title: t(name === "scheduled" ? "scheduledList" : name), run: () => setPanel(name),
    })),
    { title: t("tools"), run: () => { location.hash = "#/authoring"; } },
    ...(user ? [{ title: `${t("logOut")} (${user})`, run: () => void logOut() }] : []),
    ...screens.map((one) => ({ title: t(one), run: () => { location.hash = `#/${one}`; } })),
    ...environments.map((one) => ({
      title: t("paletteEnvironment", { name: one.label[language] }), run: () => { place.pick(one.name); focus(); },
    })),
  ];
  const side = (
    <Sidebar
      active={chat.thread}
      news={news}
      waiting={waits.rows.length}
      wanted={wanted}
      onOpen={open}
      onBegin={begin}
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
            onOpen={open}
            onClose={() => setWaitEnded(undefined)}
          />
        ) : null}
        <Thread
          turns={turns}
          sought={sought}
          left={left}
          loading={chat.loading}
          failed={chat.failed}
          late={chat.late}
          environments={environments}
          waits={waits}
          actions={actions}
        />
        <p className={told ? "told" : "unseen"} role="status">{told}</p>
        <InView view={view} host={host} environments={environments} />
        <Composer
          ref={composer}
          environments={environments}
          environment={place.shown}
          said={said}
          busy={running !== undefined}
          asks={askedBy(chat.runs.at(-1))}
          onEnvironment={place.pick}
          onSend={(text, files, alone) => { setSought(""); chat.say(text, files, null, alone); place.used(); }}
          onStop={stop}
        />
      </div>
      <LogInBeside />
      <Panels
        panel={panel}
        menu={wide ? undefined : side}
        draft={() => composer.current?.draft() ?? ""}
        commands={commands}
        environments={environments}
        waits={waits}
        actions={over}
      />
    </div>
    </HandoversProvider>
  );
}
