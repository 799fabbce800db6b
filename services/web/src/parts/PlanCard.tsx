import { Button } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import { useShown } from "../state/shown";
import { Text } from "../text/visible";
import { sources } from "../wire/chainGraph";
import { problemOfEdit } from "../wire/fields";
import { type Edits, groupsOf } from "../wire/groups";
import { destroys } from "../wire/kinds";
import { toldIn } from "../wire/times";
import type { ChainStep, Labels, Payload, Plan } from "../wire/types";
import { Card } from "./Card";
import { RunLater } from "./RunLater";
import { type Editing, PlanRow } from "./PlanSteps";
import { Views } from "./Views";

const PlanGraph = lazy(() => import("./graph/PlanGraph"));

/** The chain before anything runs: what is called with what, and what the reader makes of it. */
export function PlanCard({ plan, labels, environment, question, rejected, over, onRun, typed, onTyping, onCancel, onAgain, agreed, later, due }: {
  plan: Plan;
  labels: Labels;
  environment: string;
  question?: string;
  rejected?: string;
  /** Why it can no longer be run, whatever is changed of it. */
  over?: string;
  /** Absent where the plan cannot be agreed to (any more). */
  onRun?: (payload: Payload) => void;
  /** What was typed before, where the conversation was left meanwhile. */
  typed?: Payload;
  /** Hears what stands typed by now, so that words that are sent meanwhile can count with it. */
  onTyping?: (changes: Payload | undefined) => void;
  onCancel?: () => void;
  /** The next message agreed to it, and what came of it stands there. */
  agreed?: boolean;
  /** Where a later message has taken its place: plans the sentence anew. */
  onAgain?: () => void;
  /** Id of the run, where its plan can be put off. */
  later?: string;
  /** When the sentence says that it is to run, in seconds since 1970, and on whose clock it was said. */
  due?: { at: number; zone: string };
}) {
  const { t, language } = useSettings();
  const [dropped, setDropped] = useState<ReadonlySet<string>>(() => new Set(typed?.drop));
  const [edits, setEdits] = useState<Edits>(typed?.values ?? {});
  const [asGraph, showGraph] = useShown("steps");
  const kept = plan.chain.filter((one) => !dropped.has(one.step));
  const count = kept.length;
  const fieldOf = (step: string, path: string) => {
    const tool = plan.chain.find((one) => one.step === step)?.tool ?? "";
    return labels.fields?.[tool]?.[path];
  };
  const edited = Object.entries(edits).filter(([step]) => !dropped.has(step));
  const wrong = edited.some(([step, paths]) =>
    Object.entries(paths).some(([path, draft]) => problemOfEdit(fieldOf(step, path), draft) !== undefined));
  const changed = dropped.size > 0 || edited.length > 0;
  const counts = onRun !== undefined || agreed;
  const editing: Editing = {
    dropped: counts ? dropped : NONE,
    edits: counts ? edits : {},
    isFree: (step) => count > 1 && !kept.some((one) => sources(one).includes(step)),
    onEdit: onRun && ((steps, path, draft) => setEdits((held) => steps.reduce((all, step) => withEdit(all, step, path, draft), held))),
    onDrop: onRun && ((steps) => setDropped((held) => toggled(held, steps))),
  };
  const changes: Payload = { drop: [...dropped], values: Object.fromEntries(edited) };
  const run = (time: Payload = {}) => onRun?.({ ...time, approved: true, ...changes });
  useEffect(() => { if (onRun) onTyping?.(changed ? changes : undefined); }, [edits, dropped, !onRun]);
  const groups = groupsOf(plan.chain);
  const places = new Map(plan.chain.map((one, number) => [one.step, number + 1]));
  const shared = { plan, labels, editing, number: (step: string) => places.get(step) ?? 0 };
  const drawable = groups.length > 1;
  const danger = dangersOf(kept, labels);
  return (
    <Card
      name="plan"
      tone={onRun ? (danger.length > 0 ? "danger" : "asks") : undefined}
      title={t("plan")}
      aside={t("planCount", { environment, count })}
      tools={drawable ? <Views graph={asGraph} text="viewList" onChoose={showGraph} /> : undefined}
    >
      {drawable && asGraph ? (
        <Suspense fallback={<p className="aside">{t("loading")}</p>}>
          <PlanGraph groups={groups} {...shared} />
        </Suspense>
      ) : (
        <ol className="steps">{groups.map((group) => <PlanRow key={group.key} group={group} {...shared} />)}</ol>
      )}
      {plan.notes.map((note) => <p key={note} className="note"><Text>{note}</Text></p>)}
      {agreed ? <footer><p className="aside">{t("planAgreed")}</p></footer> : null}
      {onAgain ? (
        <footer>
          {over ? (
            <p className="error" role="alert">{t("planOver")} <Text>{over}</Text></p>
          ) : <p className="aside">{t("planReplaced")}</p>}
          <div className="buttons"><Button onClick={onAgain}>{t("planAnew")}</Button></div>
        </footer>
      ) : null}
      {onRun ? (
        <footer>
          {danger.map(({ tool, count, forGood }) => (
            <p key={tool} className="note bad" role="note">
              {t(forGood ? "dangerForGood" : "dangerCanUndo", { title: labels.tools?.[tool] ?? tool, count, environment })}
            </p>
          ))}
          <p className="aside">{question && !changed ? <Text>{question}</Text> : t("planQuestion")}</p>
          {rejected ? (
            <p className="error" role="alert">{t("changeRejected")} <Text>{rejected}</Text></p>
          ) : null}
          <div className="buttons">
            <Button type="primary" danger={danger.length > 0} disabled={count === 0 || wrong} onClick={() => run()}>
              {due !== undefined
                ? t("laterConfirm", { when: toldIn(due.zone, new Date(due.at * 1000), language) })
                : t(changed ? "runChanged" : "run")}
            </Button>
            {due !== undefined ? (
              <Button disabled={count === 0 || wrong} onClick={() => run({ at: "now" })}>{t("laterNow")}</Button>
            ) : null}
            {later ? <RunLater run={later} settled={due !== undefined} disabled={count === 0 || wrong} onRun={(at, zone) => run({ at, zone })} /> : null}
            <Button onClick={onCancel}>{t("decline")}</Button>
          </div>
        </footer>
      ) : null}
    </Card>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** The tools that destroy something, each with how often it does, and whether that can be undone. */
function dangersOf(kept: ChainStep[], labels: Labels): { tool: string; count: number; forGood: boolean }[] {
  const times = new Map<string, number>();
  for (const { tool } of kept) if (destroys(labels.kinds?.[tool])) times.set(tool, (times.get(tool) ?? 0) + 1);
  return [...times].map(([tool, count]) => ({ tool, count, forGood: !labels.kinds?.[tool]?.undo }));
}

function withEdit(held: Edits, step: string, path: string, draft: string | undefined): Edits {
  const { [path]: _, ...others } = held[step] ?? {};
  const now = draft === undefined ? others : { ...others, [path]: draft };
  const { [step]: __, ...rest } = held;
  return Object.keys(now).length > 0 ? { ...rest, [step]: now } : rest;
}

function toggled(held: ReadonlySet<string>, steps: string[]): ReadonlySet<string> {
  const next = new Set(held);
  for (const step of steps) if (!next.delete(step)) next.add(step);
  return next;
}
