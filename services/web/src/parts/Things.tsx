import { Button } from "antd";
import { lazy, Suspense } from "react";
import { useSettings } from "../state/settings";
import { useShown } from "../state/shown";
import { useUser } from "../state/useScreens";
import { recordOf } from "../wire/record";
import type { Run } from "../wire/run";
import { save } from "../wire/things";
import { thingsOf } from "../wire/thingGraph";
import type { Summary, Thing } from "../wire/types";
import { Sheets } from "./Sheets";
import { Views } from "./Views";

const ThingGraph = lazy(() => import("./graph/ThingGraph"));

/** What a run made, changed or read: one thing as a card, several as a table; or as a graph, where
 * one hangs on the other. */
export function Things({ summary, before = [], run: whole }: {
  summary: Summary;
  /** What the run had made whose rest this one did: it is told, and saved, as one with it. */
  before?: Thing[];
  run: Run;
}) {
  const { t } = useSettings();
  const user = useUser();
  const { labels, id: run = "zhizao" } = whole;
  const [asGraph, showGraph] = useShown("things");
  const now = new Set(summary.data.map((one) => `${one.entity} ${one.id}`));
  const above = before.filter((one) => one.id === null || !now.has(`${one.entity} ${one.id}`));
  const things = [...above, ...summary.data];
  const drawn = thingsOf(summary, labels);
  const json = () => save(`${run}.json`, "application/json", JSON.stringify(recordOf(whole, user, things), null, 2));
  return (
    <div className="things" role="group" aria-label={t("entities")}>
      {above.length > 0 ? <p className="aside">{t("thingsBefore", { count: above.length, now: summary.data.length })}</p> : null}
      {drawn ? <Views graph={asGraph} text="viewTable" onChoose={showGraph} /> : null}
      {drawn && asGraph ? (
        <Suspense fallback={<p className="aside">{t("loading")}</p>}>
          <ThingGraph things={drawn} data={summary.data} labels={labels} run={run} />
        </Suspense>
      ) : <Sheets things={things} labels={labels} run={run} />}
      <div className="buttons small">
        <Button size="small" type="text" onClick={json}>{t("saveJson")}</Button>
      </div>
    </div>
  );
}
