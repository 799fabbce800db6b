/** What an author types to import tools, and the entry that is made of it. */
import type { Json } from "../wire/types";
import type { SourceBody } from "./wire";
import type { Word } from "./words";

export const MOST_BYTES = 4_000_000;

export interface Draft {
  kind: "openapi" | "mcp";
  how: "url" | "file" | "paste";
  url: string;
  text: string;
  /** Of the file that the text is from. */
  file: string;
  name: string;
  /** Environment → address of its calls there. */
  places: Record<string, string>;
  headers: string;
  /** Which of the spaces into which the author may register. */
  into: number;
}

export const EMPTY: Draft = {
  kind: "openapi", how: "url", url: "", text: "", file: "", name: "", places: {}, headers: "", into: 0,
};

export interface Fault {
  field: "name" | "url" | "text" | "places" | "headers";
  key: Word;
  values?: Record<string, string | number>;
}

export function faultsOf(draft: Draft): Fault[] {
  const found: Fault[] = [];
  if (isSent(draft)) {
    if (!draft.text.trim()) found.push({ field: "text", key: "wsNeedsDocument" });
    if (draft.text.length > MOST_BYTES) {
      const values = { size: (draft.text.length / 1e6).toFixed(1), most: MOST_BYTES / 1e6 };
      found.push({ field: "text", key: "wsTooBig", values });
    }
  } else if (!isAddress(draft.url)) found.push({ field: "url", key: "wsNeedsUrl" });
  if (!nameOf(draft)) found.push({ field: "name", key: "wsNeedsName" });
  const bases = Object.values(draft.places);
  if (bases.length === 0) found.push({ field: "places", key: "wsNeedsEnvironment" });
  else if (draft.kind === "openapi" && !bases.every(isAddress)) found.push({ field: "places", key: "wsNeedsBase" });
  const bad = lines(draft.headers).find((line) => !/^[^\s=]+=/.test(line));
  if (bad) found.push({ field: "headers", key: "wsBadHeader", values: { line: bad } });
  return found;
}

export function bodyOf(draft: Draft, scope: string): SourceBody {
  return { name: nameOf(draft), entry: entryOf(draft), scope };
}

function entryOf(draft: Draft): Record<string, Json> {
  const headers: Record<string, Json> = Object.fromEntries(lines(draft.headers).map((line) => {
    const [name = "", ...rest] = line.split("=");
    return [name.trim(), rest.join("=").trim()];
  }));
  const told: Record<string, Json> = Object.keys(headers).length > 0 ? { headers } : {};
  const places = Object.entries(draft.places);
  if (draft.kind === "mcp") {
    const named = places.map(([name]): [string, Json] => [name, {}]);
    return { url: draft.url.trim(), ...told, environments: Object.fromEntries(named) };
  }
  const environments = Object.fromEntries(places.map(([name, url]): [string, Json] => [name, { url: url.trim(), ...told }]));
  const sent: Record<string, Json> = isSent(draft) ? { document: draft.file || nameOf(draft), text: draft.text } : { document: draft.url.trim() };
  return { type: "openapi", ...sent, environments };
}

export function isSent(draft: Draft): boolean {
  return draft.kind === "openapi" && draft.how !== "url";
}

/** The name that was typed, else one from where the document is. */
export function nameOf(draft: Draft): string {
  return draft.name.trim() || guessedName(draft);
}

function guessedName(draft: Draft): string {
  if (isSent(draft)) return slug(draft.how === "file" ? draft.file.replace(/\.\w+$/, "") : (title(draft.text) ?? ""));
  try {
    const { hostname, pathname } = new URL(draft.url.trim());
    const words = pathname.split("/").reverse().map((part) => part.replace(/\.\w+$/, ""));
    const telling = words.find((word) => word && !/^(openapi|swagger|api|api-docs|mcp|docs|index|v\d)$/i.test(word));
    return slug(telling ?? hostname.replaceAll(".", "-"));
  } catch {
    return "";
  }
}

/** Where the document says that it is called: an address that is whole. */
export function guessedBase(draft: Draft): string {
  const servers = /"?servers"?\s*:[\s\S]{0,80}?"?url"?\s*:\s*"?(https?:\/\/[^\s",}]+)/.exec(draft.text)?.[1];
  if (isSent(draft)) return servers ?? "";
  try {
    return draft.kind === "openapi" ? new URL(draft.url.trim()).origin : "";
  } catch {
    return "";
  }
}

function title(text: string): string | undefined {
  return /"?title"?\s*:\s*"?([^\n",}]+)/.exec(text.slice(0, 4000))?.[1];
}

function slug(text: string): string {
  return text.trim().toLowerCase().replace(/[^a-z0-9_.-]+/g, "-").replace(/^[-._]+|[-._]+$/g, "").slice(0, 64);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/.test(text.trim());
}

function lines(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
