import { useId, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { plain, Text, visible } from "../text/visible";
import { inUnit, problemOfEdit, spoken, spokenDraft, spokenPlace, takes, valueAt } from "../wire/fields";
import type { Binding, ChainStep, Field, Json } from "../wire/types";
import { ValueInput } from "./ValueInput";

/** A step's arguments, each with where it comes from; one that may change is edited in place. What
 * is typed counts at once: nothing has to be confirmed before the plan runs. */
export function Arguments({ step, fields, number, edits, onEdit }: {
  step: ChainStep;
  /** Path of an argument → what may be put there, and its name in the reader's language. */
  fields?: Record<string, Field>;
  /** The number that a step of the chain goes by. */
  number: (step: string) => number;
  /** Path → what was typed. */
  edits?: Record<string, string>;
  /** Absent where nothing can be edited any more. */
  onEdit?: (path: string, draft: string | undefined) => void;
}) {
  const { t } = useSettings();
  return (
    <dl className="arguments">
      {Object.entries(step.bindings).map(([path, binding]) => {
        const { source } = binding;
        const edited = edits?.[path] !== undefined;
        const kind = edited ? "edited" : source;
        const label = t((kind === "environment" ? "source_environment" : kind) as Key);
        const name = fields?.[path]?.label ?? path;
        return (
          <div key={path} className={kind === "generated" ? "generated" : ""}>
            <dt title={path}><Text>{name}</Text></dt>
            <dd>
              <Argument
                name={name}
                field={fields?.[path]}
                value={valueAt(step.arguments, path)}
                place={source === "environment"}
                draft={edits?.[path]}
                onEdit={onEdit && source !== "environment" ? (draft) => onEdit(path, draft) : undefined}
              />
              <span className="source">
                <span className={kind === "generated" || kind === "edited" ? "tag" : ""}>{label}</span>
                {kind === "edited" || kind === "environment" ? null : <Text>{told(binding, number)}</Text>}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Argument({ name, field, value, place, draft, onEdit }: {
  name: string;
  field?: Field;
  value: Json | undefined;
  /** It names the environment of the call. */
  place: boolean;
  draft?: string;
  onEdit?: (draft: string | undefined) => void;
}) {
  const { t } = useSettings();
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!onEdit || (!open && draft === undefined)) {
    const known = value === undefined ? undefined : (place ? spokenPlace : spoken)(field, value);
    const told = draft !== undefined ? spokenDraft(field, draft) : known;
    return (
      <>
        <code className={told === undefined ? "later" : ""} dir="auto">{told === undefined ? t("later") : visible(told)}</code>
        {onEdit ? (
          <button type="button" className="link" aria-label={t("editArgument", { name })} onClick={() => setOpen(true)}>
            {t("edit")}
          </button>
        ) : null}
      </>
    );
  }
  const before = value === undefined ? "" : plain(inUnit(field, value));
  const problem = draft === undefined ? undefined : problemOfEdit(field, draft);
  const back = () => {
    setOpen(false);
    onEdit(undefined);
  };
  const change = (text: string) => onEdit(text === before ? undefined : text);
  return (
    <span className="editor" onKeyDown={(event) => event.key === "Escape" && back()}>
      <ValueInput
        field={field}
        value={draft ?? before}
        wrong={problem !== undefined}
        empty={value === undefined}
        focus={open}
        aria-label={t("newValue", { name })}
        aria-describedby={`${id}-note`}
        onChange={change}
      />
      <button type="button" className="link" aria-label={t("undoEdit", { name })} onClick={back}>{t("restore")}</button>
      <small id={`${id}-note`} className={problem ? "error" : ""} role={problem ? "alert" : undefined}>
        {(problem ? [problem] : takes(field)).map((one) => t(one.key, one.values)).join(" · ")}
      </small>
    </span>
  );
}

/** Where a value comes from; steps by their number, as everywhere on the page. */
function told({ detail, step }: Binding, number: (step: string) => number): string {
  if (!step || !detail.startsWith(`${step} `)) return detail;
  return `${number(step) || step}${detail.slice(step.length)}`;
}
