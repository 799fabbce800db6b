/** Tells of the end of runs while nobody looks: in the tab's title, and by a notification. */
import { useEffect, useRef } from "react";
import type { Key } from "../text/messages";
import { visible } from "../text/visible";
import { isTalk, type Run } from "../wire/run";
import { useSettings } from "./settings";

export function canNotify(): boolean {
  return "Notification" in window && isSecureContext;
}

const WAITS: Record<string, Key> = { waiting: "needs_input", cancelled: "cancelled", broken: "broken", scheduled: "scheduled" };

export function useEndings(runs: Run[]): void {
  const { t, notify } = useSettings();
  const went = useRef(new Set<string>());
  useEffect(() => {
    for (const run of runs) {
      if (run.state === "running") went.current.add(run.key);
      else if (went.current.delete(run.key) && document.hidden) {
        const status = isTalk(run) ? "answered" : (run.result?.status ?? WAITS[run.state]);
        tell(t((status ?? "answer") as Key), visible(sentenceOf(run, runs)), notify);
      }
    }
  }, [runs, t, notify]);
  useEffect(() => {
    const seen = () => {
      if (!document.hidden && document.title.startsWith(MARK)) document.title = document.title.replace(/^● .*? · /, "");
    };
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, []);
}

/** What was asked for: of a word that only agreed, or a button, the sentence that it stood for. */
function sentenceOf(run: Run, runs: Run[]): string {
  const meant = runs.find((one) => one.id && one.id === run.pressed?.of);
  return meant ? meant.intent?.text || meant.text : run.intent?.text || run.text;
}

const MARK = "● ";

function tell(status: string, text: string, notify: boolean): void {
  if (!document.title.startsWith(MARK)) document.title = `${MARK}${status} · ${document.title}`;
  if (!notify || !canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification(status, { body: text.slice(0, 160), tag: "zhizao" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
