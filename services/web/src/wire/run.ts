/** One run as the page shows it, built from the events of its stream. */
import type {
  Answer, Candidate, Intent, Interrupt, Plan, StepResult, Summary, WireEvent,
} from "./types";

export interface Call {
  id: string;
  tool: string;
  step: string;
  began: number;
  ended?: number;
  result?: StepResult;
}

export interface Run {
  /** The request's id: the same one again makes no second run. */
  key: string;
  id?: string;
  text: string;
  /** Key of the run whose shown plan this one executes. */
  continues?: string;
  state: "running" | "done" | "waiting" | "cancelled" | "broken";
  offline: boolean;
  stage?: string;
  intent?: Intent;
  candidates?: Candidate[];
  plan?: Plan;
  calls: Call[];
  summary?: Summary;
  said?: string;
  interrupt?: Interrupt;
  result?: Answer;
  error?: string;
  /** The id of the last event that was taken in. */
  last: string;
  /** False for a run that was over when the page first saw it: no times are known of it. */
  witnessed: boolean;
}

export function newRun(key: string, text: string, continues?: string): Run {
  return {
    key, text, continues, state: "running", offline: false, calls: [], last: "0", witnessed: true,
  };
}

/** The run after one more event. */
export function after(run: Run, event: WireEvent, id: string): Run {
  const next: Run = { ...run, last: id || run.last, offline: false };
  TAKE[event.type]?.(next, event);
  return next;
}

const TAKE: Record<string, (run: Run, event: WireEvent) => void> = {
  STATE_SNAPSHOT(run, { snapshot }) {
    if (!snapshot) return;
    run.id = snapshot.run_id;
    if (snapshot.text !== run.text) run.continues = undefined;
    run.text = snapshot.text;
  },
  STATE_DELTA(run, { delta }) {
    if (!Array.isArray(delta)) return;
    for (const { path, value } of delta) Object.assign(run, { [path.slice(1)]: value });
  },
  STEP_STARTED(run, { stepName }) {
    run.stage = stepName;
  },
  TOOL_CALL_START(run, { toolCallId = "", toolCallName = "" }) {
    const step = toolCallId.split(":")[1] ?? "";
    const call = { id: toolCallId, tool: toolCallName, step, began: performance.now() };
    run.calls = [...run.calls.filter((one) => one.step !== step), call];
  },
  CUSTOM(run, { name, value }) {
    if (name !== "step_finished") return;
    const result = value as unknown as StepResult;
    const ended = performance.now();
    const begun = run.calls.find((one) => one.step === result.step);
    const call = begun ?? { id: result.step, tool: result.tool, step: result.step, began: ended };
    const others = run.calls.filter((one) => one !== begun);
    run.calls = [...others, { ...call, ended, result }];
  },
  TEXT_MESSAGE_CONTENT(run, { delta }) {
    if (typeof delta === "string") run.said = (run.said ?? "") + delta;
  },
  RUN_FINISHED(run, { outcome, result }) {
    run.stage = undefined;
    run.result = result ?? undefined;
    run.intent = result?.intent ?? run.intent;
    run.interrupt = outcome?.interrupts?.[0];
    run.state = STATES[outcome?.type ?? "success"] ?? "done";
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
