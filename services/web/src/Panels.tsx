import { lazy, type ReactNode, Suspense } from "react";
import { Dialog } from "./parts/Dialog";
import { useSettings } from "./state/settings";
import type { Waits } from "./state/useScheduled";
import type { Command } from "./panels/Palette";
import type { Key } from "./text/messages";
import type { Draft } from "./wire/blanks";
import type { Favourite } from "./wire/favourites";
import type { Environment } from "./wire/types";

const DataPanel = lazy(() => import("./panels/DataPanel"));
const FavouritesPanel = lazy(() => import("./panels/FavouritesPanel"));
const HandoverPanel = lazy(() => import("./panels/HandoverPanel"));
const HelpPanel = lazy(() => import("./panels/HelpPanel"));
const Keeping = lazy(() => import("./panels/Keeping"));
const MemoryPanel = lazy(() => import("./panels/MemoryPanel"));
const Palette = lazy(() => import("./panels/Palette"));
const ScheduledPanel = lazy(() => import("./panels/ScheduledPanel"));
const SettingsPanel = lazy(() => import("./panels/SettingsPanel"));

export type Panel =
  | "none" | "menu" | "palette" | "help" | "favourites" | "data" | "memory" | "scheduled" | "handovers" | "settings"
  | { keep: Draft };

export interface PanelActions {
  onClose(): void;
  onOpen(thread: string, looked?: string): void;
  onUndo(run: string): void;
  onUse(one: Favourite): void;
  onKept(): void;
}

/** What lies over the conversation, one at a time. */
export function Panels({ panel, menu, draft, commands, environments, waits, actions }: {
  panel: Panel;
  /** The sidebar, where it is not beside the conversation. */
  menu?: ReactNode;
  draft: () => string;
  commands: Command[];
  environments: Environment[];
  waits: Waits;
  actions: PanelActions;
}) {
  const { t } = useSettings();
  const { onClose, onOpen, onUndo, onUse, onKept } = actions;
  const over = (title: Key, children: ReactNode, large = false) => (
    <Dialog title={t(title)} onClose={onClose} large={large}>
      <Suspense fallback={<p>{t("loading")}</p>}>{children}</Suspense>
    </Dialog>
  );
  if (typeof panel === "object") return over("keepTitle", <Keeping draft={panel.keep} onDone={onKept} />);
  switch (panel) {
    case "menu": return menu ? over("menu", menu) : null;
    case "palette": return <Suspense><Palette commands={commands} onOpen={onOpen} onUse={onUse} onClose={onClose} /></Suspense>;
    case "help": return over("help", <HelpPanel />);
    case "favourites": return over("favourites", <FavouritesPanel draft={draft()} environments={environments} onUse={onUse} />, true);
    case "data": return over("data", <DataPanel onUndo={onUndo} />);
    case "scheduled":
      return over("scheduledList", <ScheduledPanel waits={waits} environments={environments} onOpen={onOpen} />);
    case "handovers": return over("handedQueue", <HandoverPanel />, true);
    case "memory": return over("memory", <MemoryPanel onOpen={onOpen} />, true);
    case "settings": return over("settings", <SettingsPanel environments={environments} />);
    case "none": return null;
  }
}
