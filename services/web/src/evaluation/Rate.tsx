import { percent, whole } from "../owner/numbers";
import { useSettings } from "../state/settings";
import type { Rate as Figure } from "./wire";
import { useWords } from "./words";

/** A pass rate with what it is of and how sure it is. */
export function Rate({ rate }: { rate: Figure }) {
  const t = useWords();
  const { language } = useSettings();
  const share = (number: number) => percent(number, 1, language);
  return (
    <span className="rate">
      <strong>{percent(rate.passed, rate.total, language)}</strong>{" "}
      <span className="aside">
        {t("evaPassed", { passed: whole(rate.passed, language), total: whole(rate.total, language) })}
        {rate.total > 0 ? ` · ${t("evaInterval", { low: share(rate.low), high: share(rate.high) })}` : ""}
      </span>
    </span>
  );
}
