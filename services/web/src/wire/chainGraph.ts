/** The calls of a chain and what they hand on to each other, as the plan's own provenance tells. */
import type { Group } from "./groups";
import { reads } from "./kinds";
import type { ChainStep, Labels } from "./types";

/** An argument that takes its value from an earlier call. */
export interface Input {
  /** Path of the argument. */
  path: string;
  /** The earlier call's step. */
  from: string;
}

/** The arguments of a step that earlier calls fill. */
export function inputsOf(step: ChainStep): Input[] {
  return Object.entries(step.bindings).flatMap(([path, { step: from }]) => (from ? [{ path, from }] : []));
}

/** The steps that a step takes values from. */
export function sources(step: ChainStep): string[] {
  return [...new Set(inputsOf(step).map(({ from }) => from))];
}

/** From one row of the list to another. */
export interface ChainArc {
  from: string;
  to: string;
  /** Names of the arguments that are handed on; none where only the order counts. */
  names: string[];
}

/** What is handed on between the rows; beside it, that one change is made behind another. */
export function arcsOf(groups: readonly Group[], labels: Labels): ChainArc[] {
  const owner = new Map(groups.flatMap((group) => group.steps.map((one) => [one.step, group.key] as const)));
  const arcs = new Map<string, ChainArc>();
  for (const group of groups) {
    for (const { path, from } of group.steps.flatMap(inputsOf)) {
      const key = owner.get(from);
      if (key === undefined || key === group.key) continue;
      const name = labels.fields?.[group.tool]?.[path]?.label ?? path;
      const arc = arcs.get(`${key}\n${group.key}`) ?? { from: key, to: group.key, names: [] };
      arcs.set(`${key}\n${group.key}`, { ...arc, names: [...new Set([...arc.names, name])] });
    }
  }
  return [...arcs.values(), ...afterwards(groups, labels, [...arcs.values()])];
}

/** Changes are made one after the other also where nothing is handed on. */
function afterwards(groups: readonly Group[], labels: Labels, arcs: readonly ChainArc[]): ChainArc[] {
  const kinds = labels.kinds ?? {};
  const writing = groups.filter(({ tool }) => kinds[tool] !== undefined && !reads(kinds[tool]));
  return writing.slice(1).flatMap((group, place) => {
    const last = writing[place];
    const apart = last !== undefined && last.last < group.first;
    return apart && !leads(arcs, last.key, group.key) ? [{ from: last.key, to: group.key, names: [] }] : [];
  });
}

function leads(arcs: readonly ChainArc[], from: string, to: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  const more = new Set([...seen, from]);
  return arcs.some((arc) => arc.from === from && leads(arcs, arc.to, to, more));
}
