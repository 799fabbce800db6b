import { whole } from "../owner/numbers";
import { useSettings } from "../state/settings";
import { dayName } from "../owner/numbers";
import type { Language } from "../text/messages";
import type { Figures, Opened } from "./wire";
import { type Say, useWords } from "./words";

/** A number to open, and what it is called where it stands. */
export type Opens = Opened & { what: string };

export interface PartProps {
  found: Figures;
  onOpen: (number: Opened) => void;
}

/** What an opened number is of, from the address alone. */
export function openedName(t: Say, found: Figures, opened: Opened, language: Language): string {
  const { since, until, project, environment, entity, tool, outcome } = opened;
  const days = [...new Set([since, until])].filter((one) => one !== undefined).map((one) => dayName(one, language, "long"));
  return [
    days.join(" – "),
    project === undefined ? "" : projectName(t, project),
    entity === undefined ? "" : entityName(t, found, entity),
    environment === undefined ? "" : environmentName(t, found, environment),
    opened.language === undefined ? "" : languageName(t, opened.language),
    tool === undefined ? "" : toolName(t, found, tool),
    outcome ? t(`insOutcome_${outcome}`) : opened.failed ? t("insFailed") : opened.requests ? t("insRequests") : t("insCalls"),
  ].filter(Boolean).join(" · ");
}

export function languageName(t: Say, name: string): string {
  return t(name === "zh" ? "insLanguage_zh" : "insLanguage_en");
}

/** A number that leads to the runs behind it. */
export function Count({ number, opens, onOpen }: {
  number: number;
  opens: Opens;
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
      onClick={() => onOpen(without(opens))}
    >
      {text}
    </button>
  );
}

function without({ what: _, ...number }: Opens): Opened {
  return number;
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
