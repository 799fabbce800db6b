/** A run as a file: what was asked for, what was called for it, and what came of it. */
import type { Run } from "./run";
import type { ChainStep, Thing } from "./types";

/** `user`: who has logged in; nobody but them sees their runs. Secrets are masked by the service
 * before it tells or stores anything. */
export function recordOf(run: Run, user: string | undefined, data: Thing[]) {
  return {
    request: {
      run_id: run.id ?? null,
      text: run.intent?.text || run.text,
      environment: run.intent?.environment ?? null,
      at: run.began ? new Date(run.began).toISOString() : null,
      user: user ?? null,
    },
    status: run.result?.status ?? run.state,
    calls: (run.result?.chain ?? []).map((step) => callOf(run, step)),
    data,
  };
}

function callOf(run: Run, { step, tool, arguments: values, bindings, status, output }: ChainStep) {
  const failure = run.calls.find((one) => one.step === step)?.result?.failure ?? null;
  return { step, tool, arguments: values, provenance: bindings, status, output, failure };
}
