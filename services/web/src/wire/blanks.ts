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

/** What a run was asked for, as it would be kept; `told`: in one sentence, as the service says it anew. */
export function draftOf(run: Run, told: Restated): Draft {
  const read = run.result?.intent ?? run.intent;
  return { ...told, name: "", spots: read ? spotsOf(read, run.labels, told.text) : [] };
}

/** The values in words that mean the intent, which differ each time they are said: each once, no two with one label. */
export function spotsOf(intent: Intent, labels: Labels, text: string): Spot[] {
  const things = [intent.subject, ...intent.goals.flatMap((goal) => [goal.object, ...goal.related])];
  const found = new Map<string, string>();
  const add = (words: string, name: string | null | undefined, kind?: string | null) => {
    const of = kind && (labels.entities?.[kind] ?? kind);
    const label = ((name && labels.attributes?.[name]) || name || of || words).replace(/[{}]/g, "");
    if (words && text.includes(words) && !found.has(words)) found.set(words, label);
  };
  for (const thing of things) valuesOf(thing).forEach(([words, name]) => add(words, name, thing?.type));
  intent.goals.forEach((goal) => goal.target_state && add(goal.target_state.span.text, goal.target_state.attribute));
  const used = new Map<string, number>();
  return [...found].map(([words, label]) => {
    const count = (used.get(label) ?? 0) + 1;
    used.set(label, count);
    return { words, label: count > 1 ? `${label} ${count}` : label };
  });
}

function valuesOf(thing: EntityRef | null): [string, string | null][] {
  if (!thing) return [];
  const digits = (one: Constraint) => /\d/.test(one.span.text);
  return [
    ...thing.identifiers.map((one): [string, string | null] => [one.value, one.attribute]),
    ...thing.constraints.filter(digits).map((one): [string, string | null] => [one.span.text, one.attribute]),
  ];
}
