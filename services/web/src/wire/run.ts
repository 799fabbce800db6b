/** One run as the page shows it, built from the events of its stream. */
import type {
  Answer, Candidate, ChainStep, Intent, Interrupt, Labels, Plan, StageUse, StepResult, Summary, WireEvent,
} from "./types";

export interface Call {
  id: string;
  tool: string;
  step: string;
  /** On the service's clock; milliseconds since 1970. */
  began: number;
  ended?: number;
  result?: StepResult;
}

export interface Pressed {
  what: "undo" | "cancel" | "finish";
  /** Id of the run that it is about. */
  of?: string;
}

/** A call that the run has left to the page around the chat. */
export interface PageCall {
  id: string;
  title: string;
  page: string;
  /** What the page showed when it was proposed; absent in runs of earlier versions. */
  about?: string;
  effect?: "fills" | "changes";
  /** The page's registration of the tool that it is for; none where the client told none. */
  registration?: string;
  /** Argument → what the page calls it. */
  labels: Record<string, string>;
  /** The person has agreed to it by a word: nobody is asked again. */
  agreed?: boolean;
  call: ChainStep;
}

export interface Run {
  /** The request's id: the same one again makes no second run. */
  key: string;
  id?: string;
  text: string;
  /** Files that went with it; their text is only known to the page that sent them. */
  attachments: { name: string; text?: string }[];
  /** Key of the run whose shown plan this one executes. */
  continues?: string;
  /** It agreed to a plan as that was shown. */
  asShown?: boolean;
  /** What was pressed, where nothing was said: its text is what the service is told. */
  pressed?: Pressed;
  state: "running" | "done" | "waiting" | "scheduled" | "cancelled" | "broken";
  offline: boolean;
  /** On the service's clock; milliseconds since 1970. */
  began?: number;
  /** This page has started it, or seen it at work: what is read of its past later is no news. */
  live?: boolean;
  /** Somebody has stopped it, and calls under way are waited for. */
  stopping?: boolean;
  stage?: string;
  intent?: Intent;
  candidates?: Candidate[];
  plan?: Plan;
  calls: Call[];
  pageCall?: PageCall;
  /** What the page has told of that call. */
  pageOutcome?: string;
  labels: Labels;
  summary?: Summary;
  said?: string;
  interrupt?: Interrupt;
  result?: Answer;
  /** What models were asked for the plan that this run executes. */
  asked?: StageUse[];
  error?: string;
  /** The id of the last event that was taken in. */
  last: string;
}

export function newRun(key: string, text: string, continues?: string, attachments: Run["attachments"] = []): Run {
  return {
    key, text, continues, attachments, state: "running", offline: false, calls: [], labels: {}, last: "0",
  };
}

/** Stands in the id of a call of the client's own tool. */
const LEFT = "page";
const UNDO = /^(?:撤销|undo)\s+(run-\w+)$/i;
const AGREED = new Set(["确认", "yes"]);
const CANCEL = new Set(["取消", "cancel"]);

/** True for what stands for agreeing to what is to be undone. */
export function agrees(text: string): boolean {
  return AGREED.has(text.trim());
}

/** An answer in words alone: nothing was planned, called or left to a page. */
export function isTalk(run: Run): boolean {
  return run.result?.status === "succeeded" && run.result.chain.length === 0 && !run.pageCall;
}

/** What it is called to say the run's sentence once more; what was refused of the page was meant so. */
export function againOf(run: Run): "again" | "planAnew" | undefined {
  if ((run.result?.status ?? run.state) !== "cancelled" || run.calls.length > 0) return "again";
  return run.pageCall ? undefined : "planAnew";
}

/** What of a run is in sight and waits for an answer, or will as soon as it has ended: a plan, a question. */
export function askedBy(run: Run | undefined): string {
  if (run?.state === "running") return run.plan && run.calls.length === 0 ? "plan" : "";
  if (run?.state !== "waiting") return "";
  return run.plan && run.interrupt?.reason === "approval" ? "plan" : "question";
}

/** What stands for a pressed button in what the service keeps of a conversation. */
export function pressedIn(text: string, status: string): Pressed | undefined {
  const of = UNDO.exec(text.trim())?.[1];
  if (of) return { what: "undo", of };
  return CANCEL.has(text.trim()) && status === "cancelled" ? { what: "cancel" } : undefined;
}

/** The run after one more event. */
export function after(run: Run, event: WireEvent, id: string): Run {
  const next: Run = { ...run, last: id || run.last, offline: false };
  TAKE[event.type]?.(next, event);
  return next;
}

const TAKE: Record<string, (run: Run, event: WireEvent) => void> = {
  RUN_STARTED(run, { timestamp }) {
    run.state = "running";
    run.began ??= timestamp;
    run.said = undefined;
    run.result = undefined;
  },
  STATE_SNAPSHOT(run, { snapshot }) {
    if (!snapshot) return;
    run.id = snapshot.run_id;
    if (snapshot.text !== run.text && !run.pressed) run.continues = undefined;
    run.text = snapshot.text;
    run.labels = snapshot.labels ?? {};
  },
  STATE_DELTA(run, { delta }) {
    if (!Array.isArray(delta)) return;
    for (const { path, value } of delta) Object.assign(run, { [path.slice(1)]: value });
  },
  STEP_STARTED(run, { stepName }) {
    run.stage = stepName;
  },
  TOOL_CALL_START(run, { toolCallId = "", toolCallName = "", timestamp = 0 }) {
    const step = toolCallId.split(":")[1] ?? "";
    if (step === LEFT) return;
    const call = { id: toolCallId, tool: toolCallName, step, began: timestamp };
    run.calls = [...run.calls.filter((one) => one.step !== step), call];
  },
  CUSTOM(run, { name, value, timestamp = 0 }) {
    if (name === "page_call") run.pageCall = { ...(value as unknown as PageCall), id: `${run.id ?? ""}:${LEFT}` };
    if (name === "page_result") run.pageOutcome = (value as { outcome: string }).outcome;
    if (name !== "step_finished") return;
    const result = value as unknown as StepResult;
    const begun = run.calls.find((one) => one.step === result.step);
    const call = begun ?? { id: result.step, tool: result.tool, step: result.step, began: timestamp };
    const others = run.calls.filter((one) => one !== begun);
    run.calls = [...others, { ...call, ended: timestamp, result }];
  },
  TEXT_MESSAGE_CONTENT(run, { delta }) {
    if (typeof delta === "string") run.said = (run.said ?? "") + delta;
  },
  RUN_FINISHED(run, { outcome, result }) {
    run.stage = undefined;
    run.result = result ?? undefined;
    run.intent = result?.intent ?? run.intent;
    run.interrupt = outcome?.interrupts?.[0];
    run.state = result?.status === "scheduled" ? "scheduled" : (STATES[outcome?.type ?? "success"] ?? "done");
    if (run.pageCall && result?.status === "needs_input") run.state = "waiting";
  },
  RUN_ERROR(run, { message }) {
    run.stage = undefined;
    run.error = message;
    run.state = "broken";
  },
};

const STATES: Record<string, Run["state"]> = {
  success: "done", interrupt: "waiting", cancelled: "cancelled",
};
