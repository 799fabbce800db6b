import { ThoughtChain, type ThoughtChainItemType } from "@ant-design/x";
import { Button } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import { useShown } from "../state/shown";
import type { Key } from "../text/messages";
import { Text, visible } from "../text/visible";
import { now } from "../wire/api";
import { apart, type Group, groupsOf } from "../wire/groups";
import type { Call, Run } from "../wire/run";
import type { ChainStep, Labels } from "../wire/types";
import { Apart } from "./Apart";
import { Arguments } from "./Arguments";
import { Card, Fold } from "./Card";
import type { RunRow } from "./graph/RunGraph";
import { Progress } from "./Progress";
import { Views } from "./Views";

const RunGraph = lazy(() => import("./graph/RunGraph"));

const STATUS: Record<string, "loading" | "success" | "error" | "abort" | undefined> = {
  running: "loading", done: "success", failed: "error", unknown: "error", skipped: "abort", stopped: "abort",
};

/** Milliseconds behind a press in which another one is of the same double click. */
const MEANT = 1500;

/** The chain as it runs: each call with its time, and what it took and gave, folded; many calls of
 * one tool as one row with how far they have come. */
export function Execution({ run, environment, onStop }: {
  run: Run;
  environment: string;
  onStop?: () => void;
}) {
  const { t } = useSettings();
  const [asGraph, showGraph] = useShown("steps");
  const chain = run.plan?.chain ?? run.result?.chain ?? [];
  const known = chain.length > 0 ? chain : run.calls.map(bare);
  const rows = rowsOf(run, chain, groupsOf(known));
  const drawable = chain.length > 0 && rows.length > 1;
  return (
    <Card
      name="execution"
      title={t("execution")}
      aside={t("planCount", { environment, count: known.length })}
      tools={drawable ? <Views graph={asGraph} text="viewList" onChoose={showGraph} /> : undefined}
    >
      {drawable && asGraph ? (
        <Suspense fallback={<p className="aside">{t("loading")}</p>}>
          <RunGraph rows={rows} labels={run.labels} />
        </Suspense>
      ) : <ThoughtChain items={rows.map(itemOf)} />}
      {onStop ? (
        <div className="buttons">
          {run.stopping ? <Stopping onCut={onStop} /> : <Button danger onClick={onStop}>{t("stop")}</Button>}
        </div>
      ) : null}
    </Card>
  );
}

/** The rows of the list, which are the nodes of the graph, too. */
function rowsOf(run: Run, chain: readonly ChainStep[], groups: readonly Group[]): RunRow[] {
  const running = run.state === "running";
  const stopped = run.stopping || run.result?.status === "cancelled";
  const calls = new Map(run.calls.map((call) => [call.step, call]));
  const state = (step: string) => stateOf(calls.get(step), running, stopped);
  return groups.map((group) => {
    const [first] = group.steps;
    const title = run.plan?.steps.find((one) => one.step === first?.step)?.title ?? run.labels.tools?.[group.tool] ?? group.tool;
    const own = apart(group.steps, chain, run.labels.fields?.[group.tool]);
    const shared = { group, title, own, count: group.steps.length };
    if (first && group.steps.length === 1) {
      const call = calls.get(first.step);
      const status = state(first.step);
      return {
        ...shared,
        state: status,
        told: <Status call={call} status={status} labels={run.labels} />,
        description: <Status call={call} status={status} labels={run.labels} />,
        content: (open) => <Details step={first} call={call} run={run} chain={chain} open={open} />,
      };
    }
    const made = group.steps.flatMap((one) => calls.get(one.step) ?? []);
    const over = made.length === group.steps.length && made.every((call) => call.ended !== undefined);
    return {
      ...shared,
      state: statusOf(group.steps.map((one) => state(one.step))),
      told: <Share calls={made} total={group.steps.length} />,
      description: <Progress calls={made} total={group.steps.length} running={running && !over} />,
      content: (open) => <Many group={group} calls={calls} state={state} run={run} chain={chain} open={open} />,
    };
  });
}

function itemOf({ group, title, own, count, state, description, content }: RunRow): ThoughtChainItemType {
  return {
    key: group.key,
    title: <><Text>{title}</Text>{count > 1 ? ` × ${count}` : ""}<Apart values={own} /></>,
    status: STATUS[state],
    description,
    content: content(false),
  };
}

/** Of many calls, how many are over. */
function Share({ calls, total }: { calls: readonly Call[]; total: number }) {
  const { t } = useSettings();
  const ended = calls.filter((call) => call.ended !== undefined && call.result?.status !== "skipped");
  const failed = ended.filter((call) => call.result?.status !== "done").length;
  return (
    <span className={`status ${failed > 0 ? "failed" : ""}`}>
      {t("progressOf", { done: ended.length - failed, total })}
      {failed > 0 ? ` · ${t("progressFailed", { count: failed })}` : ""}
    </span>
  );
}

/** Calls under way are waited for; cutting them off is offered once a second press of the same button
 * is meant. */
function Stopping({ onCut }: { onCut: () => void }) {
  const { t } = useSettings();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MEANT);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <span className="note" role="status">{t("stopping")}</span>
      {late ? <Button danger onClick={onCut}>{t("stopNow")}</Button> : null}
    </>
  );
}

/** Each call of many by its number, with what it came to; opened by a click. */
function Many({ group, calls, state, run, chain, open }: {
  group: Group;
  calls: ReadonlyMap<string, Call>;
  state: (step: string) => string;
  run: Run;
  chain: readonly ChainStep[];
  open?: boolean;
}) {
  const { t } = useSettings();
  const [only, setOnly] = useState<string>();
  const alone = group.steps.find((one) => one.step === only);
  return (
    <Fold title={t("eachCall", { count: group.steps.length })} open={open}>
      <ul className="cells">
        {group.steps.map((one, number) => (
          <li key={one.step}>
            <button
              type="button"
              className={`cell ${state(one.step)}`}
              aria-expanded={one.step === only}
              title={apart([one], chain, run.labels.fields?.[one.tool]).map(visible).join(t("comma"))}
              aria-label={`${number + 1}: ${t(wordOf(state(one.step)))}`}
              onClick={() => setOnly(one.step === only ? undefined : one.step)}
            >
              {number + 1}
            </button>
          </li>
        ))}
      </ul>
      {alone ? (
        <div className="alone" data-step={alone.step}>
          <Status call={calls.get(alone.step)} status={state(alone.step)} labels={run.labels} />
          <Details step={alone} call={calls.get(alone.step)} run={run} chain={chain} open />
        </div>
      ) : null}
    </Fold>
  );
}

function Details({ step, call, run, chain, open }: {
  step: ChainStep;
  call?: Call;
  run: Run;
  chain: readonly ChainStep[];
  open?: boolean;
}) {
  const { t } = useSettings();
  return (
    <Fold title={t(call?.result ? "result" : "input")} open={open}>
      <Arguments
        step={sent(step, call)}
        fields={run.labels.fields?.[step.tool]}
        number={(name) => chain.findIndex((one) => one.step === name) + 1}
      />
      {call?.result ? <Output call={call} /> : null}
    </Fold>
  );
}

/** What is known of a call that no plan told of. */
function bare(call: Call): ChainStep {
  return { step: call.step, tool: call.tool, arguments: {}, bindings: {}, status: "", output: null };
}

/** Of many: what is worst, or still to come. */
function statusOf(states: string[]): string {
  const order = ["running", "unknown", "failed", "waiting", "stopped", "skipped"];
  return order.find((one) => states.includes(one)) ?? "done";
}

/** The step with the arguments that it was called with. */
function sent(step: ChainStep, call: Call | undefined): ChainStep {
  const values = call?.result?.arguments;
  return values ? { ...step, arguments: values } : step;
}

function stateOf(call: Call | undefined, running: boolean, stopped: boolean | undefined): string {
  if (!call) return "waiting";
  const status = call.result?.status ?? (running ? "running" : "unknown");
  return status === "skipped" && stopped ? "stopped" : status;
}

const WORDS: Record<string, Key> = { waiting: "waitingStep", stopped: "stoppedStep" };

function wordOf(state: string): Key {
  return WORDS[state] ?? (state as Key);
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
      {t(wordOf(status))}
      {call && status !== "skipped" && status !== "stopped" ? <Time call={call} /> : null}
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
