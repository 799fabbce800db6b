/** Where the conversation is scrolled to: a message's beginning stays in sight while what comes of it
 * grows below, and only as much of it goes as the step at work, the question or the result's head need.
 * Whoever scrolls is left alone until the next message. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { TurnView } from "./useChat";

const EDGE = 12;
/** So much of a result, and of a plan with its buttons, is to be seen at once, in pixels. */
const HEAD = 260;
const MOVING = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

export function useSight(box: RefObject<HTMLElement | null>, turn: TurnView | undefined): void {
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
      const last = shown.querySelector<HTMLElement>(".turn:last-of-type");
      if (last && !moved.current) shown.scrollTop = placeOf(shown, last);
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
    const last = shown?.querySelector<HTMLElement>(".turn:last-of-type");
    if (shown && last && !moved.current) shown.scrollTop = placeOf(shown, last);
  });
}

/** How far to scroll: to the message's beginning, and further only for what has to be seen. */
function placeOf(shown: HTMLElement, turn: HTMLElement): number {
  const from = shown.getBoundingClientRect().top - shown.scrollTop;
  const begin = turn.getBoundingClientRect().top - from - EDGE;
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
