import { useId } from "react";
import { dayAfter, dayName, percent } from "../owner/numbers";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { Count, type PartProps, projectName } from "./parts";
import { useWords } from "./words";

/** Each project's weeks: how many requests, and how many of them came to their end. */
export function Teams({ found, onOpen }: PartProps) {
  const t = useWords();
  const { language } = useSettings();
  const id = useId();
  const weeks = [...new Set(found.teams.map((one) => one.week))].sort().reverse();
  const projects = [...new Set(found.teams.map((one) => one.project))];
  if (projects.length === 0) return null;
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t("insTeams")}</h2></header>
      <p className="aside">{t("insTeamsMore")}</p>
      <div className="scroll" tabIndex={0} role="group" aria-label={t("insTeams")}>
        <table className="sticky">
          <thead>
            <tr>
              <th scope="col">{t("insProject")}</th>
              {weeks.map((week) => <th key={week} scope="col" className="number">{t("insWeekOf", { day: dayName(week, language) })}</th>)}
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <tr key={project}>
                <th scope="row"><Text>{projectName(t, project)}</Text></th>
                {weeks.map((week) => {
                  const cell = found.teams.find((one) => one.project === project && one.week === week);
                  const what = `${projectName(t, project)} · ${t("insWeekOf", { day: dayName(week, language) })}`;
                  const days = { since: later(week, found.since), until: earlier(dayAfter(week, 6), found.until) };
                  return (
                    <td key={week} className="number">
                      {cell ? (
                        <>
                          <Count number={cell.done} opens={{ what: `${what} · ${t("insDone")}`, project, outcome: "done", ...days }} onOpen={onOpen} />
                          {" / "}
                          <Count number={cell.requests} opens={{ what, project, requests: true, ...days }} onOpen={onOpen} />
                          <small> {percent(cell.done, cell.requests, language)}</small>
                        </>
                      ) : "–"}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
