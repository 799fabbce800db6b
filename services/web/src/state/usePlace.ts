/** The environment for what names none: what was picked stays within its conversation, what a
 * restated request brought along is for the next message only. */
import { useState } from "react";

export interface Place {
  /** In the picker. */
  shown: string;
  /** With the next message; empty for the usual one, which is only for what names none at all. */
  sent: string;
  pick(name: string): void;
  /** For the next message; null: as it stands. */
  bring(name: string | null): void;
  /** That message is on its way. */
  used(): void;
  reset(): void;
}

export function usePlace(usual: string): Place {
  const [picked, setPicked] = useState<string>();
  const [brought, setBrought] = useState<string>();
  const used = () => setBrought(undefined);
  return {
    shown: brought ?? picked ?? usual,
    sent: brought ?? picked ?? "",
    pick(name) {
      setPicked(name);
      used();
    },
    bring: (name) => setBrought(name ?? undefined),
    used,
    reset() {
      setPicked(undefined);
      used();
    },
  };
}
