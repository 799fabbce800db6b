/** Conversations that were handed over: of the open one, and those that wait for this person. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { api } from "../wire/api";
import type { HandoverView } from "../wire/handover";

interface Handovers {
  /** Of the open conversation. */
  own: HandoverView[];
  /** For this person to answer, open ones first. */
  queue: HandoverView[];
  handOver(run: string, note: string): Promise<void>;
  withdraw(id: string): Promise<void>;
  answer(id: string, text: string): Promise<void>;
}

const LOOK = 15_000;
const Context = createContext<Handovers | null>(null);

export function useHandovers(): Handovers {
  const found = useContext(Context);
  if (!found) throw new Error("no handovers");
  return found;
}

/** `thread`: the open conversation; nothing is asked of one in which nothing was said. */
export function HandoversProvider({ thread, begun, children }: {
  thread: string;
  begun: boolean;
  children: ReactNode;
}) {
  const [own, setOwn] = useState<HandoverView[]>([]);
  const [queue, setQueue] = useState<HandoverView[]>([]);
  const [looks, setLooks] = useState(0);
  const look = useCallback(() => setLooks((number) => number + 1), []);
  useEffect(() => setOwn([]), [thread]);
  const waits = own.some((one) => one.state === "open");
  useLook(useCallback(() => api.handovers().then(setQueue, () => undefined), []), 4 * LOOK, looks);
  useLook(
    useCallback(async () => {
      if (begun) await api.handedOver(thread).then(setOwn, () => undefined);
    }, [thread, begun]),
    waits ? LOOK : undefined,
    looks,
  );
  const value = useMemo(() => {
    const after = async (work: Promise<unknown>) => {
      await work;
      look();
    };
    return {
      own,
      queue,
      handOver: (run: string, note: string) => after(api.handOver(run, note)),
      withdraw: (id: string) => after(api.withdrawHandover(id)),
      answer: (id: string, text: string) => after(api.answerHandover(id, text)),
    };
  }, [own, queue, look]);
  return <Context value={value}>{children}</Context>;
}

/** Looks now, and again each `pause` milliseconds while the page is in sight. */
function useLook(look: () => Promise<void>, pause: number | undefined, looks: number): void {
  useEffect(() => {
    void look();
    if (pause === undefined) return;
    const timer = setInterval(() => document.hidden || void look(), pause);
    return () => clearInterval(timer);
  }, [look, pause, looks]);
}
