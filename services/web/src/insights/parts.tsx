import { whole } from "../owner/numbers";
import { useSettings } from "../state/settings";
import type { Figures, Opened } from "./wire";
import { type Say, useWords } from "./words";

export interface PartProps {
  found: Figures;
  onOpen: (number: Opened) => void;
}

/** A number that leads to the runs behind it. */
export function Count({ number, opens, onOpen }: {
  number: number;
  opens: Opened;
  onOpen: (number: Opened) => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const text = whole(number, language);
  if (number === 0) return <span className="count">{text}</span>;
  return (
    <button
      type="button"
      className="link count"
      aria-label={t("insOpenIt", { what: opens.what, count: text })}
      onClick={() => onOpen(opens)}
    >
      {text}
    </button>
  );
}

export function environmentName(t: Say, found: Pick<Figures, "environment_labels">, name: string): string {
  return name ? found.environment_labels[name] ?? name : t("insNoEnvironment");
}

export function entityName(t: Say, found: Pick<Figures, "entity_labels">, name: string): string {
  return name ? found.entity_labels[name] ?? name : t("insUnknownThing");
}

export function projectName(t: Say, name: string): string {
  return name || t("insNoProject");
}

export function toolName(t: Say, found: Figures, id: string): string {
  return id ? found.tool_titles[id] || id : t("insUnseen");
}
