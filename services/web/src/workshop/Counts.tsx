import type { SubmissionDetail } from "./wire";
import { useWords } from "./words";

type Part = "lint" | "rivals" | "examples";
export const placeOf = (part: Part) => `submission-${part}`;

/** What was found, in numbers above the decision; each leads to where it stands. */
export function Counts({ one, score }: { one: SubmissionDetail; score: { all: number; right: number } }) {
  const t = useWords();
  const errors = one.findings.filter((each) => each.severity === "error").length;
  const warnings = one.findings.length - errors;
  const wrong = score.all - score.right;
  const same = one.nearest.filter((each) => each.same_kind).length;
  const found: { part: Part; text: string; grave: boolean; none: boolean }[] = [
    { part: "lint", text: t("wsCountErrors", { count: errors }), grave: true, none: errors === 0 },
    { part: "lint", text: t("wsCountWarnings", { count: warnings }), grave: false, none: warnings === 0 },
    { part: "rivals", text: t("wsCountConflicts", { count: one.conflicts.length }), grave: one.conflicts.some((each) => each.blocks), none: one.conflicts.length === 0 },
    { part: "rivals", text: t("wsCountSameKind", { count: same }), grave: false, none: same === 0 },
    { part: "examples", text: t("wsCountWrong", { wrong, all: score.all }), grave: true, none: wrong === 0 },
  ];
  const shown = found.filter((each) => !each.none);
  return (
    <p className="facts counts" role="status" aria-label={t("wsCounts")}>
      {shown.length === 0 ? <span className="aside">{t("wsCountNothing")}</span> : shown.map((each) => (
        <button key={each.text} type="button" className={each.grave ? "tag bad" : "tag"} onClick={() => show(each.part)}>{each.text}</button>
      ))}
    </p>
  );
}

function show(part: Part): void {
  const heading = document.getElementById(placeOf(part));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
