import { useEffect, useState } from "react";
import { json } from "../wire/api";

/** Screens that only owners have. */
export type OwnerScreen = "insights" | "evaluation";

let asked: Promise<OwnerScreen[]> | undefined;

/** Those that are open to whoever is logged in: asked for once, as a login loads the page anew. */
export function useScreens(): OwnerScreen[] {
  const [open, setOpen] = useState<OwnerScreen[]>([]);
  useEffect(() => {
    asked ??= json<{ screens?: OwnerScreen[] }>("/api/me").then((me) => me.screens ?? [], () => []);
    void asked.then(setOpen);
  }, []);
  return open;
}
