import { Button, Input } from "antd";
import { type KeyboardEvent, useId, useState } from "react";
import { plain, visible } from "../text/visible";
import type { Json } from "../wire/types";
import { withTyped } from "./values";
import { Words } from "./Words";
import type { FormField, Option } from "./wire";
import { named, useWords } from "./words";

/** The box for a field's new value: Enter saves, Escape leaves it as it was. */
export function FieldEditor({ field, name, options, busy, onSave, onCancel }: {
  field: FormField;
  name: string;
  options: Option[] | undefined;
  busy: boolean;
  onSave: (draft: Json) => void;
  onCancel: () => void;
}) {
  const t = useWords();
  const [draft, setDraft] = useState<Json>(field.value);
  const [typed, setTyped] = useState("");
  // What is typed and not added is meant, too.
  const whole = () => (Array.isArray(draft) && typed.trim() ? withTyped(draft.map(plain), typed, options) : draft);
  const hint = named(t, "wsHint_", field.name);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form className="fieldeditor" onKeyDown={keys} onSubmit={(event) => { event.preventDefault(); onSave(whole()); }}>
      {field.shape === "words" || field.shape === "pairs" ? (
        <Words
          label={t("wsAddTo", { name })}
          options={options}
          value={Array.isArray(draft) ? draft.map(plain) : []}
          typed={typed}
          onTyped={setTyped}
          onChange={setDraft}
        />
      ) : <Box field={field} label={t("wsNewOf", { name })} options={options} draft={draft} onChange={setDraft} />}
      {field.shape === "pairs" ? <small>{t("wsPairsHint")}</small> : null}
      {hint === field.name ? null : <small>{hint}</small>}
      <div className="buttons small">
        <Button htmlType="submit" type="primary" size="small" disabled={busy}>{t("wsSave")}</Button>
        <Button size="small" onClick={onCancel}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

function Box({ field, label, options, draft, onChange }: {
  field: FormField;
  label: string;
  options: Option[] | undefined;
  draft: Json;
  onChange: (value: Json) => void;
}) {
  const t = useWords();
  const list = useId();
  const shared = { "aria-label": label, autoFocus: true };
  const text = draft === null ? "" : plain(draft);
  if (field.shape === "flag") {
    return (
      <select {...shared} value={String(draft)} onChange={(event) => onChange(event.target.value === "true")}>
        <option value="true">{t("wsYes")}</option>
        <option value="false">{t("wsNo")}</option>
      </select>
    );
  }
  if (field.shape === "choice") {
    return (
      <select {...shared} value={text} onChange={(event) => onChange(event.target.value)}>
        {(options ?? []).map((one) => <option key={one.value} value={one.value}>{visible(one.label)}</option>)}
      </select>
    );
  }
  if (field.name === "summary" || field.name === "troubleshooting") {
    return <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 8 }} value={text} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <>
      <Input {...shared} list={options ? list : undefined} value={text} onChange={(event) => onChange(event.target.value)} />
      {options ? <Known id={list} options={options} /> : null}
    </>
  );
}

export function Known({ id, options }: { id: string; options: Option[] }) {
  return (
    <datalist id={id}>
      {options.map((one) => <option key={one.value} value={one.value}>{visible(one.label)}</option>)}
    </datalist>
  );
}
