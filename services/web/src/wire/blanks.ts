/** Blanks of kept requests: `{{what}}`, or a line of underscores. */
import type { Run } from "./run";
import type { Restated } from "./favourites";
import type { Constraint, EntityRef, Intent, Labels } from "./types";

export interface Blank {
  /** In UTF-16 units, as text boxes count. */
  start: number;
  end: number;
  label: string;
}

const BLANK = /\{\{\s*([^{}]{0,40}?)\s*\}\}|(?<!\w)_{2,}(?!\w)/g;

export function blanksIn(text: string): Blank[] {
  return [...text.matchAll(BLANK)].map((found) => ({
    start: found.index, end: found.index + found[0].length, label: found[1] || "___",
  }));
}

export interface Spot {
  /** The words of the sentence that stand for a value. */
  words: string;
  /** Where they stand in it, in UTF-16 units. */
  at: number;
  /** What it is a value of. */
  label: string;
}

/** A request that is to be kept. */
export interface Draft {
  text: string;
  name: string;
  environment: string | null;
  spots: Spot[];
  /** Id of the kept one that is changed. */
  replaces?: string;
  /** False where what else was said in the conversation is not in the text. */
  whole?: boolean;
}

/** What a run was asked for, as it would be kept; `told`: in one sentence, as the service says it anew;
 * `howMany`: what a count is called. */
export function draftOf(run: Run, told: Restated, howMany: string): Draft {
  const read = run.result?.intent ?? run.intent;
  const { text, environment, whole } = told;
  return { text, environment, whole, name: "", spots: read ? spotsOf(read, run.labels, told, howMany) : [] };
}

/** The values in words that mean the intent, and how many, which differ each time they are said: each once, no two
 * with one label. */
function spotsOf(intent: Intent, labels: Labels, { text, counts = [] }: Restated, howMany: string): Spot[] {
  const things = [intent.subject, ...intent.goals.flatMap((goal) => [goal.object, ...goal.related])];
  const found = new Map<number, { words: string; label: string }>();
  const add = (words: string, name: string | null | undefined, kind?: string | null) => {
    const of = kind && (labels.entities?.[kind] ?? kind);
    const label = ((name && labels.attributes?.[name]) || name || of || words).replace(/[{}]/g, "");
    const at = words ? standsAt(text, words) : -1;
    if (at >= 0 && !found.has(at)) found.set(at, { words, label });
  };
  for (const thing of things) valuesOf(thing).forEach(([words, name]) => add(words, name, thing?.type));
  intent.goals.forEach((goal) => goal.target_state && add(goal.target_state.span.text, goal.target_state.attribute));
  for (const { start, text: words } of counts) {
    const at = Array.from(text).slice(0, start).join("").length;
    if (!found.has(at)) found.set(at, { words, label: howMany });
  }
  const used = new Map<string, number>();
  return [...found].map(([at, { words, label }]) => {
    const count = (used.get(label) ?? 0) + 1;
    used.set(label, count);
    return { words, at, label: count > 1 ? `${label} ${count}` : label };
  });
}

/** Where words stand that are no part of a longer number; -1: nowhere. */
function standsAt(text: string, words: string, near = 0): number {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const cuts = /^\d/.test(words) && /\d$/.test(text.slice(0, at));
    if (!cuts && !(/\d$/.test(words) && /^\d/.test(text.slice(at + words.length)))) places.push(at);
  }
  return places.sort((one, other) => Math.abs(one - near) - Math.abs(other - near))[0] ?? -1;
}

/** The text with a value made a blank, or a blank its value again; `spots`: all that may be blanks. */
export function turned(text: string, { words, label, at }: Spot, spots: Spot[]): string {
  const blank = blankOf(label);
  if (text.includes(blank)) return text.replace(blank, () => words);
  const moved = spots.filter((one) => one.at < at && text.includes(blankOf(one.label)))
    .reduce((sum, one) => sum + blankOf(one.label).length - one.words.length, 0);
  const place = standsAt(text, words, at + moved);
  return place < 0 ? text : text.slice(0, place) + blank + text.slice(place + words.length);
}

export function blankOf(label: string): string {
  return `{{${label}}}`;
}

function valuesOf(thing: EntityRef | null): [string, string | null][] {
  if (!thing) return [];
  const digits = (one: Constraint) => /\d/.test(one.span.text);
  return [
    ...thing.identifiers.map((one): [string, string | null] => [one.value, one.attribute]),
    ...thing.constraints.filter(digits).map((one): [string, string | null] => [one.span.text, one.attribute]),
  ];
}
