/** An intent as rows of values, each with the words it came from. */
import type { Key } from "../text/messages";
import { plain } from "../text/visible";
import type { Constraint, EntityRef, Goal, Intent, Labels, Span } from "../wire/types";

export interface Chip {
  text: string;
  /** What the value is a value of. */
  name?: string;
  span: Span | null;
}

export interface Row {
  label: Key;
  chips: Chip[];
}

const SIGNS: Record<string, string> = { ne: "≠ ", ge: "≥ ", gt: "> ", le: "≤ ", lt: "< " };

export function rowsOf(intent: Intent, environment: string, labels: Labels): Row[] {
  const { goals, spans } = intent;
  const words = spans.environment ?? null;
  const one = (constraint: Constraint) => condition(constraint, labels);
  const related = [...(intent.subject ? [intent.subject] : []), ...goals.flatMap((goal) => goal.related)];
  const rows: Row[] = [
    { label: "environment", chips: environment ? [{ text: environment, span: words }] : [] },
    { label: "what", chips: goals.map((goal) => ({ text: deed(goal, labels), span: null })) },
    { label: "object", chips: goals.flatMap((goal) => entity(goal.object, labels)) },
    { label: "quantity", chips: goals.flatMap((goal) => count(goal, goals.length, labels)) },
    { label: "related", chips: related.flatMap((ref) => entity(ref, labels)) },
    { label: "conditions", chips: goals.flatMap((goal) => [goal.object, ...goal.related].flatMap((ref) => ref.constraints.map(one))) },
    {
      label: "target",
      chips: goals.flatMap((goal) => (goal.target_state ? [one(goal.target_state)] : [])),
    },
    {
      label: "rules",
      chips: [...intent.negative, ...intent.supplements].map(({ text, span }) => ({ text, span: real(span) })),
    },
    { label: "unread", chips: intent.unread.map((span) => ({ text: span.text, span: real(span) })) },
  ];
  return rows.map(once).filter((row) => row.chips.length > 0);
}

/** What is to be done, in a whole word: those of the sentence may be cut anywhere. What no words of
 * it stand for is told as it came. */
function deed(goal: Goal, labels: Labels): string {
  return (real(goal.span) && called(labels.actions, goal.action)) || goal.action_words;
}

/** How many, where it is not one; of what, where there are several goals. */
function count(goal: Goal, goals: number, labels: Labels): Chip[] {
  const { quantity, object } = goal;
  if (quantity === null || quantity === undefined || quantity === 1) return [];
  return [{ text: String(quantity), name: goals > 1 ? called(labels.entities, object.type) : undefined, span: null }];
}

function entity(ref: EntityRef, labels: Labels): Chip[] {
  const kind = ref.reference ? undefined : called(labels.entities, ref.type);
  const own = kind === undefined ? [] : ref.identifiers.filter((one) => one.attribute === null || one.attribute === "id");
  const text = kind === undefined ? ref.words : [kind, ...own.map((one) => one.value)].join(" ");
  const whole: Chip = { text, name: called(labels.roles, ref.role), span: real(ref.span) };
  const more = ref.identifiers
    .filter((one) => (kind === undefined ? !ref.words.includes(one.value) : !own.includes(one)))
    .map((one) => ({ text: one.value, name: called(labels.attributes, one.attribute), span: real(one.span) }));
  return whole.text ? [whole, ...more] : more;
}

function condition(one: Constraint, labels: Labels): Chip {
  const value = plain(one.value);
  const spoken = labels.values?.[value] ?? value;
  const unit = one.unit ? (labels.units?.[one.unit] ?? `{value} ${one.unit}`) : "{value}";
  return {
    text: `${SIGNS[one.operator] ?? ""}${unit.replace("{value}", () => spoken)}`,
    name: called(labels.attributes, one.attribute),
    span: real(one.span),
  };
}

function called(labels: Record<string, string> | undefined, name: string | null): string | undefined {
  return name === null ? undefined : (labels?.[name] ?? name);
}

/** None for a value that no words of this sentence stand for. */
function real(span: Span | null): Span | null {
  return span && span.end > span.start ? span : null;
}

/** Each value once: several goals may share one. */
function once(row: Row): Row {
  const key = (chip: Chip) => `${chip.name}\n${chip.text}\n${chip.span?.start}`;
  return { ...row, chips: [...new Map(row.chips.map((chip) => [key(chip), chip])).values()] };
}
