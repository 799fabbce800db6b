import { Button } from "antd";
import { useId, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { plain, visible } from "../text/visible";
import { problemOf } from "../wire/fields";
import type { Form, FormField, Json, Suggestion } from "../wire/types";
import { Suggestions } from "./Suggestions";
import { ValueInput } from "./ValueInput";

type Values = Record<string, Json>;

/** A reading as fields: what the sentence said is there already, the rest is asked for. */
export function ChoiceForm({ form, submit, onSubmit }: {
  form: Form;
  submit: string;
  /** `remembered`: path → entry of memory from which the value was chosen. */
  onSubmit: (values: Values, remembered: Record<string, string>) => void;
}) {
  const { t } = useSettings();
  const [taken, setTaken] = useState<Record<string, Suggestion>>({});
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(form.fields.map((one) => [one.path, begun(one)])),
  );
  const [late, setLate] = useState(false);
  const lacking = form.fields.filter((one) => one.required && !values[one.path]?.trim());
  const place = form.fields.some((one) => one.path === "environment") ? (values.environment ?? "") : undefined;
  const write = (path: string, value: string) => setValues((held) => ({ ...held, [path]: value }));
  const problem = (one: FormField) => {
    const found = problemOf(one, values[one.path] ?? "");
    if (found) return t(found.key, found.values);
    // What the service said of a value is said of no other.
    const refused = values[one.path] === begun(one) ? form.problems[one.path] : undefined;
    return refused ?? (late && lacking.includes(one) ? t("fieldNeeded") : undefined);
  };
  const send = () => {
    setLate(true);
    if (lacking.length > 0 || form.fields.some((one) => problemOf(one, values[one.path] ?? ""))) return;
    const kept = Object.entries(taken).filter(([path, one]) => values[path] === plain(one.value));
    onSubmit(changed(form, values), Object.fromEntries(kept.map(([path, one]) => [path, one.memory])));
  };
  return (
    <form
      className="fields"
      noValidate
      aria-label={visible(form.title)}
      onSubmit={(event) => { event.preventDefault(); send(); }}
    >
      {form.fields.map((one) => (
        <Field
          key={one.path}
          field={one}
          value={values[one.path] ?? ""}
          problem={problem(one)}
          place={place}
          taken={taken[one.path]}
          onChange={(value) => write(one.path, value)}
          onPick={(chosen) => {
            setTaken((held) => ({ ...held, [one.path]: chosen }));
            write(one.path, plain(chosen.value));
          }}
        />
      ))}
      <div className="buttons"><Button type="primary" htmlType="submit">{submit}</Button></div>
    </form>
  );
}

function Field({ field, value, problem, place, taken, onChange, onPick }: {
  field: FormField;
  value: string;
  problem?: string;
  /** The environment that is chosen in the form; undefined where the form does not ask for it. */
  place: string | undefined;
  /** What was chosen from memory. */
  taken?: Suggestion;
  onChange: (value: string) => void;
  onPick: (one: Suggestion) => void;
}) {
  const { t } = useSettings();
  const id = useId();
  const same = value === begun(field);
  const remembered = taken !== undefined && value === plain(taken.value);
  const note = remembered ? t("fromMemory") : field.source !== "missing" && same
    ? t(field.source as Key)
    : !value && field.left_empty ? t(field.left_empty === "provided" ? "fieldProvided" : "fieldFree") : "";
  return (
    <div className={`field${problem ? " wrong" : ""}`}>
      <label htmlFor={id}>
        {visible(field.label)}
        {field.required ? <span aria-hidden className="star">*</span> : null}
      </label>
      <div className="entry">
        <ValueInput
          id={id}
          field={field}
          value={value}
          wrong={Boolean(problem)}
          empty={field.path === "environment" ? false : !(field.required && value)}
          aria-required={field.required}
          aria-describedby={`${id}-note`}
          onChange={onChange}
        />
      </div>
      <small id={`${id}-note`} className={problem ? "error" : ""}>{problem ?? note}</small>
      <Suggestions field={field} place={place} value={value} onPick={onPick} />
    </div>
  );
}

/** What stands in a field before anything is typed. */
function begun(field: FormField): string {
  return field.value === null ? "" : plain(field.value);
}

/** Only what was typed: what stands there from the sentence is known to the service. */
function changed(form: Form, values: Record<string, string>): Values {
  const told: Values = {};
  for (const one of form.fields) {
    const now = values[one.path]?.trim() ?? "";
    if (now !== begun(one) || one.path in form.problems) told[one.path] = now;
  }
  return told;
}
