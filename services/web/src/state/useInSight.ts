import { type RefObject, useEffect, useRef } from "react";

/** What has just been opened is brought into sight. */
export function useInSight<T extends HTMLElement>(): RefObject<T | null> {
  const shown = useRef<T>(null);
  useEffect(() => void shown.current?.scrollIntoView({ block: "nearest" }), []);
  return shown;
}
