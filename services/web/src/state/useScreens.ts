import { useEffect, useState } from "react";
import { json } from "../wire/api";

/** Screens that only owners have. */
export type OwnerScreen = "insights" | "evaluation";

interface Me {
  user?: string;
  logged_in?: boolean;
  screens?: OwnerScreen[];
  /** Our command, as it is typed where the service runs. */
  command?: string;
}

let asked: Promise<Me> | undefined;

/** Who is logged in: asked for once, as a login loads the page anew. */
function useMe(): Me {
  const [me, setMe] = useState<Me>({});
  useEffect(() => {
    asked ??= json<Me>("/api/me").catch(() => ({}));
    void asked.then(setMe);
  }, []);
  return me;
}

const NONE: OwnerScreen[] = [];

/** Those that are open to whoever is logged in. */
export const useScreens = (): OwnerScreen[] => useMe().screens ?? NONE;

/** Who has logged in on this page; none where nobody has to. */
export const useUser = (): string | undefined => {
  const { user, logged_in } = useMe();
  return logged_in ? user : undefined;
};

export const useCommand = (): string => useMe().command ?? "zhizao";
