import { Text } from "../../text/visible";
import { apart, type Group } from "../../wire/groups";
import { reads } from "../../wire/kinds";
import { PlanRow, type Props } from "../PlanSteps";
import { ChainGraph } from "./ChainGraph";

/** A plan as a graph; the open node is the list's row, to be changed as there. */
export default function PlanGraph({ groups, ...shared }: Props & { groups: readonly Group[] }) {
  const { plan, labels, editing } = shared;
  const rows = groups.map((group) => {
    const kept = group.steps.filter((one) => !editing.dropped.has(one.step));
    const named = plan.steps.find((one) => one.step === group.steps[0]?.step);
    const told = named?.purpose && !reads(labels.kinds?.[group.tool]) ? <Text>{named.purpose}</Text> : undefined;
    const own = apart(kept, plan.chain, labels.fields?.[group.tool], editing.edits);
    return { group, title: named?.title ?? group.tool, own, told, count: kept.length, dropped: kept.length === 0 };
  });
  return (
    <ChainGraph
      rows={rows}
      labels={labels}
      details={(group) => (
        <ol key={group.key} className="steps" style={{ counterReset: `step ${group.first}` }}>
          <PlanRow group={group} {...shared} />
        </ol>
      )}
    />
  );
}
