/** The service's JSON, and its failures as the one sentence that it says about them. */
import type {
  Answer, Conversation, DataRow, Environment, Left, Preferences, StoredTurn, ToolRow,
} from "./types";
import { embedded } from "./embedded";

/** What the service refuses; its message is for the user. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
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
    error?: { message?: string };
  } | null;
  const message = body?.error?.message ?? `HTTP ${response.status}`;
  if (response.status >= 500) throw new Error(message);
  throw new Refused(message, response.status);
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

async function json<T>(path: string, options?: RequestInit): Promise<T> {
  return (await (await call(path, options)).json()) as T;
}

export function post<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return json<T>(path, { method, headers, body: JSON.stringify(body) });
}

const q = encodeURIComponent;

export const api = {
  conversations: (query: string) => json<Conversation[]>(`/api/conversations?q=${q(query)}`),
  turns: (session: string) => json<StoredTurn[]>(`/api/conversations/${q(session)}`),
  data: () => json<DataRow[]>("/api/data"),
  left: (session: string) => json<Left[]>(`/api/conversations/${q(session)}/left`),
  environments: () => json<Environment[]>("/api/environments"),
  preferences: () => json<Preferences>("/api/preferences"),
  keepPreferences: (chosen: Preferences) => post<unknown>("/api/preferences", chosen, "PUT"),
  stop: (run: string, atOnce: boolean) => post<Answer>(`/api/runs/${q(run)}/stop?at_once=${atOnce}`, {}),
  findOut: (run: string) => post<Answer>(`/api/runs/${q(run)}/find-out`, {}),
  tools: () => json<ToolRow[]>("/api/tools"),
  usage: () => json<ToolUse[]>("/api/tools/usage"),
  gaps: () => json<Gap[]>("/api/tools/gaps"),
  lint: () =>
    json<{ tools: number; errors: number; findings: LintFinding[] }>("/api/tools/lint"),
  conflicts: () => json<{ tool: string; says: string[] }[]>("/api/tools/conflicts"),
  why: (tool: string, sentence: string) =>
    post<WhyStage[]>(`/api/tools/${tool.split("/").map(q).join("/")}/why`, { sentence }),
};

export interface LintFinding {
  tool: string;
  rule: string;
  severity: string;
  place: string;
  text: string;
}

export interface ToolUse {
  tool: string;
  title: string;
  candidate: number;
  chosen: number;
  calls: number;
  success: number | null;
  mean_ms: number | null;
  last_used_at: number | null;
}

export interface Gap {
  entity_label: string;
  action_label: string;
  environment_label: string;
  times: number;
  last_text: string;
  last_at: number;
}

export interface WhyStage {
  stage: string;
  passed: boolean;
  says: string[];
}
