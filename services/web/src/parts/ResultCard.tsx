import { Button } from "antd";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text, visible } from "../text/visible";
import type { Run } from "../wire/run";
import { Card, Fold } from "./Card";
import { Copy } from "./Copy";
import { ModelUse } from "./ModelUse";

const SIGN: Record<string, string> = {
  confirmed: "✓", reported: "○", unverified: "?", contradicted: "✗",
};

export interface ResultActions {
  onAgain: (text: string, attachments: Run["attachments"]) => void;
  onChange: (text: string) => void;
  onUndo: (run: string) => void;
}

/** How a run ended: the answer, the data, each requirement with its verdict, and what next. */
export function ResultCard({ run, actions }: { run: Run; actions: ResultActions }) {
  const { t } = useSettings();
  const status = run.state === "broken" ? "broken" : (run.result?.status ?? "cancelled");
  const summary = run.result?.summary ?? run.summary;
  const good = status === "succeeded";
  const bad = status === "failed" || status === "unknown" || status === "broken";
  const wrote = run.calls.some((call) => call.result?.status === "done");
  const text = run.error ?? run.said ?? summary?.text ?? "";
  const data = summary?.data ?? [];
  const title = <><span aria-hidden>{good ? "✓" : bad ? "!" : "–"}</span> {t(status as Key)}</>;
  return (
    <Card name="result" title={title} tone={good ? "good" : bad ? "bad" : undefined}>
      <p className="answer"><Text>{text}</Text></p>
      {data.length > 0 ? (
        <ul className="entities" aria-label={t("entities")}>
          {data.map((item, number) => (
            <li key={number}>
              <Text>{run.labels.entities?.[item.entity] ?? item.entity}</Text>
              {item.id ? <><code><Text>{item.id}</Text></code><Copy text={item.id} /></> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {summary && summary.requirements.length > 0 ? (
        <ul className="requirements" aria-label={t("requirements")}>
          {summary.requirements.map((one, number) => (
            <li key={number} className={one.verdict}>
              <span aria-hidden>{SIGN[one.verdict]}</span>
              <Text>{one.text}</Text> <small>{t(one.verdict as Key)}</small>
            </li>
          ))}
        </ul>
      ) : null}
      {data.length > 0 ? (
        <Fold title={t("attributes")}>
          <pre tabIndex={0}>{visible(JSON.stringify(data, null, 2))}</pre>
        </Fold>
      ) : null}
      <ModelUse run={run} />
      <Next run={run} wrote={wrote} actions={actions} />
    </Card>
  );
}

function Next({ run, wrote, actions }: { run: Run; wrote: boolean; actions: ResultActions }) {
  const { t } = useSettings();
  const sentence = run.result?.intent?.text || run.intent?.text || run.text;
  return (
    <div className="buttons small">
      {run.attachments.every((one) => one.text !== undefined) ? (
        <Button size="small" onClick={() => actions.onAgain(sentence, run.attachments)}>{t("again")}</Button>
      ) : null}
      <Button size="small" onClick={() => actions.onChange(sentence)}>{t("change")}</Button>
      <Copy text={`zhizao ask ${quoted(sentence)}`} label={t("commandLine")} />
      {wrote && run.id ? (
        <Button size="small" onClick={() => actions.onUndo(run.id ?? "")}>{t("undo")}</Button>
      ) : null}
    </div>
  );
}

/** The sentence as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
