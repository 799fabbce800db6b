/** What can be done with the result in view, as commands; the buttons below it do the same. */
import type { ResultActions } from "../parts/ResultCard";
import type { Key } from "../text/messages";
import { againOf, type Run } from "../wire/run";
import type { Left } from "../wire/types";

export function ofResult(run: Run | undefined, left: Record<string, Left>, actions: ResultActions): { title: Key; count?: number; run: () => void }[] {
  if (!run?.result || run.state === "running" || run.state === "waiting" || run.state === "scheduled") return [];
  const { id = "", attachments } = run;
  const rest = left[id]?.rest ?? 0;
  const again = againOf(run);
  const stays = left[id]?.stays.length ?? 0;
  return [
    ...(rest > 0 ? [{ title: (left[id]?.alike ? "finishRest" : "finishSteps") as Key, count: rest, run: () => actions.onFinish(run) }] : []),
    ...(run.pressed ? [] : [{ title: "keepRequest" as const, run: () => actions.onKeep(run) }]),
    ...(!again || run.pressed || attachments.some((one) => one.text === undefined) ? []
      : [{ title: again, run: () => actions.onAgain(run) }]),
    ...(left[id]?.undoable ? [{ title: (stays > 0 ? "undoPart" : "undo") as Key, run: () => actions.onUndo(id) }] : []),
  ];
}
