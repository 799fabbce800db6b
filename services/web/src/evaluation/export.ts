/** One run as a table for a spreadsheet: a line a conversation. What nobody has opened stays closed. */
import type { Plain } from "../wire/things";
import { reasonOf } from "./reasons";
import type { Shown } from "./wire";
import type { Say } from "./words";

const COLUMNS = ["case", "repetition", "outcome", "stage", "said", "reasons"] as const;

export function sheetOf(t: Say, found: Shown): Plain {
  const failed = found.failures.map((one) => ({
    case: one.id, repetition: String(one.repetition + 1), outcome: t("evaNotOk"), stage: t(`evaStage_${one.lost}`),
    said: one.texts.join("\n"), reasons: one.reasons.map((reason) => reasonOf(t, reason)).join("\n"),
  }));
  const passed = found.passed.map((one) => ({
    case: one.id, repetition: String(one.repetition + 1), outcome: t("evaOk"), stage: "", said: "", reasons: "",
  }));
  return {
    entity: t("evaRun"),
    columns: COLUMNS.map((name) => ({ name, label: t(`evaColumn_${name}`) })),
    rows: [...failed, ...passed],
  };
}
