/** Values of a form's fields: for people, and as the service takes them. */
import { plain } from "../text/visible";
import type { Json } from "../wire/types";
import type { FormField, Option } from "./wire";
import type { Say } from "./words";

/** From here on nobody need look at a field again. */
export const SURE = 0.8;

export function isUnsure(field: FormField): boolean {
  const told = field.by === "declared" || field.by === "person";
  return !told && field.confidence < SURE && (!isEmpty(field.value) || field.confidence === 0);
}

export function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** The parts of a value as the reader calls them. */
export function spokenParts(value: Json, options: Option[] | undefined, t: Say): string[] {
  if (isEmpty(value)) return [];
  if (typeof value === "boolean") return [t(value ? "wsYes" : "wsNo")];
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((one) => options?.find((option) => option.value === one)?.label ?? plain(one));
}

/** The words with the one that stands typed; somebody may type what is shown for a value. */
export function withTyped(words: string[], typed: string, options: Option[] | undefined): string[] {
  const word = typed.trim();
  const meant = options?.find((option) => option.label === word)?.value ?? word;
  return !meant || words.includes(meant) ? words : [...words, meant];
}

/** What is a text even where it is empty. */
const TEXTS = ["title", "other_title", "summary", "description"];

/** A draft as the service takes it. */
export function sent(field: FormField, draft: Json): Json {
  if (field.shape === "pairs" && Array.isArray(draft)) return draft.map((one) => pair(plain(one)));
  if (typeof draft !== "string") return draft;
  const text = draft.trim();
  return text === "" && !TEXTS.includes(field.name) ? null : text;
}

function pair(text: string): Json {
  const [attribute = "", ...rest] = text.split("=");
  return rest.length > 0 ? { attribute, value: rest.join("=") } : { attribute: null, value: text };
}
