import { Prompts } from "@ant-design/x";
import { Button, Input } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import { plain, Text, visible } from "../text/visible";
import type { Run } from "../wire/run";
import type { Choice, Chosen, FormField, Json } from "../wire/types";
import { Card, Fold } from "./Card";
import { ChoiceForm } from "./ChoiceForm";

export interface ChoiceActions {
  onChoose: (text: string, choice: Chosen) => void;
}

/** What a sentence that is not wholly clear can mean: readings first, then tools, then a search. */
export function Choices({ run, open, actions }: { run: Run; open: boolean; actions: ChoiceActions }) {
  const { t } = useSettings();
  const { choices = [], form } = run.result ?? {};
  const text = run.interrupt?.message ?? run.said ?? "";
  const pick = (one: Choice, more: Partial<Chosen> = {}) =>
    actions.onChoose(wordsOf(one, more), { id: one.id, ...more });
  const readings = choices.filter((one) => one.kind === "reading");
  const tools = choices.filter((one) => one.kind === "tool");
  const places = choices.filter((one) => one.kind === "environment");
  const values = choices.filter((one) => one.kind === "value");
  const others = [...readings, ...tools].filter((one) => one.id !== form?.choice);
  const search = choices.find((one) => one.kind === "search");
  return (
    <Card name={readings.length + tools.length > 0 ? "choices" : "question"} title={t("question")} tone={open ? "asks" : undefined}>
      <p className="answer"><Text>{text}</Text></p>
      {form && open ? (
        <>
          <ChoiceForm
            key={run.key}
            form={form}
            submit={t("formSubmit")}
            onSubmit={(values, remembered) => actions.onChoose(form.title, { id: form.choice, values, remembered, form: false })}
          />
          {others.length > 0 ? (
            <Fold title={t("choiceOthers")}>
              <Group title={t("choiceReadings")} all={readings} onPick={pick} />
              <Group title={t("choiceToolsInstead")} all={tools} onPick={pick} />
            </Fold>
          ) : null}
        </>
      ) : null}
      {!form && open ? (
        <>
          <Group title={t("choiceReadings")} all={readings} onPick={pick} onEdit={(one) => pick(one, { form: true })} />
          <Group title={t("choiceEnvironments")} all={places} onPick={pick} row />
          <Group title={t(readings.length > 0 ? "choiceToolsInstead" : "choiceTools")} all={tools} onPick={pick} />
          {values[0] ? <Gaps first={values[0]} all={values} onPick={pick} /> : null}
          {search ? <Search choice={search} onPick={pick} /> : null}
        </>
      ) : null}
    </Card>
  );
}

/** One field for each thing that the sentence lacks; all of them are sent at once. */
function Gaps({ first, all, onPick }: {
  first: Choice;
  all: Choice[];
  onPick: (one: Choice, more: Partial<Chosen>) => void;
}) {
  const { t, language } = useSettings();
  const fields = all.flatMap((one) => one.field ?? []);
  const words = (values: Record<string, Json>) => fields
    .filter(({ path }) => plain(values[path] ?? "") !== "")
    .map((one) => t("fieldSaid", { label: one.label, value: said(one, plain(values[one.path] ?? "")) }))
    .join(language === "zh" ? "，" : ", ");
  return (
    <ChoiceForm
      form={{ choice: first.id, title: t("question"), fields, problems: {} }}
      submit={t("apply")}
      onSubmit={(values, remembered) => onPick({ ...first, title: words(values) }, { values, remembered })}
    />
  );
}

/** A value as its person has typed it: by its label, else with the field's unit. */
function said(field: FormField, value: string): string {
  const label = field.options?.find((one) => plain(one.value) === value)?.label;
  return label ?? (field.unit ? `${value} ${field.unit}` : value);
}

/** What the user says by choosing it. */
function wordsOf(one: Choice, more: Partial<Chosen>): string {
  const query = more.values?.query;
  return (typeof query === "string" && query) || one.title || one.text;
}

function Group({ title, all, row, onPick, onEdit }: {
  title: string;
  all: Choice[];
  row?: boolean;
  onPick: (one: Choice) => void;
  onEdit?: (one: Choice) => void;
}) {
  const { t } = useSettings();
  if (all.length === 0) return null;
  return (
    <div className={`choices${row ? " row" : ""}`} role="group" aria-label={title}>
      <Prompts
        title={title}
        vertical={!row}
        wrap={row}
        items={all.map((one) => ({
          key: one.id,
          label: (
            <div className="choice">
              <button
                type="button"
                className={`bare${onEdit && all.length === 1 ? " meant" : ""}`}
                dir="auto"
                onClick={(event) => { event.stopPropagation(); onPick(one); }}
              >
                {one.kind === "tool" ? <Tool one={one} /> : visible(one.text)}
              </button>
              {one.chosen_before ? <span className="tag">{t("chosenBefore")}</span> : null}
              {onEdit ? (
                <button
                  type="button"
                  className="link"
                  aria-label={t("choiceEditOf", { name: visible(one.text) })}
                  onClick={(event) => { event.stopPropagation(); onEdit(one); }}
                >
                  {t("edit")}
                </button>
              ) : null}
            </div>
          ),
        }))}
        onItemClick={({ data }) => {
          const one = all.find(({ id }) => id === data.key);
          if (one) onPick(one);
        }}
      />
    </div>
  );
}

/** Title, what it does, what it needs. */
function Tool({ one }: { one: Choice }) {
  const { t, language } = useSettings();
  const title = one.title || one.text;
  const needs = one.needs.join(language === "zh" ? "、" : ", ");
  return (
    <>
      <span><Text>{title}</Text></span>
      {one.about && one.about !== title ? <small><Text>{one.about}</Text></small> : null}
      {needs ? <small>{t("choiceNeeds", { needs: visible(needs) })}</small> : null}
    </>
  );
}

function Search({ choice, onPick }: { choice: Choice; onPick: (one: Choice, more: Partial<Chosen>) => void }) {
  const { t } = useSettings();
  const [query, setQuery] = useState("");
  return (
    <form
      className="search"
      role="search"
      onSubmit={(event) => { event.preventDefault(); onPick(choice, { values: { query } }); }}
    >
      <label>
        <span>{visible(choice.text)}</span>
        <Input
          value={query}
          placeholder={choice.field?.label}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <Button htmlType="submit">{t("findTool")}</Button>
    </form>
  );
}
