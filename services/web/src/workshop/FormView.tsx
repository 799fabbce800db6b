import { useState } from "react";
import { Text } from "../text/visible";
import { FieldRow } from "./FieldRow";
import { Limits } from "./SchemaRows";
import { isEmpty, isUnsure } from "./values";
import type { Form, FormField, FormPart } from "./wire";
import { useWords } from "./words";

/** How the tool was understood, field by field: who filled it, how surely, and corrections. */
export function FormView({ id, form, opened, reading, onChange }: {
  id: string;
  form: Form;
  /** Path of the field that is open at first. */
  opened: string;
  /** It is looked at by who decides about it. */
  reading?: boolean;
  onChange: () => void;
}) {
  const t = useWords();
  const [only, setOnly] = useState(false);
  const [said, setSaid] = useState("");
  const all = [...form.whole, ...[...form.needs, ...form.yields].flatMap((part) => part.fields)];
  const unsure = all.filter(isUnsure).length;
  const may = form.may.includes("edit");
  const wanted = (field: FormField) => !only || isUnsure(field);
  const row = (field: FormField) => (
    <FieldRow key={field.path} tool={id} field={field} options={form.options} may={may} open={may && field.path === opened}
      onDone={(text) => { setSaid(text); onChange(); }} />
  );
  const parts = (held: FormPart[]) => held
    .filter((part) => part.fields.some(wanted))
    .map((part) => {
      const shown = part.fields.filter(wanted);
      return <Part key={part.path} part={part} describes={shown.some((one) => one.name === "description")}>{shown.map(row)}</Part>;
    });
  return (
    <div className="form">
      <p className="aside">{t(reading ? "wsFormRead" : may ? "wsFormMore" : "wsMayNot")}</p>
      <label className="check">
        <input type="checkbox" checked={only} disabled={unsure === 0 && !only} onChange={(event) => setOnly(event.target.checked)} />
        {unsure > 0 || only ? t("wsUnsure", { count: unsure }) : t("wsAllSure")}
      </label>
      <p className="status" role="status"><Text>{said}</Text></p>
      <h3>{t("wsWhole")}</h3>
      <dl className="fieldrows">{form.whole.filter(wanted).map(row)}</dl>
      {form.states.length > 0 && !only ? (
        <>
          <h3>{t("wsStates")}</h3>
          <ul className="bullets">{form.states.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
        </>
      ) : null}
      <h3>{t("wsNeeds", { count: form.needs.length })}</h3>
      {form.needs.length === 0 ? <p className="aside">{t("wsNoNeeds")}</p> : parts(form.needs)}
      <h3>{t("wsYields", { count: form.yields.length })}</h3>
      {form.yields.length === 0 ? <p className="aside">{t("wsNoYields")}</p> : parts(form.yields)}
    </div>
  );
}

/** One argument or result: its path, what its author says, and what it was taken for. */
function Part({ part, describes, children }: {
  part: FormPart;
  /** Its description stands among the fields. */
  describes: boolean;
  children: React.ReactNode;
}) {
  return (
    <section className="part" aria-label={part.path}>
      <h4><code><Text>{part.path}</Text></code> <small>{part.type}</small></h4>
      {isEmpty(part.description) || describes ? null : <p className="aside"><Text>{part.description}</Text></p>}
      <Limits schema={part.declared} />
      <dl className="fieldrows small">{children}</dl>
    </section>
  );
}
