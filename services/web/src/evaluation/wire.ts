/** What the evaluation screen asks the service. */
import { json, post, q } from "../wire/api";

export const STAGES = ["reading", "filter", "plan", "execution", "summary"] as const;
export type Stage = (typeof STAGES)[number];
export const VARIANTS = ["configured", "reader", "model", "auto", "single"] as const;
export type Variant = (typeof VARIANTS)[number];

export interface Rate {
  passed: number;
  total: number;
  low: number;
  high: number;
}

export interface Run {
  id: string;
  suite: string;
  variant: Variant;
  about: string;
  execution: string;
  version: string;
  who: string;
  /** What whoever started it calls it. */
  label: string;
  started_at: number;
  finished_at: number | null;
  planned: number;
  rate: Rate;
}

export interface Failure {
  id: string;
  repetition: number;
  texts: string[];
  status: string;
  lost: Stage;
  reasons: string[];
}

export interface Shown {
  run: Run;
  rate_seen: Rate;
  rate_unseen: Rate;
  funnel: Record<Stage, number>;
  slices: Record<string, Record<string, Rate>>;
  failures: Failure[];
  passed: { id: string; repetition: number }[];
  closed: number;
}

export interface Went {
  id: string;
  repetition: number;
  state: "passed" | "failed" | "closed";
  lost: Stage | null;
  texts: string[];
  reasons: string[];
  trace: string[];
  again: string;
}

export interface CaseShown {
  case: string;
  conversations: Went[];
  expected: string | null;
  derived: boolean;
}

export interface Comparison {
  before: string;
  after: string;
  pairs: number;
  only_before: number;
  only_after: number;
  rate_before: Rate;
  rate_after: Rate;
  gains: string[];
  losses: string[];
  /** More of them, which are not named as nobody has read them. */
  unseen_gains: number;
  unseen_losses: number;
  p: number;
  stages: Record<Stage, number>;
}

export interface Offer {
  suite: string;
  about: string;
  cases: number;
  conversations: number;
  derived: boolean;
}

export interface Wanted {
  suite: string;
  variant: Variant;
  repetitions: number;
  label: string;
}

export interface Going {
  wanted: Wanted;
  who: string;
  state: "starting" | "running" | "stopping" | "finished" | "stopped" | "failed";
  run: string;
  planned: number;
  said: number;
  passed: number;
  seconds_left: number | null;
  why: string;
}

const ROOT = "/api/evaluation";

export const wire = {
  suites: () => json<Offer[]>(`${ROOT}/suites`),
  going: () => json<Going | null>(`${ROOT}/going`),
  start: (wanted: Wanted) => post<Going>(`${ROOT}/runs`, wanted),
  resume: (id: string) => post<Going>(`${ROOT}/runs/${q(id)}/resume`, {}),
  stop: () => post<Going>(`${ROOT}/going/stop`, {}),
  runs: () => json<Run[]>(`${ROOT}/runs`),
  run: (id: string) => json<Shown>(`${ROOT}/runs/${q(id)}`),
  case: (run: string, id: string) => json<CaseShown>(`${ROOT}/runs/${q(run)}/case?case=${q(id)}`),
  open: (run: string, id: string) => post<CaseShown>(`${ROOT}/runs/${q(run)}/open?case=${q(id)}`, {}),
  compare: (before: string, after: string) =>
    json<Comparison>(`${ROOT}/compare?before=${q(before)}&after=${q(after)}`),
};

/** Some of its conversations were never said: its rate is not that of a whole suite. */
export function isUnfinished(run: Run): boolean {
  return run.rate.total < run.planned;
}

export function isGoing(going: Going): boolean {
  return going.state === "starting" || going.state === "running" || going.state === "stopping";
}

/** A suite by its name; of one that is a file, the file's. */
export function suiteName(suite: string): string {
  return suite.split(/[\\/]/).at(-1) ?? suite;
}
