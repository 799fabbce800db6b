/** Why a conversation failed, with what was looked at called by words and not by a scorer's name. */
import { zh } from "../text/evaluation";
import type { Say } from "./words";

const FORM = /^(?:turn (\d+): )?([^:]+): ([^]*)$/;

export function reasonOf(t: Say, reason: string): string {
  const [, turn, scorer = "", why = ""] = FORM.exec(reason) ?? [];
  const key = `evaScorer_${scorer.replace(/ /g, "_")}`;
  if (!(key in zh)) return reason;
  const told = `${t(key as keyof typeof zh)}: ${why}`;
  return turn ? `${t("evaTurn", { number: turn })} · ${told}` : told;
}
