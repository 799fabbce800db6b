/** Many calls of the same tool as one row. */
import { spoken, spokenDraft, valueAt } from "./fields";
import type { ChainStep, Field } from "./types";

/** Step → path of an argument → what was typed. */
export type Edits = Record<string, Record<string, string>>;

/** So many calls of one tool are told as one. */
const MANY = 4;

export interface Group {
  key: string;
  tool: string;
  steps: ChainStep[];
  /** Places of its first and last call in the chain. */
  first: number;
  last: number;
}

/** The calls in order; those of a tool that is called often stand together, where it is called
 * first. */
export function groupsOf(chain: readonly ChainStep[]): Group[] {
  const times = new Map<string, number>();
  for (const { tool } of chain) times.set(tool, (times.get(tool) ?? 0) + 1);
  const groups = new Map<string, Group>();
  for (const [place, step] of chain.entries()) {
    const many = (times.get(step.tool) ?? 0) >= MANY;
    const key = many ? `tool ${step.tool}` : step.step;
    const group = groups.get(key) ?? { key, tool: step.tool, steps: [], first: place, last: place };
    groups.set(key, { ...group, steps: [...group.steps, step], last: place });
  }
  return [...groups.values()];
}

/** The arguments that differ between the calls of a group, and those that are the same. */
export function differing({ steps }: Group, edits: Edits): { same: string[]; others: string[] } {
  const [first, ...rest] = steps;
  const paths = [...new Set(steps.flatMap((one) => Object.keys(one.bindings)))];
  const told = ({ step, arguments: values, bindings }: ChainStep, path: string) =>
    JSON.stringify([valueAt(values, path), bindings[path], edits[step]?.[path]]);
  const same = paths.filter((path) => first && rest.every((one) => told(one, path) === told(first, path)));
  return { same, others: paths.filter((path) => !same.includes(path)) };
}

type Fields = Record<string, Field> | undefined;

/** So many values are told beside the title of a row. */
const TOLD = 5;

/** What tells the calls of a row apart: of one call the values that no other of its tool has, of many
 * those of the argument that differs most. */
export function apart(steps: readonly ChainStep[], chain: readonly ChainStep[], fields: Fields, edits: Edits = {}): string[] {
  const paths = [...new Set(steps.flatMap((one) => Object.keys(one.bindings)))];
  const listed = (path: string, all: readonly ChainStep[]) => [...new Set(all.flatMap((one) => said(one, path, fields, edits)))];
  if (steps.length === 1) {
    const others = chain.filter((one) => one.tool === steps[0]?.tool && one.step !== steps[0].step);
    return paths.flatMap((path) => {
      const taken = listed(path, others);
      return taken.length > 0 ? listed(path, steps).filter((value) => !taken.includes(value)) : [];
    });
  }
  const most = paths.map((path) => listed(path, steps)).reduce((one, other) => (other.length > one.length ? other : one), []);
  if (most.length < 2) return [];
  return most.length > TOLD ? [...most.slice(0, TOLD), "…"] : most;
}

/** The value of an argument, or what was typed for it; none where an earlier call hands it on. */
function said({ step, arguments: values }: ChainStep, path: string, fields: Fields, edits: Edits): string[] {
  const draft = edits[step]?.[path];
  if (draft !== undefined) return [spokenDraft(fields?.[path], draft)];
  const value = valueAt(values, path) ?? null;
  return value === null ? [] : [spoken(fields?.[path], value)];
}

export interface Pace {
  done: number;
  failed: number;
  total: number;
  /** Calls a second; 0 where nothing can be said yet. */
  rate: number;
  /** Seconds until all are done; undefined where nobody knows. */
  rest?: number;
}

/** Seconds behind the first call before anything is said of how fast they are. */
const MEASURED = 1;

/** How far many calls have come: `ends` are the times of those that ended, in milliseconds. */
export function paceOf(total: number, ends: readonly number[], failed: number, began: number, at: number): Pace {
  const done = ends.length;
  const seconds = (at - began) / 1000;
  // Calls that were handed over together end together: how fast they are is known after a while.
  const rate = done > 1 && seconds >= MEASURED ? done / seconds : 0;
  return { done, failed, total, rate, rest: rate > 0 ? (total - done) / rate : undefined };
}
