import type { SubmissionDetail } from "./wire";
import { useWords } from "./words";

/** How the author's sentences come out, so far as they were tried. */
export interface Score {
  all: number;
  right: number;
  left: number;
  trying: boolean;
}

type Part = "lint" | "rivals" | "examples";
export const placeOf = (part: Part) => `submission-${part}`;

/** What was found, in numbers above the decision; each leads to where it stands. */
export function Counts({ one, score }: { one: SubmissionDetail; score: Score | undefined }) {
  const t = useWords();
  const errors = one.findings.filter((each) => each.severity === "error").length;
  const warnings = one.findings.length - errors;
  const { all, right, left, trying } = score ?? { all: 0, right: 0, left: one.examples.length, trying: one.examples.length > 0 };
  const wrong = all - right;
  const same = one.nearest.filter((each) => each.same_kind).length;
  const found: { part: Part; text: string; grave: boolean; none: boolean }[] = [
    { part: "lint", text: t("wsCountErrors", { count: errors }), grave: true, none: errors === 0 },
    { part: "lint", text: t("wsCountWarnings", { count: warnings }), grave: false, none: warnings === 0 },
    { part: "rivals", text: t("wsCountConflicts", { count: one.conflicts.length }), grave: one.conflicts.some((each) => each.blocks), none: one.conflicts.length === 0 },
    { part: "rivals", text: t("wsCountSameKind", { count: same }), grave: false, none: same === 0 },
    { part: "examples", text: t("wsCountWrong", { wrong, all }), grave: true, none: wrong === 0 },
    { part: "examples", text: t("wsNotTried", { count: left }), grave: false, none: trying || left === 0 },
  ];
  const shown = found.filter((each) => !each.none);
  return (
    <p className="facts counts" role="status" aria-label={t("wsCounts")}>
      {shown.length === 0 && !trying ? <span className="aside">{t("wsCountNothing")}</span> : shown.map((each) => (
        <button key={each.text} type="button" className={each.grave ? "tag bad" : "tag"} onClick={() => show(each.part)}>{each.text}</button>
      ))}
      {trying ? <span className="aside">{t("wsCountTrying")}</span> : null}
    </p>
  );
}

function show(part: Part): void {
  const heading = document.getElementById(placeOf(part));
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
