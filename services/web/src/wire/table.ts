/** Files as the text that goes with a sentence: read, bounded, and told in a few words. */
import type { Attachment } from "./types";

export interface Table extends Attachment {
  bytes: number;
  /** Lines with something in them; of a table without its header. */
  rows: number;
  columns: string[];
}

export const BYTES = 200_000;
export const ROWS = 1_000;

/** Why a file cannot be sent: a text of the page, and what stands in it. */
export class NotSendable extends Error {
  readonly values: Record<string, string | number>;

  constructor(key: string, values: Record<string, string | number>) {
    super(key);
    this.values = values;
  }
}

const NAME = /\.(csv|tsv|txt)$/i;

/** The file beside those that are attached already; NotSendable where it is too big or no text. */
export async function tableOf(file: File, others: readonly Table[]): Promise<Table> {
  const { name } = file;
  if (!NAME.test(name) && !file.type.startsWith("text/")) throw new NotSendable("attachKind", { name });
  const used = sum(others.map((one) => one.bytes));
  // In another encoding a text may be longer than its file, hardly shorter than a third.
  if (file.size > 3 * BYTES) throw tooBig(name, file.size);
  const text = decoded(await file.arrayBuffer(), name);
  const bytes = new TextEncoder().encode(text).length;
  if (used + bytes > BYTES) throw tooBig(name, used + bytes);
  const found = { name, text, bytes, ...shape(text, name) };
  const rows = found.rows + sum(others.map((one) => one.rows));
  if (rows > ROWS) throw new NotSendable("attachRowsOver", { name, rows, most: ROWS });
  if (text.trim() === "") throw new NotSendable("attachEmpty", { name });
  return found;
}

function tooBig(name: string, bytes: number): NotSendable {
  return new NotSendable("attachTooBig", { name, size: Math.ceil(bytes / 1000), most: BYTES / 1000 });
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Spreadsheets write UTF-8, UTF-16 with its mark, or, in Chinese, GB 18030. */
function decoded(content: ArrayBuffer, name: string): string {
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(content);
  for (const encoding of ["utf-8", "gb18030"]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content);
      if (!text.includes("\0")) return text;
    } catch {
      // Then it is the next one.
    }
  }
  throw new NotSendable("attachKind", { name });
}

function shape(text: string, name: string): { rows: number; columns: string[] } {
  const lines = records(text).filter((line) => line.trim() !== "");
  const header = lines[0] ?? "";
  const separator = [",", "\t", ";"].find((one) => header.includes(one));
  if (!separator && /\.txt$/i.test(name)) return { rows: lines.length, columns: [] };
  const columns = split(header, separator ?? ",").map((cell) => cell.trim());
  return { rows: Math.max(0, lines.length - 1), columns };
}

/** Lines; a quoted line break ends none. */
function records(text: string): string[] {
  return split(text.replace(/\r\n?/g, "\n"), "\n", true);
}

/** Parts between separators that stand outside of quotes. */
function split(text: string, separator: string, keepQuotes = false): string[] {
  const parts: string[] = [];
  let part = "";
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    if (char === separator && !quoted) {
      parts.push(part);
      part = "";
    } else if (char !== '"' || keepQuotes) part += char;
  }
  return [...parts, part];
}
