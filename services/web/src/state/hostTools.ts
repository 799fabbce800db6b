/** The tools of the page around the chat, and what is said with it about calls of them. */
import { useSyncExternalStore } from "react";
import type { CallAnswer, Offered, ToCall, ToHost } from "../embed/protocol";
import { isLine, MOST, problemOf } from "../embed/tools";
import type { ToolError } from "../embed/zhizao";

/** The page and what it can do now. */
export interface HostOffer {
  title: string;
  origin: string;
  tools: Offered[];
}

const NONE: HostOffer = { title: "", origin: "", tools: [] };
let offer = NONE;
let tell: (told: ToHost) => void = () => undefined;
const watching = new Set<() => void>();
const waiting = new Map<string, (answer: CallAnswer) => void>();

/** Takes what the host page says; `answering`: tells it something. Who speaks was looked at. */
export function hear(data: Record<string, unknown>, origin: string, answering: (told: ToHost) => void): void {
  tell = answering;
  if (data.type === "tools" && Array.isArray(data.tools)) {
    offer = { title: isLine(data.title) ? data.title : "", origin, tools: taken(data.tools) };
    for (const told of watching) told();
  } else if ((data.type === "previewed" || data.type === "ran") && typeof data.call === "string") {
    waiting.get(`${data.type} ${data.call}`)?.(data as unknown as CallAnswer);
  }
}

/** What has the form of a tool; of all else the page is told what is wrong. */
function taken(told: unknown[]): Offered[] {
  const kept = new Map<string, Offered>();
  for (const one of told) {
    const { name = "" } = (one ?? {}) as { name?: unknown };
    const tool = typeof name === "string" ? name.slice(0, 64) : "";
    const fail = (error: Omit<ToolError, "tool">) => tell({ zhizao: 1, type: "error", tool, ...error });
    const wrong = problemOf(one);
    if (wrong) fail(wrong);
    else if (kept.has(tool)) fail({ code: "same_name", message: "a tool of that name is offered" });
    else if (kept.size >= MOST) fail({ code: "too_many", message: `at most ${MOST} tools` });
    else kept.set(tool, one as Offered);
  }
  return [...kept.values()];
}

export function useHostOffer(): HostOffer {
  return useSyncExternalStore(watch, () => offer);
}

function watch(changed: () => void): () => void {
  watching.add(changed);
  return () => watching.delete(changed);
}

/** What the page says to it; undefined where it does not answer within those milliseconds. An answer
 * that nobody waits for, and a second one, are not heard. */
export function askHost(asked: ToCall, patience: number): Promise<CallAnswer | undefined> {
  const key = `${asked.type === "preview" ? "previewed" : "ran"} ${asked.call}`;
  return new Promise((settle) => {
    const end = (answer?: CallAnswer) => {
      clearTimeout(timer);
      waiting.delete(key);
      settle(answer);
    };
    const timer = setTimeout(end, patience);
    waiting.set(key, end);
    tell({ zhizao: 1, ...asked });
  });
}
