import { Input } from "antd";
import { Text } from "../text/visible";
import type { Draft, Fault } from "./draft";
import { Field } from "./ImportForm";
import { useWords } from "./words";

/** A document that is at no address: a file of this machine, or what was copied. */
export function Document({ draft, faults, onChange }: {
  draft: Draft;
  faults: Fault[];
  onChange: (changed: Partial<Draft>) => void;
}) {
  const t = useWords();
  const read = async (file: File | undefined) => {
    if (file) onChange({ file: file.name, text: await file.text() });
  };
  if (draft.how === "paste") {
    return (
      <Field label={t("wsPaste")} faults={faults} field="text">
        {(shared) => (
          <Input.TextArea {...shared} className="code" autoSize={{ minRows: 6, maxRows: 16 }} spellCheck={false}
            value={draft.text} onChange={(event) => onChange({ text: event.target.value, file: "" })} />
        )}
      </Field>
    );
  }
  return (
    <Field label={t("wsFile")} faults={faults} field="text">
      {(shared) => (
        <>
          <input {...shared} type="file" accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml"
            onChange={(event) => void read(event.target.files?.[0])} />
          {draft.file ? <p className="aside"><Text>{draft.file}</Text></p> : null}
        </>
      )}
    </Field>
  );
}
