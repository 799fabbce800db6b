/** What a run made or read, as tables: columns, order, and files to take away. */
import { clock } from "./times";
import type { Labels, Thing } from "./types";
import type { ThingPart } from "./within";

export interface Column {
  name: string;
  label: string;
  /** It tells the lists that things hold. */
  held?: boolean;
}

export interface Row {
  cells: Record<string, string>;
  /** Of the cells that are times: what the tool said, and the moment that it was taken for. */
  times: Record<string, { said: string; moment: string }>;
  parts: ThingPart[];
}

/** A table of texts. */
export interface Plain {
  entity: string;
  columns: Column[];
  rows: Record<string, string>[];
}

export interface Sheet {
  entity: string;
  columns: Column[];
  rows: Row[];
}

const ID = "\u0000id";
/** So many rows of a list stand in the cell of a thing that is shown among others. */
const BESIDE = 3;

/** One table for each kind of thing, in the order in which they come. */
export function sheetsOf(things: readonly Thing[], labels: Labels, id: string): Sheet[] {
  const kinds = new Map<string, Thing[]>();
  for (const one of things) kinds.set(one.entity, [...(kinds.get(one.entity) ?? []), one]);
  return [...kinds].map(([entity, all]) => {
    const names = [...new Set(all.flatMap((one) => Object.keys(one.values ?? {})))];
    const lists = [...new Set(all.flatMap((one) => (one.parts ?? []).map((part) => part.name)))];
    const named = all.some((one) => one.id !== null);
    return {
      entity: labels.entities?.[entity] ?? entity,
      columns: [...(named ? [{ name: ID, label: id }] : []), ...names.map((name) => ({ name, label: name })),
        ...(all.length > 1 ? lists : []).map((name) => ({ name: listName(name), label: name, held: true }))],
      rows: all.map(rowOf),
    };
  });
}

/** A list's column; a value may be called the same. */
function listName(name: string): string {
  return `\u0000${name}`;
}

/** The columns of a list, in the order in which they come. */
export function columnsOf(part: ThingPart): string[] {
  return [...new Set(part.rows.flatMap((row) => Object.keys(row)))];
}

/** A list in one cell: its first rows, the rest counted. */
function inOneCell({ rows, total }: ThingPart): string {
  const told = rows.slice(0, BESIDE).map((row) => Object.entries(row).map((pair) => pair.join(" ")).join(", "));
  const more = total > told.length ? [`… +${total - told.length}`] : [];
  return [...told, ...more].join("; ");
}

/** Times are told on the reader's clock. */
function rowOf({ id, values = {}, times = {}, parts = [] }: Thing): Row {
  const moments = Object.entries(times).filter(([name]) => values[name] !== undefined);
  return {
    cells: {
      ...values, ...Object.fromEntries(moments.map(([name, at]) => [name, clock(at)])),
      ...Object.fromEntries(parts.map((part) => [listName(part.name), inOneCell(part)])), [ID]: id ?? "",
    },
    parts,
    times: Object.fromEntries(moments.map(([name, moment]) => [name, { said: values[name] ?? "", moment }])),
  };
}

/** True where a table tells times of day. */
export function hasTimes(things: readonly Thing[]): boolean {
  return things.some((one) => Object.keys(one.times ?? {}).length > 0);
}

/** The rows by one column, numbers by size. */
export function sorted(rows: Sheet["rows"], by: string, down: boolean): Sheet["rows"] {
  const order = [...rows].sort((a, b) => compare(a.cells[by] ?? "", b.cells[by] ?? ""));
  return down ? order.reverse() : order;
}

function compare(a: string, b: string): number {
  const [one, other] = [Number.parseFloat(a), Number.parseFloat(b)];
  const numbers = Number.isFinite(one) && Number.isFinite(other);
  return (numbers ? one - other : 0) || a.localeCompare(b, undefined, { numeric: true });
}

/** A row as it goes into a file: times with their offset. */
export function taken({ cells, times }: Row): Record<string, string> {
  return { ...cells, ...Object.fromEntries(Object.entries(times).map(([name, { moment }]) => [name, moment])) };
}

/** A table for a spreadsheet: UTF-8 with its mark; what would be read as a formula is text. */
export function csvOf({ columns, rows }: Plain): string {
  const lines = [columns.map((one) => one.label), ...rows.map((row) => columns.map((one) => row[one.name] ?? ""))];
  return `\ufeff${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

let saved = () => undefined as void;

/** Calls it whenever a file was handed over. */
export function onSaved(hear: () => void): void {
  saved = hear;
}

/** Hands a file to the person. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  saved();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
