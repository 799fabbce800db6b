import { EditOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, useState } from "react";
import { Text } from "../text/visible";
import type { Json } from "../wire/types";
import { FieldEditor } from "./FieldEditor";
import { isUnsure, sent, spokenParts } from "./values";
import { type FormField, type Option, wire } from "./wire";
import { named, useWords } from "./words";

/** A field: what stands there, who said so, and a way to say otherwise. */
export function FieldRow({ tool, field, options, may, open, onDone }: {
  tool: string;
  field: FormField;
  options: Record<string, Option[]>;
  may: boolean;
  /** It is being edited at first. */
  open: boolean;
  onDone: (said: string) => void;
}) {
  const t = useWords();
  const [editing, setEditing] = useState(open);
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = named(t, "wsField_", field.name);
  const set = options[field.options ?? ""];
  const parts = spokenParts(field.value, set, t);
  const close = () => {
    setEditing(false);
    setFailed("");
    setTimeout(() => button.current?.focus());
  };
  const change = async (act: () => Promise<unknown>, said: string) => {
    setBusy(true);
    try {
      await act();
      close();
      onDone(said);
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  const save = (draft: Json) =>
    void change(() => wire.correct(tool, field.path, sent(field, draft)), t("wsSaved", { name }));
  const giveBack = () => void change(() => wire.giveBack(tool, field.path), t("wsGivenBack", { name }));
  return (
    <div className={isUnsure(field) ? "fieldrow unsure" : "fieldrow"} data-field={field.path}>
      <dt>{name}</dt>
      <dd>
        {editing ? (
          <FieldEditor field={field} name={name} options={set} busy={busy} onSave={save} onCancel={close} />
        ) : (
          <>
            <span className="value">
              {parts.length === 0 ? <span className="aside">{place(field) ? "–" : t("wsNotSet")}</span> : parts.map((one, place) => (
                Array.isArray(field.value)
                  ? <span key={place} className="chip"><Text>{one}</Text></span>
                  : <Text key={place}>{one}</Text>
              ))}
            </span>
            {may ? (
              <button ref={button} type="button" className="pen" aria-label={t("wsEditOf", { name: `${name} ${place(field)}` })}
                onClick={() => setEditing(true)}><EditOutlined /></button>
            ) : null}
            <Origin field={field} />
            {field.edited_by !== null ? <Before field={field} options={set} name={name} may={may} onBack={giveBack} /> : null}
          </>
        )}
        {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      </dd>
    </div>
  );
}

/** Which argument it belongs to: `needs.buyer.id.entity` → `buyer.id`. */
function place(field: FormField): string {
  return field.path.split(".").slice(1, -1).join(".");
}

/** Where the value comes from. How sure a parser ranks it is no probability, so no figure is shown. */
function Origin({ field }: { field: FormField }) {
  const t = useWords();
  if (field.edited_by !== null) return <small className="origin person">{t("wsByPerson", { name: field.edited_by })}</small>;
  if (spokenParts(field.value, undefined, t).length === 0) return null;
  const by = named(t, "wsBy_", field.by);
  return <small className="origin">{isUnsure(field) ? t("wsByUnsure", { by }) : by}</small>;
}

function Before({ field, options, name, may, onBack }: {
  field: FormField;
  options: Option[] | undefined;
  name: string;
  may: boolean;
  onBack: () => void;
}) {
  const t = useWords();
  const value = spokenParts(field.parsed, options, t).join(", ") || t("wsNotSet");
  return (
    <span className="before">
      <small><Text>{t("wsParsed", { value })}</Text></small>
      {may ? (
        <Button size="small" type="link" aria-label={t("wsGiveBackOf", { name })} onClick={onBack}>{t("wsGiveBack")}</Button>
      ) : null}
    </span>
  );
}
