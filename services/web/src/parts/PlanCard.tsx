import { Button } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import type { Json, Labels, Payload, Plan } from "../wire/types";
import { Arguments } from "./Arguments";
import { Card } from "./Card";
import { Graph, sources } from "./Graph";

type Edits = Record<string, Record<string, Json>>;

/** The chain before anything runs: what is called with what, and what the reader makes of it. */
export function PlanCard({ plan, labels, environment, question, rejected, onRun, onCancel }: {
  plan: Plan;
  labels: Labels;
  environment: string;
  question?: string;
  rejected?: string;
  /** Absent where the plan cannot be agreed to (any more). */
  onRun?: (payload: Payload) => void;
  onCancel?: () => void;
}) {
  const { t } = useSettings();
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [edits, setEdits] = useState<Edits>({});
  const changed = dropped.size > 0 || Object.keys(edits).length > 0;
  const edit = (step: string, path: string, value: Json | undefined) =>
    setEdits((held) => {
      const { [path]: _, ...others } = held[step] ?? {};
      const now = value === undefined ? others : { ...others, [path]: value };
      const { [step]: __, ...rest } = held;
      return Object.keys(now).length > 0 ? { ...rest, [step]: now } : rest;
    });
  const drop = (step: string) =>
    setDropped((held) => {
      const next = new Set(held);
      if (!next.delete(step)) next.add(step);
      return next;
    });
  const kept = plan.chain.filter((one) => !dropped.has(one.step));
  const count = kept.length;
  /** True for a step that may be left out: nobody uses its result, and it is not the only one. */
  const isFree = (step: string) =>
    count > 1 && !kept.some((one) => sources(one).includes(step));
  return (
    <Card
      name="plan"
      tone={onRun ? "asks" : undefined}
      title={t("plan")}
      aside={t("planCount", { environment, count })}
    >
      {plan.chain.length > 1 ? <Graph chain={plan.chain} dropped={dropped} state={() => ""} /> : null}
      <ol className="steps">
        {plan.chain.map((step) => {
          const told = plan.steps.find((one) => one.step === step.step);
          const out = dropped.has(step.step);
          return (
            <li key={step.step} className={out ? "dropped" : ""} data-step={step.step}>
              <div className="head">
                <strong><Text>{told?.title ?? step.tool}</Text></strong>
                {told?.purpose ? <Text className="aside">{told.purpose}</Text> : null}
                <small><Text>{step.tool}</Text></small>
                {out ? <span className="tag">{t("stepDropped")}</span> : null}
                {onRun && (out || isFree(step.step)) ? (
                  <button type="button" className="link end" onClick={() => drop(step.step)}>
                    {t(out ? "keep" : "drop")}
                  </button>
                ) : null}
              </div>
              {out ? null : (
                <Arguments
                  step={step}
                  names={labels.arguments?.[step.tool]}
                  number={(name) => plan.chain.findIndex((one) => one.step === name) + 1}
                  edits={edits[step.step]}
                  onEdit={onRun && ((path, value) => edit(step.step, path, value))}
                />
              )}
            </li>
          );
        })}
      </ol>
      {plan.notes.map((note) => <p key={note} className="note"><Text>{note}</Text></p>)}
      {onRun ? (
        <footer>
          <p className="aside">{question ? <Text>{question}</Text> : t("planQuestion")}</p>
          {rejected ? (
            <p className="error" role="alert">{t("changeRejected")} <Text>{rejected}</Text></p>
          ) : null}
          <div className="buttons">
            <Button
              type="primary"
              disabled={count === 0}
              onClick={() => onRun({ approved: true, drop: [...dropped], arguments: edits })}
            >
              {t(changed ? "runChanged" : "run")}
            </Button>
            <Button onClick={onCancel}>{t("cancel")}</Button>
          </div>
        </footer>
      ) : null}
    </Card>
  );
}
