import { useId } from "react";
import { Text } from "../text/visible";
import { linkTo } from "../workshop/address";
import { Count, entityName, environmentName, type PartProps } from "./parts";
import { useWords } from "./words";

const ROWS = 20;

/** The filters, as the address has them. */
const asked = () => location.hash.match(/\?.*/)?.[0] ?? "";

/** What was asked for and no tool serves: kinds of things by environment. */
export function Heat({ found, onOpen }: PartProps) {
  const t = useWords();
  const id = useId();
  const { gaps } = found;
  const every = [...new Set(gaps.map((one) => one.entity))];
  const entities = every.slice(0, ROWS);
  const environments = [...new Set(gaps.map((one) => one.environment))].sort();
  const most = Math.max(...gaps.map((one) => one.requests));
  const number = (entity: string, environment: string) =>
    gaps.find((one) => one.entity === entity && one.environment === environment)?.requests ?? 0;
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t("insGaps")}</h2></header>
      <p className="aside">{t(gaps.length > 0 ? "insGapsMore" : "insNoGaps")}</p>
      {gaps.length > 0 ? <a className="link" href={`${linkTo("gaps")}${asked()}`}>{t("insGapsSaid")}</a> : null}
      {gaps.length > 0 ? (
        <div className="scroll" tabIndex={0} role="group" aria-label={t("insGaps")}>
          <table className="heat">
            <thead>
              <tr>
                <th scope="col">{t("insThing")}</th>
                {environments.map((one) => <th key={one} scope="col" className="number"><Text>{environmentName(t, found, one)}</Text></th>)}
              </tr>
            </thead>
            <tbody>
              {entities.map((entity) => (
                <tr key={entity}>
                  <th scope="row"><Text>{entityName(t, found, entity)}</Text></th>
                  {environments.map((environment) => {
                    const requests = number(entity, environment);
                    const what = `${entityName(t, found, entity)} · ${environmentName(t, found, environment)}`;
                    return (
                      <td key={environment} className="number" style={{ "--heat": `${Math.round((requests / most) * 45)}%` } as React.CSSProperties}>
                        <Count number={requests} opens={{ what, entity, environment, outcome: "no_tool" }} onOpen={onOpen} />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {every.length > ROWS ? <p className="aside">{t("insGapsCut", { count: every.length - ROWS })}</p> : null}
    </section>
  );
}
