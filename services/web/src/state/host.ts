/** The page around the chat, where there is one: what it shows, and what it is told. */
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { ToHost } from "../embed/protocol";
import type { Entity } from "../embed/zhizao";
import { embedded, HOSTS } from "../wire/embedded";
import type { Run } from "../wire/run";
import { hear } from "./hostTools";

let shown: Entity | null = null;
let host = "";
const watching = new Set<() => void>();

if (embedded) {
  document.documentElement.dataset.embedded = "";
  // Ahead of the first look at the page: the host speaks as soon as the frame is there.
  addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !HOSTS.has(origin) || !isTold(data)) return;
    if (!host) window.parent.postMessage({ zhizao: 1, type: "here" } satisfies ToHost, origin);
    host = origin;
    if (data.type !== "view") {
      hear(data, origin, (told) => window.parent.postMessage(told, origin));
      return;
    }
    shown = entityIn(data.entity);
    for (const tell of watching) tell();
  });
}

function isTold(data: unknown): data is Record<string, unknown> {
  const told = data as { zhizao?: unknown; type?: unknown } | null;
  return typeof told === "object" && told?.zhizao === 1 && typeof told.type === "string";
}

const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** The entity where it has the form that the service takes; what has not is nothing. */
function entityIn(told: unknown): Entity | null {
  const { entity, id, environment } = (told ?? {}) as Record<string, unknown>;
  if (!isWord(entity) || !isWord(environment) || typeof id !== "string" || !ID.test(id)) return null;
  return { entity, id, environment };
}

function isWord(told: unknown): told is string {
  return typeof told === "string" && /^[\p{L}\p{N} _-]{1,32}$/u.test(told);
}

export interface View {
  /** What counts for the next message. */
  entity: Entity | null;
  /** Taken off by the person; the page still shows it. */
  dropped: Entity | null;
  drop(): void;
  takeBack(): void;
}

/** What the host page shows; what is taken off stays off until something else is shown. */
export function useView(): View {
  const entity = useSyncExternalStore(watch, () => shown);
  const [off, setOff] = useState("");
  const name = entity ? JSON.stringify(entity) : "";
  useEffect(() => setOff((held) => (held === name ? held : "")), [name]);
  const dropped = name !== "" && off === name;
  return {
    entity: dropped ? null : entity,
    dropped: dropped ? entity : null,
    drop: useCallback(() => setOff(name), [name]),
    takeBack: useCallback(() => setOff(""), []),
  };
}

function watch(tell: () => void): () => void {
  watching.add(tell);
  return () => watching.delete(tell);
}

/** Tells the host page when a run that called tools is over, of those that went on while this page
 * was there; not what it was about. */
export function useTelling(runs: Run[]): void {
  const last = runs.at(-1);
  const status = last?.live && last.calls.length > 0 && last.state !== "running" ? (last.result?.status ?? last.state) : "";
  const key = last?.key;
  useEffect(() => {
    if (!status || !host) return;
    const told: ToHost = { zhizao: 1, type: "done", status };
    window.parent.postMessage(told, host);
  }, [key, status]);
}
