import { Button } from "antd";
import { useId, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { plain, visible } from "../text/visible";
import { problemOf } from "../wire/fields";
import type { Form, FormField, Json } from "../wire/types";
import { ValueInput } from "./ValueInput";

type Values = Record<string, Json>;

/** A reading as fields: what the sentence said is there already, the rest is asked for. */
export function ChoiceForm({ form, submit, onSubmit }: {
  form: Form;
  submit: string;
  onSubmit: (values: Values) => void;
}) {
  const { t } = useSettings();
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(form.fields.map((one) => [one.path, one.value === null ? "" : plain(one.value)])),
  );
  const [late, setLate] = useState(false);
  const lacking = form.fields.filter((one) => one.required && !values[one.path]?.trim());
  const problem = (one: FormField) => {
    const found = problemOf(one, values[one.path] ?? "");
    if (found) return t(found.key, found.values);
    return form.problems[one.path] ?? (late && lacking.includes(one) ? t("fieldNeeded") : undefined);
  };
  const send = () => {
    setLate(true);
    if (lacking.length > 0 || form.fields.some((one) => problemOf(one, values[one.path] ?? ""))) return;
    onSubmit(changed(form, values));
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
          onChange={(value) => setValues((held) => ({ ...held, [one.path]: value }))}
        />
      ))}
      <div className="buttons"><Button type="primary" htmlType="submit">{submit}</Button></div>
    </form>
  );
}

function Field({ field, value, problem, onChange }: {
  field: FormField;
  value: string;
  problem?: string;
  onChange: (value: string) => void;
}) {
  const { t } = useSettings();
  const id = useId();
  const same = value === (field.value === null ? "" : plain(field.value));
  const note = field.source !== "missing" && same
    ? t(field.source as Key)
    : !value && !field.required ? t("fieldFree") : "";
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
    </div>
  );
}

/** Only what was typed: what stands there from the sentence is known to the service. */
function changed(form: Form, values: Record<string, string>): Values {
  const told: Values = {};
  for (const { path, value } of form.fields) {
    const now = values[path]?.trim() ?? "";
    if (now !== (value === null ? "" : plain(value)) || path in form.problems) told[path] = now;
  }
  return told;
}
