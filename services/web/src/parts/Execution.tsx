import { ThoughtChain } from "@ant-design/x";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text, visible } from "../text/visible";
import { now } from "../wire/api";
import type { Call, Run } from "../wire/run";
import type { ChainStep, Labels } from "../wire/types";
import { Arguments } from "./Arguments";
import { Card, Fold } from "./Card";
import { Graph } from "./Graph";

const STATUS: Record<string, "loading" | "success" | "error" | "abort" | undefined> = {
  running: "loading", done: "success", failed: "error", unknown: "error", skipped: "abort",
};

/** The chain as it runs: each call with its time, and what it took and gave, folded. */
export function Execution({ run, environment, onStop }: {
  run: Run;
  environment: string;
  onStop?: () => void;
}) {
  const { t } = useSettings();
  const [stopping, setStopping] = useState(false);
  const chain = run.plan?.chain ?? run.result?.chain ?? [];
  const calls = new Map(run.calls.map((call) => [call.step, call]));
  const state = (step: string) => stateOf(calls.get(step), run.state === "running");
  const steps = chain.length > 0 ? chain.map((one) => one.step) : [...calls.keys()];
  const items = steps.map((step) => {
    const call = calls.get(step);
    const status = state(step);
    const planned = sent(chain.find((one) => one.step === step), call);
    const title = run.plan?.steps.find((one) => one.step === step)?.title;
    return {
      key: step,
      title: <Text>{title ?? call?.tool ?? planned?.tool ?? step}</Text>,
      status: STATUS[status],
      description: <Status call={call} status={status} labels={run.labels} />,
      content: planned || call ? (
        <Fold title={t(call?.result ? "result" : "input")}>
          {planned ? (
            <Arguments
              step={planned}
              names={run.labels.arguments?.[planned.tool]}
              number={(name) => chain.findIndex((one) => one.step === name) + 1}
            />
          ) : null}
          {call?.result ? <Output call={call} /> : null}
        </Fold>
      ) : null,
    };
  });
  return (
    <Card name="execution" title={t("execution")} aside={t("planCount", { environment, count: steps.length })}>
      {chain.length > 1 ? <Graph chain={chain} dropped={new Set()} state={state} /> : null}
      <ThoughtChain items={items} />
      {onStop ? (
        <div className="buttons">
          <Button danger disabled={stopping} onClick={() => { setStopping(true); onStop(); }}>
            {t(stopping ? "stopping" : "stop")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** The step with the arguments that it was called with. */
function sent(step: ChainStep | undefined, call: Call | undefined): ChainStep | undefined {
  const values = call?.result?.arguments;
  return step && values ? { ...step, arguments: values } : step;
}

function stateOf(call: Call | undefined, running: boolean): string {
  if (!call) return "waiting";
  return call.result?.status ?? (running ? "running" : "unknown");
}

function Status({ call, status, labels }: {
  call?: Call;
  status: string;
  labels: Labels;
}) {
  const { t } = useSettings();
  const result = call?.result;
  return (
    <span className={`status ${status}`}>
      {t((status === "waiting" ? "waitingStep" : status) as Key)}
      {call && status !== "skipped" ? <Time call={call} /> : null}
      {result?.verified ? ` · ${t("verifiedStep")}` : ""}
      {result?.replaces ? <> · <Text>{t("replacedStep", { tool: labels.tools?.[result.tool] ?? result.tool })}</Text></> : null}
    </span>
  );
}

/** Seconds of a call by the service's clock, the same after a reload; counting while it runs. */
function Time({ call }: { call: Call }) {
  const [at, setAt] = useState(now);
  const over = call.ended !== undefined;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setAt(now()), 100);
    return () => clearInterval(timer);
  }, [over]);
  const seconds = Math.max(0, (call.ended ?? at) - call.began) / 1000;
  return <time> · {seconds < 0.1 ? "<0.1" : seconds.toFixed(1)} s</time>;
}

function Output({ call }: { call: Call }) {
  const { t } = useSettings();
  const result = call.result;
  if (!result) return null;
  return (
    <>
      {result.failure ? (
        <p className="error"><Text>{`${result.failure.code ?? result.failure.kind}: ${result.failure.message}`}</Text></p>
      ) : null}
      {result.troubleshooting ? (
        <p className="note">{t("troubleshooting")}: <Text>{result.troubleshooting}</Text></p>
      ) : null}
      <pre tabIndex={0}>{visible(JSON.stringify(result.output, null, 2) ?? "")}</pre>
    </>
  );
}
