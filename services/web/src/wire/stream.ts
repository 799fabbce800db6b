/** A run from its first to its last event, however often the connection breaks on the way. */
import type { Entity } from "../embed/zhizao";
import type { HostOffer } from "../state/hostTools";
import { api, call, Refused } from "./api";
import { received } from "./sse";
import { homeZone } from "./times";
import type { Attachment, Chosen, Payload, WireEvent } from "./types";

export interface Request {
  thread: string;
  key: string;
  text: string;
  environment?: string;
  attachments?: Attachment[];
  review: string;
  /** What was picked of the last answer's choices. */
  choice?: Chosen;
  /** The text is a whole request: it answers nothing, and goes on from nothing. */
  alone?: boolean;
  /** The run whose rest is wanted; nothing is read. */
  finish?: string;
  /** What stands typed in the form of the plan that waits. */
  typed?: Typed;
  /** What the page around the chat shows. */
  inView?: Entity | null;
  /** The same, where the person has taken it off. */
  dismissed?: Entity | null;
  /** The page around the chat, and the tools that it offers for this message. */
  host?: HostOffer;
  /** What the page has done of the call that a run has left to it: a message that nobody reads. */
  done?: PageDone;
  /** The reply to a run that waits. */
  reply?: { run: string; cancelled?: boolean; payload?: Payload };
}

/** What stands typed in the form of the plan that a run has shown. */
export type Typed = Pick<Payload, "drop" | "values"> & { run_id: string };

export interface PageDone {
  call: string;
  outcome: "done" | "refused" | "failed" | "unknown";
  text: string;
}

export interface Listener {
  event(event: WireEvent, id: string): void;
  /** The connection is gone; the next event says that it is back. */
  lost(): void;
}

const ENDS = new Set(["RUN_FINISHED", "RUN_ERROR"]);
const PAUSES = [300, 1000, 2000, 4000];

/** Sends the request and tells its events; again with the same id where no run is known yet. */
export async function send(request: Request, to: Listener, gone: AbortSignal): Promise<void> {
  const place: Place = { last: "0" };
  await steadily(to, gone, async (attempt) => {
    if (attempt > 0 && !place.run) place.run = await begun(request);
    return place.run
      ? listen(await events(place, gone), place, to)
      : listen(await posted(request, gone), place, to);
  });
}

/** Follows a run that is there, from behind its event `last`. */
export async function follow(run: string, to: Listener, gone: AbortSignal, last = "0"): Promise<void> {
  const place: Place = { run, last };
  await steadily(to, gone, async () => listen(await events(place, gone), place, to));
}

interface Place {
  run?: string;
  last: string;
}

async function steadily(
  to: Listener,
  gone: AbortSignal,
  attempt: (number: number) => Promise<boolean>,
): Promise<void> {
  for (let number = 0; !gone.aborted; number += 1) {
    try {
      if (await attempt(number)) return;
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    if (gone.aborted) return;
    to.lost();
    await pause(PAUSES[Math.min(number, PAUSES.length - 1)] ?? 0);
  }
}

/** True once the run's last event has come; one that has waited for its time has two ends. */
async function listen(response: Response, place: Place, to: Listener): Promise<boolean> {
  let ended = false;
  for await (const { id, event } of received(response)) {
    if (event.snapshot) place.run = event.snapshot.run_id;
    if (id) place.last = id;
    to.event(event, id);
    ended = ENDS.has(event.type);
  }
  return ended;
}

function events(place: Place, signal: AbortSignal): Promise<Response> {
  const headers = { "Last-Event-ID": place.last };
  return call(`/api/agui/runs/${encodeURIComponent(place.run ?? "")}`, { headers, signal });
}

function posted(request: Request, signal: AbortSignal): Promise<Response> {
  const { reply } = request;
  const body = {
    threadId: request.thread,
    runId: request.key,
    state: {},
    messages: messagesOf(request),
    tools: request.host?.tools.map(({ name, description, parameters, title, labels, registration, effect }) => (
      { name, description, parameters, metadata: { title, labels, registration, effect } }
    )) ?? [],
    context: contextOf(request),
    forwardedProps: {
      review: request.review,
      zone: homeZone(),
      environment: request.environment ?? null,
      ...(request.alone ? { alone: true } : {}),
      ...(request.finish ? { finish: request.finish } : {}),
      ...(request.typed ? { typed: request.typed } : {}),
      ...(request.choice ? { choice: request.choice } : {}),
      ...(request.attachments?.length ? { attachments: request.attachments } : {}),
    },
    resume: reply && [
      {
        interruptId: reply.run,
        status: reply.cancelled ? "cancelled" : "resolved",
        payload: reply.payload ?? {},
      },
    ],
  };
  const headers = { "Content-Type": "application/json" };
  return call("/api/agui", { method: "POST", headers, body: JSON.stringify(body), signal });
}

function messagesOf({ key, text, reply, done }: Request): object[] {
  if (done) {
    const { call, outcome, text: content } = done;
    const error = outcome === "failed" ? { error: content } : {};
    return [{ id: key, role: "tool", toolCallId: call, content, metadata: { outcome }, ...error }];
  }
  return reply ? [] : [{ id: key, role: "user", content: text }];
}

function contextOf({ inView, dismissed, host }: Request): object[] {
  const told: [string, unknown][] = [];
  if (inView) told.push(["zhizao:in_view", inView]);
  if (dismissed) told.push(["zhizao:view_dismissed", dismissed]);
  if (host && host.tools.length > 0) told.push(["zhizao:page", { title: host.title, origin: host.origin }]);
  return told.map(([description, value]) => ({ description, value: JSON.stringify(value) }));
}

/** The run that a request made whose response was lost. */
async function begun(request: Request): Promise<string | undefined> {
  const turns = await api.turns(request.thread);
  return turns.find((turn) => turn.request_id === request.key)?.run_id;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds));
}
