/** Where the conversation is scrolled to: a message's beginning stays in sight while what comes of it
 * grows below, and only as much of it goes as the step at work, the question or the result's head need.
 * Whoever scrolls is left alone until the next message. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { TurnView } from "./useChat";

const EDGE = 12;
/** So much of a result, and of a plan with its buttons, is to be seen at once, in pixels. */
const HEAD = 260;
const MOVING = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

/** `sought`: words that were looked for; the message that has them is shown, until there is a new one. */
export function useSight(box: RefObject<HTMLElement | null>, turn: TurnView | undefined, sought: string): void {
  const words = useRef(sought);
  words.current = sought;
  const moved = useRef(false);
  useLayoutEffect(() => {
    moved.current = false;
  }, [turn?.key, turn?.run.key]);
  useEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const leave = () => {
      moved.current = true;
    };
    const key = (event: KeyboardEvent) => MOVING.has(event.key) && leave();
    const bar = (event: PointerEvent) => event.target === shown && leave();
    const follow = () => {
      if (!moved.current) show(shown, words.current);
    };
    // Cards come late and fold open: whatever changes the height is followed.
    const grown = new ResizeObserver(follow);
    for (const one of [shown, ...shown.children]) grown.observe(one);
    shown.addEventListener("wheel", leave, { passive: true });
    shown.addEventListener("touchmove", leave, { passive: true });
    shown.addEventListener("keydown", key);
    shown.addEventListener("pointerdown", bar);
    return () => {
      grown.disconnect();
      shown.removeEventListener("wheel", leave);
      shown.removeEventListener("touchmove", leave);
      shown.removeEventListener("keydown", key);
      shown.removeEventListener("pointerdown", bar);
    };
  }, [box]);
  useEffect(() => {
    const shown = box.current;
    if (shown && !moved.current) show(shown, sought);
  });
}

function show(shown: HTMLElement, sought: string): void {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...shown.querySelectorAll<HTMLElement>(".turn")];
  const has = (turn: HTMLElement) => words.every((word) => turn.textContent.toLowerCase().includes(word));
  const found = words.length > 0 ? all.find(has) : undefined;
  const last = all.at(-1);
  if (found) shown.scrollTop = beginOf(shown, found);
  else if (last) shown.scrollTop = placeOf(shown, last);
}

function beginOf(shown: HTMLElement, turn: HTMLElement): number {
  return turn.getBoundingClientRect().top - (shown.getBoundingClientRect().top - shown.scrollTop) - EDGE;
}

/** How far to scroll: to the message's beginning, and further only for what has to be seen. */
function placeOf(shown: HTMLElement, turn: HTMLElement): number {
  const from = shown.getBoundingClientRect().top - shown.scrollTop;
  const begin = beginOf(shown, turn);
  const wanted = neededIn(turn);
  if (!wanted) return begin;
  const { top, bottom } = wanted.part.getBoundingClientRect();
  const end = Math.min(bottom, top + wanted.most) - from + EDGE;
  return Math.max(begin, Math.min(top - from - EDGE, end - shown.clientHeight));
}

function neededIn(turn: HTMLElement): { part: Element; most: number } | undefined {
  const last = (found: string) => [...turn.querySelectorAll(found)].at(-1);
  const running = turn.getAttribute("aria-busy") === "true" ? last(".status.running") : undefined;
  if (running) return { part: running, most: Infinity };
  const result = last("[data-part=result]");
  if (result) return { part: result, most: HEAD };
  const asks = last(".card.asks, .card.danger[data-part=plan], .choices");
  // The buttons of a plan stick to the lower edge of what is seen of it.
  return asks && { part: asks, most: asks.matches("[data-part=plan]") ? HEAD : Infinity };
}
