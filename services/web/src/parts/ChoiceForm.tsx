import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { plain, visible } from "../text/visible";
import type { Form, FormField, Json } from "../wire/types";

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
  const send = () => {
    setLate(true);
    if (lacking.length > 0) return;
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
          problem={form.problems[one.path] ?? (late && lacking.includes(one) ? t("fieldNeeded") : undefined)}
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
  const shared = {
    id,
    "aria-required": field.required,
    "aria-invalid": Boolean(problem),
    "aria-describedby": `${id}-note`,
  };
  return (
    <div className={`field${problem ? " wrong" : ""}`}>
      <label htmlFor={id}>
        {visible(field.label)}
        {field.required ? <span aria-hidden className="star">*</span> : null}
      </label>
      <div className="entry">
        {field.options.length > 0 ? (
          <select {...shared} value={value} onChange={(event) => onChange(event.target.value)}>
            {field.required && value ? null : <option value="">–</option>}
            {field.options.map((one) => (
              <option key={plain(one.value)} value={plain(one.value)}>{visible(one.label)}</option>
            ))}
          </select>
        ) : (
          <Input
            {...shared}
            value={value}
            inputMode={field.type === "integer" || field.type === "number" ? "decimal" : undefined}
            suffix={field.unit ?? undefined}
            status={problem ? "error" : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
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
