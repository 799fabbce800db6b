/** The sentences by which an author tries a tool: kept in the browser, and with a submission. */
import { recalled, remember } from "../state/browser";
import type { Today, WhyStage } from "./wire";

/** So many go with a submission. */
const MOST = 100;
const LONGEST = 2000;

export interface Example {
  text: string;
  /** Whether the tool is meant to serve the sentence. */
  wanted: boolean;
}

export interface Tried extends Example {
  stages?: WhyStage[];
  /** What the public tools do with it as they are. */
  today?: Today;
  failed?: string;
}

/** The tool serves the sentence where it stands in the plan. */
export function isUsed(one: Tried): boolean {
  return one.stages?.some((stage) => stage.stage === "planner" && stage.passed) ?? false;
}

/** What the chat would ask for first, where it finds the tool and asks. */
export function asksFor({ stages }: Tried): string | undefined {
  const found = stages?.some((stage) => stage.stage === "filter" && stage.passed);
  return found ? stages?.find((stage) => stage.asks)?.asks ?? undefined : undefined;
}

export function heldExamples(tool: string): Example[] {
  return recalled<Example[]>(key(tool)) ?? [];
}

export function holdExamples(tool: string, rows: Example[]): void {
  remember(key(tool), rows.map(({ text, wanted }) => ({ text, wanted })));
}

/** Those that a submission takes along. */
export function sentAlong(tool: string): Example[] {
  return heldExamples(tool).filter((one) => one.text.length <= LONGEST).slice(0, MOST);
}

/** What became of one sentence; `ask` explains it. */
export async function tried(
  row: Example, ask: (sentence: string) => Promise<WhyStage[]>,
): Promise<Partial<Tried>> {
  try {
    return { stages: await ask(row.text), failed: undefined };
  } catch (error) {
    return { stages: undefined, failed: (error as Error).message };
  }
}

/** How many were tried, how many of them came out as expected, and how many not because something is asked for first. */
export function score(rows: Tried[]): { all: number; right: number; asks: number } {
  const done = rows.filter((one) => one.stages);
  const asks = done.filter((one) => one.wanted && !isUsed(one) && asksFor(one) !== undefined).length;
  return { all: done.length, right: done.filter((one) => isUsed(one) === one.wanted).length, asks };
}

const key = (tool: string) => `workshop.sentences.${tool}`;
