/** What the service remembers of the user, and the calls that show, name and forget it. */
import { call, json, post, q } from "./api";

export type EntryKind = "thing" | "value" | "talk";

export interface Entry {
  id: string;
  kind: EntryKind;
  environment: string;
  environment_label: string;
  label: string;
  value: string;
  unit: string | null;
  known: { label: string; value: string }[];
  summary: string;
  name: string;
  words: string;
  session_id: string;
  uses: number;
  last_at: number;
}

export interface Memory {
  on: boolean;
  entries: Entry[];
  kept: Record<EntryKind, number>;
  unused_days: number;
}

/** A thing that others' searches skip as long as it is the user's. */
export interface Reserved {
  id: string;
  entity_label: string;
  environment_label: string;
  value: string;
  words: string;
  session_id: string;
  expires_at: number;
}

export const memory = {
  reserved: () => json<Reserved[]>("/api/reservations"),
  release: (id: string) => remove(`/api/reservations/${q(id)}`),
  all: (query: string) => json<Memory>(`/api/memory?q=${q(query)}`),
  name: (id: string, name: string) => post<Entry>(`/api/memory/${q(id)}`, { name }, "PATCH"),
  forget: (id: string) => remove(`/api/memory/${q(id)}`),
  forgetAll: () => remove("/api/memory"),
};

async function remove(path: string): Promise<void> {
  await call(path, { method: "DELETE" });
}
