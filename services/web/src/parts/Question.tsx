import { Prompts } from "@ant-design/x";
import { Button } from "antd";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import type { Run } from "../wire/run";
import type { Environment } from "../wire/types";
import { Card } from "./Card";

const QUOTED = /[「“]([^「」“”]{4,})[」”]\s*$/;

/** What the service asks, and whole sentences that would answer it. */
export function Question({ run, environments, onPick, onYes, onNo }: {
  run: Run;
  environments: Environment[];
  onPick: (text: string) => void;
  onYes: () => void;
  onNo: () => void;
}) {
  const { t, language } = useSettings();
  const question = run.interrupt?.message ?? run.said ?? "";
  const found = suggestions(run, question, environments, run.intent?.language ?? language);
  const consent = run.interrupt?.reason === "approval";
  return (
    <Card name="question" title={t(consent ? "approval" : "question")} tone="asks">
      <p className="answer"><Text>{question}</Text></p>
      {found.length > 0 ? (
        <Prompts
          title={t("suggestions")}
          wrap
          items={found.map((text) => ({
            key: text,
            label: <button type="button" className="bare" dir="auto">{visible(text)}</button>,
          }))}
          onItemClick={({ data }) => onPick(data.key)}
        />
      ) : null}
      {consent ? (
        <div className="buttons">
          <Button type="primary" onClick={onYes}>{t("run")}</Button>
          <Button onClick={onNo}>{t("decline")}</Button>
        </div>
      ) : null}
    </Card>
  );
}

/** The sentence that the question proposes; for a missing environment, one for each there is. */
function suggestions(
  run: Run, question: string, environments: Environment[], language: "zh" | "en",
): string[] {
  const proposed = QUOTED.exec(question.trim())?.[1];
  const blocking = run.intent?.missing.filter((one) => one.blocking) ?? [];
  if (proposed && blocking.length === 1 && blocking[0]?.name === "environment") {
    const label = environments.map((one) => one.label[language]);
    const named = label.find((one) => proposed.endsWith(one));
    if (named) return label.map((one) => proposed.slice(0, -named.length) + one);
  }
  return proposed ? [proposed] : [];
}
