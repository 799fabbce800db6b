/** Values as people say them: amounts in their unit, codes by their label. */
import type { Key } from "../text/messages";
import { plain } from "../text/visible";
import type { Field, Json } from "./types";

/** A value of a tool as its field has it: in the field's unit. */
export function inUnit(field: Field | undefined, value: Json | undefined): Json | undefined {
  const scale = field?.scale ?? 1;
  if (scale === 1 || value === null || value === "" || !isNumber(value)) return value;
  return Number((Number(value) / scale).toPrecision(15));
}

/** A value of a tool for people: with its unit; of a closed set with its label. */
export function spoken(field: Field | undefined, value: Json): string {
  const label = field?.options?.find((one) => plain(one.value) === plain(value))?.label;
  if (label !== undefined) return label === plain(value) ? label : `${label} (${plain(value)})`;
  const told = plain(inUnit(field, value));
  return field?.unit && isNumber(value) ? `${told} ${field.unit}` : told;
}

/** The same of what names an environment: as people call that, without the tool's own word. */
export function spokenPlace(field: Field | undefined, value: Json): string {
  return field?.options?.find((one) => plain(one.value) === plain(value))?.label ?? spoken(field, value);
}

/** The same of what was typed into the field, in its own unit. */
export function spokenDraft(field: Field | undefined, draft: string): string {
  return spoken(field && { ...field, scale: 1 }, draft);
}

export interface Problem {
  key: Key;
  values?: Record<string, string | number>;
}

/** Why a draft cannot be the field's value; the service has the last word. */
export function problemOf(field: Field | undefined, draft: string): Problem | undefined {
  const text = draft.trim();
  const type = field?.type ?? "string";
  if (text === "" || (type !== "integer" && type !== "number")) return undefined;
  if (!isNumber(text)) return { key: "needsNumber" };
  const value = Number(text);
  if (type === "integer" && !Number.isInteger(value)) return { key: "needsInteger" };
  const { minimum: least, maximum: most } = field ?? {};
  if (typeof least === "number" && value < least) return { key: "needsLeast", values: { least } };
  if (typeof most === "number" && value > most) return { key: "needsMost", values: { most } };
  return undefined;
}

/** The same of an argument that was there and is edited: it cannot be nothing. */
export function problemOfEdit(field: Field | undefined, draft: string): Problem | undefined {
  return draft.trim() === "" ? { key: "fieldNeeded" } : problemOf(field, draft);
}

/** What a field takes, in a few words: type, unit, range. */
export function takes(field: Field | undefined): Problem[] {
  const found: Problem[] = [];
  if (field?.type === "integer") found.push({ key: "typeInteger" });
  if (field?.type === "number") found.push({ key: "typeNumber" });
  const { minimum: least, maximum: most } = field ?? {};
  if (typeof least === "number") found.push({ key: "atLeast", values: { least } });
  if (typeof most === "number") found.push({ key: "atMost", values: { most } });
  return found;
}

/** The value at a path of nested arguments. */
export function valueAt(values: Record<string, Json>, path: string): Json | undefined {
  let value: Json | undefined = values;
  for (const part of path.split(".")) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    value = value[part];
  }
  return value;
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number" || (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim()));
}
