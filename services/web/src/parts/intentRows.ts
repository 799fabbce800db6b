/** An intent as rows of values, each with the words it came from. */
import type { Key, Language } from "../text/messages";
import { plain } from "../text/visible";
import type { Constraint, EntityRef, Intent, Span } from "../wire/types";

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

const UNITS: Record<string, string> = { yuan: "元", ratio: "" };

/** Roles that a reader may not know by their names. */
const ROLES: Record<string, Key> = {
  recipient: "role_recipient", owner: "role_owner", old: "role_old", new: "role_new", parent: "role_parent",
};

export function roleName(name: string, t: (key: Key) => string): string {
  const role = ROLES[name];
  return role ? t(role) : name;
}

/** `environment`, `recipient`, `thing.attribute`: what is missing, in the reader's words. */
export function missingName(name: string, t: (key: Key) => string): string {
  return name === "environment" ? t("environment") : roleName(name, t).replace(".", " · ");
}

export function rowsOf(intent: Intent, environment: string, language: Language): Row[] {
  const { goals, spans } = intent;
  const words = spans.environment ?? null;
  const one = (constraint: Constraint) => condition(constraint, language);
  const related = [...(intent.subject ? [intent.subject] : []), ...goals.flatMap((goal) => goal.related)];
  const rows: Row[] = [
    { label: "environment", chips: environment ? [{ text: environment, span: words }] : [] },
    { label: "what", chips: goals.map((goal) => ({ text: goal.action_words, span: null })) },
    { label: "object", chips: goals.flatMap((goal) => entity(goal.object)) },
    { label: "related", chips: related.flatMap(entity) },
    { label: "conditions", chips: goals.flatMap((goal) => goal.object.constraints.map(one)) },
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

function entity(ref: EntityRef): Chip[] {
  const whole: Chip = { text: ref.words || ref.type || "", name: ref.role ?? undefined, span: real(ref.span) };
  const more = ref.identifiers
    .filter((one) => !ref.words.includes(one.value))
    .map((one) => ({ text: one.value, name: one.attribute ?? undefined, span: real(one.span) }));
  return whole.text ? [whole, ...more] : more;
}

function condition(one: Constraint, language: Language): Chip {
  const sign = SIGNS[one.operator] ?? "";
  const named = language === "zh" ? (UNITS[one.unit ?? ""] ?? one.unit) : one.unit;
  const unit = named ? ` ${named}` : "";
  return {
    text: `${sign}${plain(one.value)}${unit}`, name: one.attribute ?? undefined, span: real(one.span),
  };
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
