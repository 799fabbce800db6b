import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import type { Run } from "../wire/run";
import type { StageUse } from "../wire/types";
import { Fold } from "./Card";

/** What models did for a run, stage by stage; nothing where there is no model. */
export function ModelUse({ run }: { run: Run }) {
  const { t } = useSettings();
  const stages = [...(run.asked ?? []), ...(run.result?.model?.stages ?? [])];
  if (stages.length === 0) return null;
  const sum = (count: (one: StageUse) => number) => stages.reduce((all, one) => all + count(one), 0);
  const calls = sum((one) => one.calls);
  const used = stages.filter((one) => one.outcome === "used").length;
  return (
    <Fold name="model" title={t(calls > 0 ? "modelAsked" : "modelNotAsked", { used, all: stages.length })}>
      {calls > 0 ? (
        <p className="aside">
          {t("modelCost", {
            calls, input: sum((one) => one.input_tokens), output: sum((one) => one.output_tokens),
          })}
        </p>
      ) : null}
      <ul className="lines">
        {stages.map((one, number) => (
          <li key={number}>
            {t(`model_${one.stage}` as Key)} <small>{told(one, t)}</small>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

function told(one: StageUse, t: (key: Key, values?: Record<string, string | number>) => string): string {
  const sure = one.confidence === null ? "" : t("modelSure", { percent: Math.floor(one.confidence * 100) });
  const repairs = one.repairs > 0 ? t("modelRepairs", { count: one.repairs }) : "";
  const cost = one.calls > 0
    ? t("modelCost", { calls: one.calls, input: one.input_tokens, output: one.output_tokens }) : "";
  return [t(`outcome_${one.outcome}`), cost, repairs, sure].filter(Boolean).join(" · ");
}
