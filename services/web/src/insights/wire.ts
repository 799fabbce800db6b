/** What the dashboard asks the service. */
import { json, q } from "../wire/api";
import { homeZone } from "../wire/times";

export const REQUESTS = [
  "done", "reading", "asked", "no_tool", "no_data", "refused", "tool_failed", "planning", "unverified",
  "stopped",
] as const;
export const LOST = REQUESTS.slice(1);
export const OUTCOMES = [...REQUESTS, "answered", "waiting"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Outcomes = Partial<Record<Outcome, number>>;

/** What all figures are about. */
export interface Filters {
  since: string;
  until: string;
  /** `null`: all; empty: none. */
  project: string | null;
  environment: string | null;
}

/** Which number is opened, beside the filters. */
export interface Opened {
  since?: string;
  until?: string;
  project?: string;
  environment?: string;
  outcome?: Outcome;
  entity?: string;
  language?: string;
  tool?: string;
  failed?: boolean;
  requests?: boolean;
}

export interface ToolCalls {
  tool: string;
  calls: number;
  failed: number;
}

export interface Figures {
  since: string;
  until: string;
  missing: number;
  minutes_by_hand: number | null;
  outcomes: Outcomes;
  seconds: number;
  days: { day: string; outcomes: Outcomes }[];
  teams: { project: string; week: string; requests: number; done: number }[];
  gaps: { entity: string; environment: string; requests: number }[];
  most_used: ToolCalls[];
  most_failing: ToolCalls[];
  languages: Record<string, number>;
  projects: string[];
  environments: string[];
  entity_labels: Record<string, string>;
  environment_labels: Record<string, string>;
  tool_titles: Record<string, string>;
  tool_authors: Record<string, string>;
}

export interface Behind {
  run_id: string;
  at: number;
  seconds: number;
  project: string;
  environment: string;
  entity: string;
  language: string;
  outcome: Outcome;
  tools: Record<string, number>;
  failed: string[];
  /** `null`, as is the text: somebody else's. */
  session_id: string | null;
  text: string | null;
  /** Its conversation is gone. */
  deleted: boolean;
  /** Why it did not come to its end; of own runs only. */
  reason: string | null;
}

export interface Listed {
  runs: Behind[];
  total: number;
  hidden: number;
  entity_labels: Record<string, string>;
  environment_labels: Record<string, string>;
}

/** What no tool serves, by what was to be done. */
export interface GapList {
  missing: number;
  gaps: {
    entity: string;
    action: string;
    environment: string;
    entity_label: string;
    action_label: string;
    times: number;
    /** `null`: of somebody else's project. */
    last_text: string | null;
    last_at: number;
  }[];
  environment_labels: Record<string, string>;
}

export const wire = {
  figures: (filters: Filters) => json<Figures>(`/api/insights?${query({ ...filters })}`),
  gaps: (filters: Filters) => json<GapList>(`/api/insights/gaps?${query({ ...filters })}`),
  behind: (filters: Filters, number: Opened, page: { limit: number; offset: number }) =>
    json<Listed>(`/api/insights/runs?${query({ ...filters, ...number, ...page })}`),
};

function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const set = Object.entries({ zone: homeZone(), ...values }).filter(([, value]) => value !== null && value !== undefined);
  return set.map(([name, value]) => `${name}=${q(String(value))}`).join("&");
}

export function isRequest(outcome: string): boolean {
  return (REQUESTS as readonly string[]).includes(outcome);
}

/** How many requests there are among them. */
export function requestsOf(outcomes: Outcomes): number {
  return REQUESTS.reduce((sum, one) => sum + (outcomes[one] ?? 0), 0);
}
