import { isUnfinished, type Run } from "./wire";
import { useWords } from "./words";

/** The mark of a run that was not said to its end; nothing beside one that was. */
export function Unfinished({ run }: { run: Run }) {
  const t = useWords();
  if (!isUnfinished(run)) return null;
  return <span className="tag">{t("evaUnfinished", { total: run.rate.total, planned: run.planned })}</span>;
}
