import { Button, Input } from "antd";
import { type ReactNode, useId } from "react";
import { Fold } from "../parts/Card";
import { Select } from "../parts/Select";
import { Text } from "../text/visible";
import { Document } from "./Document";
import { type Draft, type Fault, isSent, nameOf } from "./draft";
import { Places } from "./Places";
import type { Bench } from "./wire";
import { named, useWords } from "./words";

interface Props {
  draft: Draft;
  faults: Fault[];
  bench: Bench;
  busy: boolean;
  onChange: (changed: Partial<Draft>) => void;
  onLook: () => void;
}

export function ImportForm({ draft, faults, bench, busy, onChange, onLook }: Props) {
  const t = useWords();
  const into = bench.places.map((place, number) => {
    const name = place.project ? t("wsInto_project", { project: place.project }) : named(t, "wsScope_", place.scope);
    return [String(number), name] as const;
  });
  return (
    <form className="asking" noValidate onSubmit={(event) => { event.preventDefault(); onLook(); }}>
      <div className="filters">
        <Select label={t("wsImportKind")} value={draft.kind} onChange={(kind) => onChange({ kind })}
          options={[["openapi", t("wsOpenapi")], ["mcp", t("wsMcp")]]} />
        {draft.kind === "openapi" ? (
          <Select label={t("wsHow")} value={draft.how} onChange={(how) => onChange({ how })}
            options={[["url", t("wsByUrl")], ["file", t("wsByFile")], ["paste", t("wsByPaste")]]} />
        ) : null}
        <Select label={t("wsInto")} value={String(draft.into)} options={into}
          onChange={(number) => onChange({ into: Number(number) })} />
      </div>
      {isSent(draft) ? <Document draft={draft} faults={faults} onChange={onChange} /> : (
        <Field label={t(draft.kind === "mcp" ? "wsMcpUrl" : "wsUrl")} faults={faults} field="url">
          {(shared) => <Input {...shared} inputMode="url" placeholder="https://" value={draft.url} onChange={(event) => onChange({ url: event.target.value })} />}
        </Field>
      )}
      <Field label={t("wsName")} hint={t("wsNameHint")} faults={faults} field="name">
        {(shared) => <Input {...shared} placeholder={nameOf(draft)} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />}
      </Field>
      <Places draft={draft} faults={faults} onChange={onChange} />
      <Fold title={t("wsHeaders")} open={draft.headers !== "" || faults.some((one) => one.field === "headers")}>
        <Field label={t("wsHeaders")} hint={t("wsHeadersHint", { VARIABLE: "{VARIABLE}" })} faults={faults} field="headers">
          {(shared) => <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 6 }} value={draft.headers} onChange={(event) => onChange({ headers: event.target.value })} />}
        </Field>
      </Fold>
      <div className="buttons">
        <Button htmlType="submit" type="primary" disabled={busy}>{t(busy ? "wsLooking" : "wsLook")}</Button>
        <span className="aside">{t("wsLookMore")}</span>
      </div>
    </form>
  );
}

interface Shared {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string;
}

/** A labelled box with its hint and what is wrong with it. */
export function Field({ label, hint, faults, field, children }: {
  label: string;
  hint?: string;
  faults: Fault[];
  field: Fault["field"];
  children: (shared: Shared) => ReactNode;
}) {
  const t = useWords();
  const id = useId();
  const wrong = faults.filter((one) => one.field === field);
  return (
    <div className="box">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": wrong.length > 0, "aria-describedby": `${id}-more` })}
      <div id={`${id}-more`}>
        {hint ? <small>{hint}</small> : null}
        {wrong.map((one) => <p key={one.key} className="error" role="alert"><Text>{t(one.key, one.values)}</Text></p>)}
      </div>
    </div>
  );
}
