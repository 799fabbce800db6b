/** Why a conversation failed, in the reader's language, with what was looked at called by words and not by
 * a scorer's name; values and words of answers stay as they are. */
import { zh } from "../text/evaluation";
import { forms, formsBefore } from "../text/evaluationReasons";
import type { Say } from "./words";

const FORM = /^(?:turn (\d+): )?([^:]+): ([^]*)$/;

export function reasonOf(t: Say, reason: string): string {
  const [, turn, scorer = "", why = ""] = FORM.exec(reason) ?? [];
  const key = `evaScorer_${scorer.replace(/ /g, "_")}`;
  if (!(key in zh)) return reason;
  const told = `${t(key as keyof typeof zh)}: ${whyOf(t, why)}`;
  return turn ? `${t("evaTurn", { number: turn })} · ${told}` : told;
}

function whyOf(t: Say, why: string): string {
  for (const [key, form] of FORMS) {
    const found = form.exec(why);
    if (found) return t(key, found.groups);
  }
  return why;
}

/** Each text with its form, in which values go by their names. */
const FORMS = [...Object.entries(forms), ...Object.entries(formsBefore)].map(([key, form]) => {
  const plain = form.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("'{", "'?{").replaceAll("}'", "}'?");
  return [key as keyof typeof forms, new RegExp(`^${plain.replace(/\{(\w+)\}/g, "(?<$1>[^]*?)")}$`)] as const;
});
