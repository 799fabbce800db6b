import { useState } from "react";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import { spoken, valueAt } from "../wire/fields";
import { apart, differing, type Edits, type Group } from "../wire/groups";
import { destroys, reads } from "../wire/kinds";
import type { ChainStep, Field, Labels, Plan } from "../wire/types";
import { Apart } from "./Apart";
import { Arguments } from "./Arguments";

export interface Editing {
  dropped: ReadonlySet<string>;
  edits: Edits;
  /** Absent where the plan cannot be changed any more. */
  onEdit?: (steps: string[], path: string, draft: string | undefined) => void;
  onDrop?: (steps: string[]) => void;
  /** True for a step that may be left out. */
  isFree: (step: string) => boolean;
}

export interface Props {
  plan: Plan;
  labels: Labels;
  editing: Editing;
  number: (step: string) => number;
}

/** One row of the plan: a call, or many calls of one tool. */
export function PlanRow({ group, ...shared }: Props & { group: Group }) {
  const [step] = group.steps;
  return step && group.steps.length === 1 ? <PlanStep step={step} {...shared} /> : <PlanGroup group={group} {...shared} />;
}

/** One call with its arguments. */
function PlanStep({ step, plan, labels, editing, number }: Props & { step: ChainStep }) {
  const { t } = useSettings();
  const told = plan.steps.find((one) => one.step === step.step);
  const out = editing.dropped.has(step.step);
  const { onEdit, onDrop } = editing;
  return (
    <li className={out ? "dropped" : ""} data-step={step.step} value={number(step.step)}>
      <div className="head">
        <strong><Text>{told?.title ?? step.tool}</Text></strong>
        <Apart values={apart([step], plan.chain, labels.fields?.[step.tool], editing.edits)} />
        <Kind tool={step.tool} labels={labels} />
        {told?.purpose ? <Text className="aside">{told.purpose}</Text> : null}
        <small><Text>{step.tool}</Text></small>
        {out ? <span className="tag">{t("stepDropped")}</span> : null}
        {onDrop && (out || editing.isFree(step.step)) ? (
          <button type="button" className="link end" onClick={() => onDrop([step.step])}>
            {t(out ? "keep" : "drop")}
          </button>
        ) : null}
      </div>
      {out ? null : (
        <Arguments
          step={step}
          fields={labels.fields?.[step.tool]}
          number={number}
          edits={editing.edits[step.step]}
          onEdit={onEdit && ((path, draft) => onEdit([step.step], path, draft))}
        />
      )}
    </li>
  );
}

/** Many calls of one tool: what they share, edited for all of them, and a table of the rest. */
function PlanGroup({ group, plan, labels, editing, number }: Props & { group: Group }) {
  const { t } = useSettings();
  const [only, setOnly] = useState<string>();
  const [first] = group.steps;
  if (!first) return null;
  const { same, others } = differing(group, editing.edits);
  const steps = group.steps.map((one) => one.step);
  const kept = group.steps.filter((one) => !editing.dropped.has(one.step));
  const fields = labels.fields?.[group.tool];
  const shared: ChainStep = { ...first, bindings: pick(first.bindings, same) };
  const { onEdit, onDrop } = editing;
  const alone = group.steps.find((one) => one.step === only);
  const told = new Map(plan.steps.map((one) => [one.step, one]));
  const title = told.get(first.step)?.title ?? group.tool;
  // What each call is for says more than its arguments where it is not the same for all.
  const purposes = new Set(group.steps.map((one) => told.get(one.step)?.purpose)).size > 1;
  return (
    <li data-group={group.tool} value={number(first.step)}>
      <div className="head">
        <strong><Text>{title}</Text> × {kept.length}</strong>
        <Apart values={apart(kept, plan.chain, fields, editing.edits)} />
        <Kind tool={group.tool} labels={labels} />
        <small><Text>{group.tool}</Text></small>
      </div>
      {same.length > 0 ? (
        <Arguments
          step={shared}
          fields={fields}
          number={number}
          edits={editing.edits[first.step]}
          onEdit={onEdit && ((path, draft) => onEdit(steps, path, draft))}
        />
      ) : null}
      <details className="fold">
        <summary>{t("eachCall", { count: group.steps.length })}</summary>
        <div className="scroll many" tabIndex={0} role="group" aria-label={visible(title)}>
          <table>
            <thead>
              <tr>
                <th scope="col">#</th>
                {others.map((path) => <th key={path} scope="col">{visible(fields?.[path]?.label ?? path)}</th>)}
                {purposes ? <th scope="col">{t("purpose")}</th> : null}
                {onEdit ? <th scope="col"><span className="unseen">{t("edit")}</span></th> : null}
              </tr>
            </thead>
            <tbody>
              {group.steps.map((one) => (
                <tr key={one.step} className={editing.dropped.has(one.step) ? "dropped" : ""} data-step={one.step}>
                  <td className="number">{number(one.step)}</td>
                  {others.map((path) => (
                    <td key={path}><Text>{cell(one, path, fields, editing.edits[one.step]?.[path]) ?? t("later")}</Text></td>
                  ))}
                  {purposes ? <td><Text>{told.get(one.step)?.purpose ?? ""}</Text></td> : null}
                  {onEdit ? (
                    <td>
                      <button type="button" className="link" onClick={() => setOnly(one.step === only ? undefined : one.step)}>
                        {t("edit")}
                      </button>{" "}
                      {onDrop && (editing.dropped.has(one.step) || editing.isFree(one.step)) ? (
                        <button type="button" className="link" onClick={() => onDrop([one.step])}>
                          {t(editing.dropped.has(one.step) ? "keep" : "drop")}
                        </button>
                      ) : null}
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {alone && onEdit ? (
          <ol className="steps"><PlanStep step={alone} plan={plan} labels={labels} editing={editing} number={number} /></ol>
        ) : null}
      </details>
    </li>
  );
}

/** What kind of thing a tool does, where it is one to be careful with. */
function Kind({ tool, labels }: { tool: string; labels: Labels }) {
  const { t } = useSettings();
  const kind = labels.kinds?.[tool];
  if (destroys(kind)) return <span className="tag bad">{t(kind?.undo ? "kindDestroys" : "kindDestroysForGood")}</span>;
  if (reads(kind)) return <span className="tag plain">{t("kindReads")}</span>;
  return kind && !kind.undo ? <span className="tag plain">{t("kindForGood")}</span> : null;
}

function cell(
  step: ChainStep, path: string, fields: Record<string, Field> | undefined, draft: string | undefined,
): string | undefined {
  if (draft !== undefined) return draft;
  const value = valueAt(step.arguments, path);
  return value === undefined ? undefined : spoken(fields?.[path], value);
}

function pick<T>(from: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}
