import { Bubble } from "@ant-design/x";
import { memo } from "react";
import { useSettings } from "../state/settings";
import type { Waits } from "../state/useScheduled";
import { typedIn } from "../state/typed";
import type { TurnView } from "../state/useChat";
import type { Key } from "../text/messages";
import { Text, visible } from "../text/visible";
import type { Run } from "../wire/run";
import type { PageDone } from "../wire/stream";
import type { Favourite } from "../wire/favourites";
import type { Environment, Left, Payload, Span } from "../wire/types";
import { placeOf } from "./Composer";
import { Choices, type ChoiceActions } from "./Choices";
import { Candidates } from "./Candidates";
import { Execution } from "./Execution";
import { HandOver } from "./HandOver";
import { IntentCard } from "./IntentCard";
import { PageCallCard } from "./PageCallCard";
import { PlanCard } from "./PlanCard";
import { Question } from "./Question";
import { WaitingCard } from "./Waiting";
import { ResultCard, type ResultActions } from "./ResultCard";

export interface TurnActions extends ResultActions, ChoiceActions {
  onReply: (run: Run, payload: Payload) => void;
  onCancel: (run: Run) => void;
  onTyping: (run: Run, changes: Payload | undefined) => void;
  onPageDone: (run: Run, done: PageDone) => void;
  onStop: (run: Run) => void;
  onPick: (text: string) => void;
  onUse: (one: Favourite) => void;
  onCorrect: (text: string, span: Span) => void;
}

interface Props {
  waits: Waits;
  turn: TurnView;
  last: boolean;
  environments: Environment[];
  /** What its run left behind. */
  left?: Left;
  actions: TurnActions;
}

const PRESSED = { undo: "pressedUndo", cancel: "pressedCancel", finish: "pressedFinish" } as const;

/** One message and everything that came of it. */
export default memo(function Turn({ turn, last, environments, left, waits, actions }: Props) {
  const { t } = useSettings();
  const { run } = turn;
  const named = run.intent?.environment ?? "";
  const environment = run.labels.environments?.[named] ?? named;
  const asks = run.state === "waiting" && last;
  const executing = run.calls.length > 0;
  const replaced = run.state === "waiting" && !last && run.interrupt?.reason === "approval";
  return (
    <article
      className="turn"
      aria-label={visible(turn.about ?? run.text).slice(0, 80)}
      aria-busy={run.state === "running"}
      data-environment={placeOf(environments, named)}
    >
      {run.pressed ? (
        <p className="pressed">{t(PRESSED[run.pressed.what], { text: turn.about ?? (run.pressed.what === "undo" ? takenBack(run) : run.text) })}</p>
      ) : <Bubble placement="end" content={visible(run.text)} className="mine" />}
      {run.attachments.length > 0 ? (
        <p className="attached end">
          {run.attachments.map(({ name }) => <span key={name} className="chip still"><Text>{name}</Text></span>)}
        </p>
      ) : null}
      {run.intent && run.intent.goals.length > 0 ? (
        <IntentCard intent={run.intent} labels={run.labels} environment={environment} pressed={run.pressed !== undefined} onCorrect={actions.onCorrect} />
      ) : null}
      {run.candidates && run.candidates.length > 0 ? <Candidates found={run.candidates} labels={run.labels} /> : null}
      {run.plan && !executing ? (
        <PlanCard
          plan={run.plan}
          labels={run.labels}
          environment={environment}
          question={run.interrupt?.message ?? undefined}
          rejected={turn.rejected}
          over={turn.over}
          onRun={asks && !turn.over && run.interrupt?.reason === "approval"
            ? (payload) => actions.onReply(run, payload) : undefined}
          typed={typedIn(run.id)}
          onTyping={(changes) => actions.onTyping(run, changes)}
          onCancel={() => actions.onCancel(run)}
          later={run.pressed?.what === "undo" ? undefined : run.id}
          due={run.result?.later ?? undefined}
          agreed={replaced && turn.then === "agreed"}
          onAgain={turn.over || (replaced && turn.then === "left") ? () => actions.onAgain(run) : undefined}
        />
      ) : null}
      {run.pageCall ? (
        <PageCallCard call={run.pageCall} run={run} active={asks} then={turn.then} rejected={turn.rejected} onDone={(done) => actions.onPageDone(run, done)} />
      ) : null}
      {executing ? (
        <Execution
          run={run}
          environment={environment}
          onStop={run.state === "running" ? () => actions.onStop(run) : undefined}
        />
      ) : null}
      {run.state === "scheduled" && run.id ? <WaitingCard run={run.id} waits={waits} /> : null}
      <End turn={turn} asks={asks} last={last} environments={environments} left={left} actions={actions} />
      {run.id && run.state !== "running" ? <HandOver run={run.id} last={last} /> : null}
      <Progress run={run} />
    </article>
  );
});

/** What a run takes back of another conversation: the things, by kind and id. */
function takenBack(run: Run): string {
  return [...new Set((run.intent?.goals ?? []).map((goal) => goal.object.words))].join(", ");
}

/** What stands at the end of a turn: the result, or what is still to be said. */
function End({ turn, asks, last, environments, left, actions }: {
  turn: TurnView;
  asks: boolean;
  last: boolean;
  environments: Environment[];
  left?: Left;
  actions: TurnActions;
}) {
  const { run } = turn;
  if (run.state === "running" || run.state === "scheduled") return null;
  const choices = (run.result?.choices?.length ?? 0) > 0;
  if (run.state !== "waiting") {
    return (
      <>
        <ResultCard run={run} before={turn.before} left={left} actions={actions} />
        {choices && last ? <Choices run={run} open actions={actions} /> : null}
      </>
    );
  }
  if (run.pageCall || (run.interrupt?.reason === "approval" && run.plan)) return null;
  if (asks && choices) return <Choices run={run} open actions={actions} />;
  if (asks) {
    return (
      <Question
        run={run}
        environments={environments}
        onPick={actions.onPick}
        onYes={() => actions.onReply(run, { approved: true })}
        onNo={() => actions.onCancel(run)}
      />
    );
  }
  return <Bubble content={visible(run.interrupt?.message ?? run.said ?? "")} variant="outlined" />;
}

function Progress({ run }: { run: Run }) {
  const { t } = useSettings();
  const running = run.state === "running";
  const stage = run.stage ? (`stage_${run.stage}` as Key) : "sending";
  return (
    <p className="progress" role="status">
      {run.offline && running ? t("offline") : running ? t(stage) : ""}
    </p>
  );
}
