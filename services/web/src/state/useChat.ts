/** The open conversation: its runs, and what a user can do with them. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Entity } from "../embed/zhizao";
import { api, Refused } from "../wire/api";
import { after, agrees, newRun, type PageCall, type Pressed, pressedIn, type Run } from "../wire/run";
import { follow, type PageDone, type Request, send } from "../wire/stream";
import type { HostOffer } from "./hostTools";
import { keepTyped, typedIn } from "./typed";
import type { Attachment, Chosen, Payload, Thing, WireEvent } from "../wire/types";

export interface Chat {
  thread: string;
  runs: Run[];
  loading: boolean;
  failed?: string;
  /** What was replied to here was decided elsewhere meanwhile; the conversation was loaded anew. */
  late: boolean;
  open(thread: string): void;
  begin(): void;
  /** `environment`: where the wishes name none; `alone`: a whole request, whatever was asked before. */
  say(text: string, attachments?: Run["attachments"], environment?: string | null, alone?: boolean): void;
  choose(text: string, choice: Chosen): void;
  reply(run: Run, payload: Payload): void;
  cancel(run: Run): void;
  /** Remembers what stands typed in the form of a plan: it goes with the message that is sent next. */
  typing(run: Run, changes: Payload | undefined): void;
  /** Tells what the page around the chat has done of the call that the run has left to it. */
  pageDone(run: Run, done: PageDone): void;
  undo(run: string, text: string): void;
  /** Has made what is left of a run. */
  finish(run: Run): void;
  /** Ends a run behind the calls under way; where that was asked for before, at once. */
  stop(run: Run): void;
  findOut(run: Run): Promise<void>;
  /** Hears what more comes of a run that waited; false for one of another conversation. */
  rejoin(run: string): boolean;
}

export interface Wishes {
  environment: string;
  review: string;
  /** What the page around the chat shows. */
  inView?: Entity | null;
  /** The same, where the person has taken it off. */
  dismissed?: Entity | null;
  /** It, with what it can do. */
  host?: HostOffer;
}

/** The conversation in the address; what begins with a slash is the address of another screen. */
function addressed(): string {
  const named = location.hash.slice(1);
  return named.startsWith("/") ? "" : named;
}

export function newId(kind: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${kind}-${Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("")}`;
}

/** `language`: what comes is labelled in it, so that another one has everything told again. */
export function useChat(wishes: Wishes, language: string, changed: () => void): Chat {
  const [thread, setThread] = useState(() => addressed() || newId("session"));
  const [runs, setRuns] = useState<Run[]>([]);
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [late, setLate] = useState<string>();
  const [loads, setLoads] = useState(0);
  const gone = useRef(new AbortController());

  const update = useCallback((key: string, change: (run: Run) => Run) => {
    setRuns((held) => held.map((run) => (run.key === key ? change(run) : run)));
  }, []);

  const listener = useCallback(
    (key: string) => ({
      event(event: WireEvent, id: string) {
        update(key, (run) => after(run, event, id));
        if (event.type === "STATE_SNAPSHOT" || event.type === "RUN_FINISHED") changed();
      },
      lost: () => update(key, (run) => ({ ...run, offline: true })),
    }),
    [update, changed],
  );

  const restore = useCallback(
    async (session: string, signal: AbortSignal) => {
      const turns = await api.turns(session);
      if (signal.aborted) return;
      const found = turns.map((turn, place) => {
        const before = turns[place - 1];
        const undoing = before && agrees(turn.text) ? pressedIn(before.text, before.status) : undefined;
        const same = before?.text === turn.text || undoing?.what === "undo";
        const finishing = turn.finishes ? { what: "finish" as const, of: turn.finishes } : undefined;
        const pressed = finishing ?? undoing ?? pressedIn(turn.text, turn.status);
        const continues = (same && !finishing) || pressed?.what === "cancel" ? turns[place - 1]?.request_id : undefined;
        return { ...newRun(turn.request_id, turn.text, continues, turn.attachments), pressed, live: turn.status === "running", asShown: turn.as_shown };
      });
      setRuns(found);
      await Promise.all(
        turns.map((turn) => follow(turn.run_id, listener(turn.request_id), signal)),
      );
    },
    [listener],
  );

  useEffect(() => {
    const control = new AbortController();
    gone.current = control;
    setRuns([]);
    setFailed(undefined);
    if (location.hash.slice(1) !== thread) return () => control.abort();
    setLoading(true);
    restore(thread, control.signal)
      .catch((error: Error) => control.signal.aborted || setFailed(error.message))
      .finally(() => control.signal.aborted || setLoading(false));
    return () => control.abort();
  }, [thread, restore, language, loads]);

  useEffect(() => {
    const moved = () => {
      const named = addressed();
      if (named) setThread(named);
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);

  const start = (request: Omit<Request, "thread" | "key" | "review">, continues?: string, pressed?: Pressed) => {
    const key = newId("request");
    history.replaceState(null, "", `#${thread}`);
    setLate(undefined);
    const asShown = isAsShown(request.reply?.payload);
    setRuns((held) => [...held, { ...newRun(key, request.text, continues, request.attachments), pressed, live: true, asShown }]);
    const whole = { ...request, thread, key, review: wishes.review };
    send(whole, listener(key), gone.current.signal).catch((error: Error) => {
      if (request.reply && error instanceof Refused && error.code === "stale") {
        setLate(thread);
        setLoads((number) => number + 1);
      } else update(key, (run) => ({ ...run, state: "broken", error: error.message }));
    });
  };

  return {
    thread,
    runs,
    loading,
    failed,
    late: late === thread,
    open(chosen) {
      location.hash = chosen;
    },
    begin() {
      history.pushState(null, "", location.pathname);
      setThread(newId("session"));
    },
    say(text, files = [], environment = null, alone = false) {
      const attachments = files.filter((one): one is Attachment => one.text !== undefined);
      const { inView, dismissed, host } = wishes;
      const waiting = runs.at(-1);
      if (!alone && waiting?.state === "waiting" && waiting.interrupt?.reason === "input") {
        start({ text, attachments, inView, dismissed, host, reply: { run: waiting.interrupt.id, payload: { text } } });
      } else {
        const typed = alone ? undefined : typedIn(waiting?.id);
        start({ text, attachments, inView, dismissed, host, environment: wishes.environment || environment || undefined, typed, alone });
      }
    },
    choose(text, choice) {
      start({ text, attachments: [], choice });
    },
    reply(run, payload) {
      if (!run.interrupt) return;
      keepTyped(run.interrupt.id);
      start({ text: run.text, reply: { run: run.interrupt.id, payload } }, run.key, run.pressed);
    },
    typing({ id }, changes) {
      if (id) keepTyped(id, changes && { run_id: id, ...changes });
    },
    cancel(run) {
      if (!run.interrupt) return;
      keepTyped(run.interrupt.id);
      const reply = { run: run.interrupt.id, cancelled: true };
      start({ text: run.text, reply }, run.key, { what: "cancel" });
    },
    pageDone(run, done) {
      start({ text: run.text, done }, run.key);
    },
    undo(run, text) {
      start({ text }, undefined, { what: "undo", of: run });
    },
    finish(run) {
      start({ text: run.text, finish: run.id }, undefined, { what: "finish", of: run.id });
    },
    rejoin(id) {
      const run = runs.find((one) => one.id === id);
      if (!run) return false;
      update(run.key, (one) => ({ ...one, live: true }));
      void follow(id, listener(run.key), gone.current.signal, run.last);
      return true;
    },
    stop(run) {
      if (!run.id) return;
      update(run.key, (one) => ({ ...one, stopping: true }));
      api.stop(run.id, run.stopping ?? false).catch((error: Error) =>
        update(run.key, (one) => ({ ...one, error: error.message, stopping: false })),
      );
    },
    async findOut(run) {
      if (!run.id) return;
      try {
        await api.findOut(run.id);
        update(run.key, ({ key, text, continues, attachments, pressed }) =>
          ({ ...newRun(key, text, continues, attachments), pressed, live: true }));
        await follow(run.id, listener(run.key), gone.current.signal);
      } catch (error) {
        update(run.key, (one) => ({ ...one, error: (error as Error).message }));
      }
    },
  };
}

export interface TurnView {
  /** The first run of the turn: its key is the turn's. */
  key: string;
  run: Run;
  /** The sentence of the run that it is about, where a button was pressed. */
  about?: string;
  /** What the service said against a change of the plan that is still open. */
  rejected?: string;
  /** Why its plan cannot be run any more, as it is. */
  over?: string;
  /** Where this does the rest of another run: what that one had made. */
  before?: Thing[];
  /** What the next message made of the plan that was shown: not known while that one is at work. */
  then?: "agreed" | "changed" | "refused" | "left";
}

/** Runs as turns: the run that executes a shown plan, or drops it, takes the place of the one that
 * showed it. */
export function turnsOf(runs: Run[]): TurnView[] {
  const turns: TurnView[] = [];
  for (const run of runs) {
    const last = turns.at(-1);
    const shown = last && runs.find((one) => one.key === run.continues);
    if (last && shown && shown === last.run && shown.state === "waiting" && run.pressed?.what === "cancel") {
      turns[turns.length - 1] = { ...last, run: dropped(shown, run) };
    } else if (!last || !shown || !goesOn(shown, run) || shown !== last.run) {
      const meant = runs.find((one) => one.id && one.id === run.pressed?.of);
      // What was agreed to by a word is named by the sentence that this stood for.
      const about = meant && (meant.intent?.text || meant.text);
      turns.push({ key: run.key, run, about });
    } else if (run.result?.status === "refused" || (run.error && !run.id)) {
      const said = run.said ?? run.error;
      // A plan that is refused as it was shown is none any more, but one for a time that has passed.
      const over = run.asShown && run.result && !shown.result?.later ? said : undefined;
      turns[turns.length - 1] = { ...last, rejected: said, over };
    } else {
      turns[turns.length - 1] = { ...last, run: merged(shown, run), rejected: undefined };
    }
  }
  return turns.map((turn, place) => ({
    ...turn, then: becameOf(turn.run, turns[place + 1]?.run), before: madeBefore(turn.run, runs),
  }));
}

/** What the run had made whose rest this one does, and that run before it. */
function madeBefore(run: Run, runs: Run[]): Thing[] | undefined {
  const of = run.result?.finishes;
  const first = of ? runs.find((one) => one.id === of && one !== run) : undefined;
  if (!first) return undefined;
  const made = (first.result?.summary ?? first.summary)?.data.filter((one) => one.came_of !== "read") ?? [];
  return [...madeBefore(first, runs) ?? [], ...made];
}

/** A word of consent ("yes", "好的") runs the plan in a turn of its own, which is understood as the
 * very sentence that the plan was shown for. */
function becameOf(shown: Run, next: Run | undefined): TurnView["then"] {
  if (!next) return undefined;
  // What became of a call that waits no longer is told by itself.
  const call = shown.state === "waiting" && shown.pageCall;
  if (call && next.pageCall?.agreed) return "agreed";
  // The call behind it for the same form has taken over what was to be put there.
  if (call && next.pageCall && isForSame(call, next.pageCall)) return "changed";
  if (call && next.state === "cancelled" && !next.plan) return "refused";
  const sentence = next.intent?.text;
  const consents = sentence !== undefined && sentence === shown.intent?.text && sentence !== next.text;
  if (consents && next.calls.length > 0) return "agreed";
  return next.state === "running" ? undefined : "left";
}

function isAsShown(reply: Payload | undefined): boolean {
  return reply?.approved === true && !reply.at && !reply.drop?.length && Object.keys(reply.values ?? {}).length === 0;
}

function isForSame(one: PageCall, other: PageCall): boolean {
  return one.call.tool === other.call.tool && one.about === other.about;
}

/** True where the run takes up what the other one has shown, and says nothing of its own. */
function goesOn(shown: Run, run: Run): boolean {
  return shown.interrupt?.reason === "approval" || (shown.pageCall !== undefined && run.pageCall === undefined);
}

/** What was shown, and is not wanted. */
function dropped(shown: Run, run: Run): Run {
  if (run.state === "running" || run.state === "broken") return { ...shown, state: run.state, error: run.error };
  return { ...shown, state: "cancelled", said: run.said, error: run.error, result: run.result };
}

/** What the executing run does not tell again is known from the one that showed the plan. */
function merged(shown: Run, run: Run): Run {
  const plan = run.plan ?? shown.plan;
  const labels = { ...shown.labels, ...run.labels };
  const { attachments } = shown;
  const pressed = run.pressed ?? shown.pressed;
  const asked = [...(shown.asked ?? []), ...(shown.result?.model?.stages ?? [])];
  return { ...run, candidates: run.candidates ?? shown.candidates, intent: run.intent ?? shown.intent, pageCall: shown.pageCall, plan, labels, attachments, pressed, asked };
}
