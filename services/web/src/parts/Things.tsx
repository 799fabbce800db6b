import { Button } from "antd";
import { lazy, Suspense } from "react";
import { useSettings } from "../state/settings";
import { useShown } from "../state/shown";
import { save } from "../wire/things";
import { thingsOf } from "../wire/thingGraph";
import type { Labels, Summary } from "../wire/types";
import { Sheets } from "./Sheets";
import { Views } from "./Views";

const ThingGraph = lazy(() => import("./graph/ThingGraph"));

/** What a run made, changed or read: one thing as a card, several as a table; or as a graph, where
 * one hangs on the other. */
export function Things({ summary, labels, run }: { summary: Summary; labels: Labels; run: string }) {
  const { t } = useSettings();
  const [asGraph, showGraph] = useShown("things");
  const things = summary.data;
  const drawn = thingsOf(summary, labels);
  const json = () => save(`${run}.json`, "application/json", JSON.stringify(things, null, 2));
  return (
    <div className="things" role="group" aria-label={t("entities")}>
      {drawn ? <Views graph={asGraph} text="viewTable" onChoose={showGraph} /> : null}
      {drawn && asGraph ? (
        <Suspense fallback={<p className="aside">{t("loading")}</p>}>
          <ThingGraph things={drawn} data={things} labels={labels} run={run} />
        </Suspense>
      ) : <Sheets things={things} labels={labels} run={run} />}
      <div className="buttons small">
        <Button size="small" type="text" onClick={json}>{t("saveJson")}</Button>
      </div>
    </div>
  );
}
