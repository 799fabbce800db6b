/** The service's JSON, and its failures as the one sentence that it says about them. */
import type { Favourite, Restated } from "./favourites";
import type { Answer, Conversation, DataRow, Environment, Left, Preferences, Scheduled, StoredTurn } from "./types";
import { embedded } from "./embedded";
import type { HandoverView } from "./handover";

/** What the service refuses; its message is for the user. */
export class Refused extends Error {
  readonly status: number;
  /** Which of the service's errors it is. */
  readonly code: string;

  constructor(message: string, status: number, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

let language = "zh";

/** Errors come back in this language. */
export function speak(chosen: string): void {
  language = chosen;
}

export async function call(path: string, options: RequestInit = {}): Promise<Response> {
  const headers = { "Accept-Language": language, ...options.headers };
  const response = await fetch(path, { ...options, headers });
  compare(response);
  if (response.ok) return response;
  if (response.status === 401) logIn();
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string };
  } | null;
  const message = body?.error?.message ?? `HTTP ${response.status}`;
  if (response.status >= 500) throw new Error(message);
  throw new Refused(message, response.status, body?.error?.code);
}

let leaving = false;
let beside: (() => void) | undefined;

/** In a frame it is told that somebody has to log in, instead of going there. */
export function onLogIn(told: () => void): () => void {
  if (embedded) beside = told;
  return () => {
    beside = undefined;
  };
}

/** Several requests are refused at once; a second way there would break off the first. */
function logIn(): void {
  if (embedded) beside?.();
  else if (!leaving) location.assign("/login");
  leaving = true;
}

/** Ends the session of this browser, and goes to where one logs in. */
export async function logOut(): Promise<void> {
  await fetch("/logout", { method: "POST", redirect: "manual" });
  logIn();
}

let ahead = 0;

/** The header counts whole seconds; a difference below two may be none. */
function compare(response: Response): void {
  const difference = Date.now() - Date.parse(response.headers.get("date") ?? "");
  if (Number.isFinite(difference)) ahead = Math.abs(difference) < 2000 ? 0 : difference;
}

/** Milliseconds since 1970 on the service's clock. */
export function now(): number {
  return Date.now() - ahead;
}

export async function json<T>(path: string, options?: RequestInit): Promise<T> {
  return (await (await call(path, options)).json()) as T;
}

export function post<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return json<T>(path, { method, headers, body: JSON.stringify(body) });
}

export const q = encodeURIComponent;

export const api = {
  conversations: (query: string) => json<Conversation[]>(`/api/conversations?q=${q(query)}`),
  changeConversation: (session: string, change: { title?: string; pinned?: boolean }) =>
    post<Conversation>(`/api/conversations/${q(session)}`, change, "PATCH"),
  deleteConversation: (session: string) => json<unknown>(`/api/conversations/${q(session)}`, { method: "DELETE" }),
  favourites: () => json<Favourite[]>("/api/favourites"),
  keepFavourite: (kept: { text: string; name: string; environment: string | null; replaces?: string }) =>
    post<Favourite>("/api/favourites", kept),
  restated: (run: string) => json<Restated>(`/api/favourites/of/${q(run)}`),
  useFavourite: (id: string) => post<unknown>(`/api/favourites/${q(id)}/use`, {}),
  dropFavourite: (id: string) => json<unknown>(`/api/favourites/${q(id)}`, { method: "DELETE" }),
  said: (limit: number) => json<{ session_id: string; text: string }[]>(`/api/said?limit=${limit}`),
  turns: (session: string) => json<StoredTurn[]>(`/api/conversations/${q(session)}`),
  data: () => json<DataRow[]>("/api/data"),
  left: (session: string) => json<Left[]>(`/api/conversations/${q(session)}/left`),
  environments: () => json<Environment[]>("/api/environments"),
  preferences: () => json<Preferences>("/api/preferences"),
  keepPreferences: (chosen: Preferences) => post<unknown>("/api/preferences", chosen, "PUT"),
  stop: (run: string, atOnce: boolean) => post<Answer>(`/api/runs/${q(run)}/stop?at_once=${atOnce}`, {}),
  findOut: (run: string) => post<Answer>(`/api/runs/${q(run)}/find-out`, {}),
  run: (run: string) => json<{ answer: Answer | null }>(`/api/runs/${q(run)}`),
  timeSaid: (run: string, zone: string) =>
    json<{ at: string; sure: boolean } | null>(`/api/runs/${q(run)}/time?zone=${q(zone)}`),
  scheduled: () => json<Scheduled[]>("/api/scheduled"),
  moveScheduled: (run: string, at: string, zone: string) =>
    post<Scheduled>(`/api/scheduled/${q(run)}`, { at, zone }, "PUT"),
  beginScheduled: (run: string) => post<Scheduled>(`/api/scheduled/${q(run)}/now`, {}),
  cancelScheduled: (run: string) => json<Answer>(`/api/scheduled/${q(run)}`, { method: "DELETE" }),
  handovers: () => json<HandoverView[]>("/api/handovers"),
  handedOver: (session: string) => json<HandoverView[]>(`/api/conversations/${q(session)}/handovers`),
  handOver: (run: string, note: string) => post<HandoverView>(`/api/runs/${q(run)}/handover`, { note }),
  withdrawHandover: (id: string) => json<HandoverView>(`/api/handovers/${q(id)}`, { method: "DELETE" }),
  answerHandover: (id: string, text: string) =>
    post<HandoverView>(`/api/handovers/${q(id)}/answer`, { text }),
};
