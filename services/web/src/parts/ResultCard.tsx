import { Button } from "antd";
import { useState } from "react";
import { useOwnWords } from "../owner/words";
import { saidAgain } from "../state/saidAgain";
import { useSettings } from "../state/settings";
import { useCommand } from "../state/useScreens";
import type { Key } from "../text/messages";
import { en, zh } from "../text/pageCalls";
import { Text, visible } from "../text/visible";
import { againOf, isTalk, type Run } from "../wire/run";
import type { Left, Thing } from "../wire/types";
import { Card, Fold } from "./Card";
import { CaseOfRun } from "./CaseOfRun";
import { Copy } from "./Copy";
import { ModelUse } from "./ModelUse";
import { Things } from "./Things";

const SIGN: Record<string, string> = {
  confirmed: "✓", reported: "○", unverified: "?", contradicted: "✗",
};

export interface ResultActions {
  /** Says once more what the run was asked for. */
  onAgain: (run: Run) => void;
  /** Puts that into the message box. */
  onChange: (run: Run) => void;
  onUndo: (run: string) => void;
  /** Has made what the run has left. */
  onFinish: (run: Run) => void;
  onFindOut: (run: Run) => Promise<void>;
  /** Keeps what the run did among the user's requests. */
  onKeep: (run: Run) => void;
}

/** How a run ended: the answer, the data, each requirement with its verdict, and what next. */
export function ResultCard({ run, before, left, actions }: {
  run: Run;
  /** What the run had made whose rest this one did. */
  before?: Thing[];
  left?: Left;
  actions: ResultActions;
}) {
  const { t } = useSettings();
  const status = run.state === "broken" ? "broken" : (run.result?.status ?? "cancelled");
  const summary = run.result?.summary ?? run.summary;
  const open = summary?.requirements.filter((one) => one.verdict === "unverified").length ?? 0;
  const talk = isTalk(run);
  const good = status === "succeeded" && open === 0 && !talk;
  const bad = status === "failed" || status === "unknown" || status === "broken";
  const things = summary?.data ?? [];
  const whole = run.error ?? run.said ?? summary?.text ?? "";
  const text = things.length > 0 && !run.error ? (summary?.lead || whole) : whole;
  const sign = good ? "✓" : bad ? "!" : "–";
  const named = talk ? t("answered") : status === "succeeded" && open > 0 ? t("succeededOpen", { count: open })
    : status === "cancelled" && run.calls.length > 0 ? t("runStopped") : t(status as Key);
  const undone = left?.undone ?? false;
  const own = useOwnWords({ zh, en });
  return (
    <Card
      name="result"
      title={talk ? named : <><span aria-hidden>{sign}</span> {named}</>}
      aside={undone || left?.partly ? <span className="tag">{t(undone ? "undone" : "undonePartly")}</span> : undefined}
      tone={undone || left?.partly ? undefined : good ? "good" : bad ? "bad" : undefined}
    >
      <p className="answer"><Text>{text}</Text></p>
      {summary && things.length > 0 ? <Things summary={summary} before={before} run={run} /> : null}
      {summary && summary.requirements.length > 0 ? (
        <Fold title={run.pageCall ? own("pageSaid") : t(status === "partial" ? "requirementsPartly" : "requirementsCount", verdicts(summary.requirements))} name="requirements" open={!good || summary.requirements.length < 8}>
          <ul className="requirements" aria-label={t("requirements")}>
            {summary.requirements.map((one, number) => (
              <li key={number} className={one.verdict}>
                <span aria-hidden>{SIGN[one.verdict]}</span>
                <Text>{one.text}</Text> <small>{run.pageCall ? own("pageReported") : t(one.verdict as Key)}</small>
              </li>
            ))}
          </ul>
        </Fold>
      ) : null}
      {things.length > 0 ? (
        <Fold title={t("attributes")}>
          <pre tabIndex={0}>{visible(JSON.stringify(things.map(({ entity, id, attributes }) => ({ entity, id, attributes })), null, 2))}</pre>
        </Fold>
      ) : null}
      <ModelUse run={run} />
      <Next run={run} left={left} actions={actions} />
    </Card>
  );
}

function verdicts(all: { verdict: string }[]): { all: number; confirmed: number } {
  return { all: all.length, confirmed: all.filter((one) => one.verdict === "confirmed").length };
}

function Next({ run, left, actions }: { run: Run; left?: Left; actions: ResultActions }) {
  const { t } = useSettings();
  return (
    <div className="buttons small">
      {run.result?.status === "unknown" && !run.pageCall ? <FindOut onClick={() => actions.onFindOut(run)} /> : null}
      {left && left.rest > 0 ? (
        <Button size="small" type="primary" onClick={() => actions.onFinish(run)}>
          {t(left.alike ? "finishRest" : "finishSteps", { count: left.rest })}
        </Button>
      ) : null}
      {run.pressed ? null : <Repeat run={run} actions={actions} />}
      {run.id && run.result && !run.pageCall ? <CaseOfRun run={run.id} /> : null}
      {left?.undoable && run.id ? (
        <Button size="small" danger onClick={() => actions.onUndo(run.id ?? "")}>{t(left.stays.length > 0 ? "undoPart" : "undo")}</Button>
      ) : null}
      {left && left.stays.length > 0 ? (
        <Fold title={t(left.undoable || left.partly ? "undoStays" : "notUndoable")} name="stays">
          <ul className="aside">{left.stays.map((one) => <li key={one}><Text>{one}</Text></li>)}</ul>
        </Fold>
      ) : null}
    </div>
  );
}

/** What was said once more: as it was, changed, kept; what a button did is said nowhere. */
function Repeat({ run, actions }: { run: Run; actions: ResultActions }) {
  const { t } = useSettings();
  const command = useCommand();
  const again = againOf(run);
  const line = async () => {
    const { text, environment } = await saidAgain(run);
    return [command, "ask", ...(environment ? ["--env", environment] : []), quoted(text)].join(" ");
  };
  return (
    <>
      {again && run.attachments.every((one) => one.text !== undefined) ? (
        <Button size="small" onClick={() => actions.onAgain(run)}>{t(again)}</Button>
      ) : null}
      <Button size="small" onClick={() => actions.onChange(run)}>{t("change")}</Button>
      <Button size="small" onClick={() => actions.onKeep(run)}>{t("keepIt")}</Button>
      {run.pageCall ? null : <Copy text={line} label={t("commandLine")} />}
    </>
  );
}

/** Looks what became of calls whose answers were lost; nothing is called a second time. */
function FindOut({ onClick }: { onClick: () => Promise<void> }) {
  const { t } = useSettings();
  const [looking, setLooking] = useState(false);
  const look = () => {
    setLooking(true);
    void onClick().finally(() => setLooking(false));
  };
  return <Button size="small" type="primary" loading={looking} onClick={look}>{t("findOut")}</Button>;
}

/** The sentence as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
