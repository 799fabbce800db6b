import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useEffect, useRef, useState } from "react";
import { App } from "./App";
import { useSettings } from "./state/settings";

interface ScreenProps {
  /** What follows the screen's name in the address: `tools/ID/form`. */
  address: string;
  /** Where the conversation is that was left. */
  back: string;
}

const SCREENS: Record<string, LazyExoticComponent<ComponentType<ScreenProps>>> = {
  authoring: lazy(() => import("./workshop/Workshop")),
  evaluation: lazy(() => import("./evaluation/Evaluation")),
  insights: lazy(() => import("./insights/Insights")),
  people: lazy(() => import("./people/People")),
};

/** The chat, or the screen that the address names: `#/authoring/…`. */
export function Screens() {
  const { t } = useSettings();
  const [hash, setHash] = useState(location.hash);
  const back = useRef("#");
  useEffect(() => {
    const moved = (event: HashChangeEvent) => {
      const left = new URL(event.oldURL).hash || "#";
      if (location.hash.startsWith("#/") && !left.startsWith("#/")) back.current = left;
      setHash(location.hash);
    };
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const [, name = "", address = ""] = /^#\/(\w+)\/?(.*)$/.exec(hash) ?? [];
  const Screen = SCREENS[name];
  if (!Screen) return <App />;
  return (
    <Suspense fallback={<p className="column">{t("loading")}</p>}>
      <Screen address={address} back={back.current} />
    </Suspense>
  );
}
