/** The filters, as the address has them, so that a view can be sent to somebody. */
import { dayAfter } from "../owner/numbers";
import { wall } from "../wire/times";
import { type Filters, type Opened, OUTCOMES } from "./wire";

export const RANGES = [7, 28, 84, 364] as const;
export const MOST_DAYS = 400;

export const MOST_MINUTES = 1440;
const PERIODS = ["day", "week"] as const;
export type Period = (typeof PERIODS)[number];

export interface Place {
  /** Days up to today; 0: from `since` until `until`. */
  days: number;
  since: string;
  until: string;
  project: string | null;
  environment: string | null;
  /** What the chart counts by; as many days ask for, where nothing is chosen. */
  by?: Period;
  /** What one request takes by hand, as somebody assumes. */
  minutes?: number;
  /** The number whose runs are listed over the figures. */
  opened?: Opened;
}

/** What of an opened number stands in the address beside what came of it: `open=no_tool&open.entity=…`. */
const PARTS = ["since", "until", "project", "environment", "entity", "language", "tool"] as const;
const KINDS = ["requests", "failed", "calls"];

export function placeOf(address: string): Place {
  const told = new URLSearchParams(address.split("?")[1] ?? "");
  const days = Number(told.get("days") ?? 28);
  const [since, until] = [told.get("since") ?? "", told.get("until") ?? ""];
  const own = isDay(since) && isDay(until);
  return {
    days: own ? 0 : RANGES.find((one) => one === days) ?? 28,
    since: own ? since : "",
    until: own ? until : "",
    project: told.get("project"),
    environment: told.get("environment"),
    by: PERIODS.find((one) => one === told.get("by")),
    minutes: minutesOf(told.get("minutes") ?? ""),
    opened: openedOf(told),
  };
}

/** Undefined for what is no length of time. */
export function minutesOf(text: string): number | undefined {
  const minutes = Number(text);
  return minutes > 0 && minutes <= MOST_MINUTES ? minutes : undefined;
}

function openedOf(told: URLSearchParams): Opened | undefined {
  const kind = told.get("open") ?? "";
  const outcome = OUTCOMES.find((one) => one === kind);
  if (!outcome && !KINDS.includes(kind)) return undefined;
  const parts = PARTS.map((one) => [one, told.get(`open.${one}`)] as const).filter(([one, value]) => (
    value !== null && (one === "since" || one === "until" ? isDay(value) : true)
  ));
  return {
    ...Object.fromEntries(parts),
    ...(outcome ? { outcome } : {}),
    ...(kind === "requests" ? { requests: true } : {}),
    ...(kind === "failed" ? { failed: true } : {}),
  };
}

function withOpened(told: URLSearchParams, opened: Opened): void {
  told.set("open", opened.outcome ?? (opened.requests ? "requests" : opened.failed ? "failed" : "calls"));
  for (const one of PARTS) {
    const value = opened[one];
    if (value !== undefined) told.set(`open.${one}`, value);
  }
}

function addressOf(place: Place): string {
  const told = new URLSearchParams(
    place.days === 0 ? { since: place.since, until: place.until } : { days: String(place.days) },
  );
  if (place.project !== null) told.set("project", place.project);
  if (place.environment !== null) told.set("environment", place.environment);
  if (place.by) told.set("by", place.by);
  if (place.minutes !== undefined) told.set("minutes", String(place.minutes));
  if (place.opened) withOpened(told, place.opened);
  return `#/insights?${told}`;
}

export function go(place: Place): void {
  location.replace(addressOf(place));
}

/** Lists the runs behind a number; the browser's way back closes the list. */
export function open(place: Place, opened: Opened): void {
  location.assign(addressOf({ ...place, opened }));
  history.replaceState({ listed: true }, "");
}

/** Back to where the list was opened; one that came with a link has nothing behind it. */
export function close(place: Place): void {
  const listed = (history.state as { listed?: boolean } | null)?.listed;
  // Closed twice at once it must not go back twice.
  history.replaceState(null, "");
  if (listed) history.back();
  else go({ ...place, opened: undefined });
}

/** Today on the clock of this browser. */
export function today(): string {
  return wall(new Date()).slice(0, 10);
}

export function filtersOf({ days, since, until, project, environment }: Place): Filters {
  const last = today();
  const range = days === 0 ? { since, until } : { since: dayAfter(last, 1 - days), until: last };
  return { ...range, project, environment };
}

/** Whether nothing can be asked about the dates: none, the last ahead of the first, or too many. */
export function isBad({ since, until }: { since: string; until: string }): boolean {
  const days = (Date.parse(until) - Date.parse(since)) / 86_400_000;
  return !(days >= 0 && days < MOST_DAYS);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(Date.parse(text));
}
