/** The figures as one table for a spreadsheet: a line a figure, with what it is of. */
import type { Plain } from "../wire/things";
import { entityName, environmentName, languageName, projectName, toolName } from "./parts";
import { minutesByHand, minutesSaved } from "./saved";
import { type Figures, isRequest, type Outcome, requestsOf } from "./wire";
import type { Say, Word } from "./words";

const COLUMNS = ["figure", "day", "project", "environment", "thing", "tool", "outcome", "language", "number"] as const;
const LABELS: Record<(typeof COLUMNS)[number], Word> = {
  figure: "insFigure", day: "insPeriod", project: "insProject", environment: "insEnvironment", thing: "insThing",
  tool: "insTool", outcome: "insOutcome", language: "insLanguages", number: "insNumber",
};
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

export function sheetOf(t: Say, found: Figures, assumed?: number): Plain {
  const outcome = (name: string) => t(`insOutcome_${name as Outcome}`);
  const all = requestsOf(found.outcomes);
  const rows: Row[] = [
    { figure: t("insRequests"), number: String(all) },
    { figure: t("insRate"), number: all > 0 ? ((found.outcomes.done ?? 0) / all).toFixed(3) : "" },
    ...savedRows(t, minutesSaved(found, minutesByHand(found, assumed))),
    ...found.days.flatMap(({ day, outcomes }) => Object.entries(outcomes).map(([name, number]) => (
      { figure: t(isRequest(name) ? "insOverTime" : "insOther"), day, outcome: outcome(name), number: String(number) }
    ))),
    ...found.teams.flatMap(({ project, week, requests, done }) => {
      const of = { figure: t("insTeams"), day: week, project: projectName(t, project) };
      return [
        { ...of, outcome: t("insDone"), number: String(done) },
        { ...of, outcome: t("insNotDone"), number: String(requests - done) },
      ];
    }),
    ...found.gaps.map((gap) => ({
      figure: t("insGaps"), thing: entityName(t, found, gap.entity),
      environment: environmentName(t, found, gap.environment), number: String(gap.requests),
    })),
    ...found.most_used.map((one) => (
      { figure: t("insCalls"), tool: one.tool || toolName(t, found, one.tool), number: String(one.calls) }
    )),
    ...found.most_failing.map((one) => (
      { figure: t("insFailed"), tool: one.tool || toolName(t, found, one.tool), number: String(one.failed) }
    )),
    ...Object.entries(found.languages).map(([name, number]) => (
      { figure: t("insLanguages"), language: languageName(t, name), number: String(number) }
    )),
  ];
  return {
    entity: t("insTitle"),
    columns: COLUMNS.map((name) => ({ name, label: t(LABELS[name]) })),
    rows: rows.map((row) => row as Record<string, string>),
  };
}

/** In minutes; nothing where nobody has said what a request takes by hand. */
function savedRows(t: Say, saved: number | null): Row[] {
  return saved === null ? [] : [{ figure: t("insSavedMinutes"), number: String(Math.round(saved)) }];
}
