import { Button, Input } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { plain, Text, visible } from "../text/visible";
import type { ChainStep, Json } from "../wire/types";

/** A step's arguments, each with where it comes from; a click on one that may change edits it. */
export function Arguments({ step, names, number, edits, onEdit }: {
  step: ChainStep;
  /** Path of an argument → its name in the reader's language. */
  names?: Record<string, string>;
  /** The number that a step of the chain goes by. */
  number: (step: string) => number;
  edits?: Record<string, Json>;
  /** Absent where nothing can be edited any more. */
  onEdit?: (path: string, value: Json | undefined) => void;
}) {
  const { t } = useSettings();
  return (
    <dl className="arguments">
      {Object.entries(step.bindings).map(([path, { source, detail }]) => {
        const edited = edits?.[path];
        const kind = edited === undefined ? source : "edited";
        const label = t((kind === "environment" ? "source_environment" : kind) as Key);
        return (
          <div key={path} className={kind === "generated" ? "generated" : ""}>
            <dt title={path}><Text>{names?.[path] ?? path}</Text></dt>
            <dd>
              <Argument
                name={names?.[path] ?? path}
                value={edited ?? at(step.arguments, path)}
                onEdit={onEdit && source !== "environment" ? (value) => onEdit(path, value) : undefined}
              />
              <span className="source">
                <span className={kind === "generated" || kind === "edited" ? "tag" : ""}>{label}</span>
                {kind === "edited" || kind === "environment" ? null : <Text>{told(source, detail, number)}</Text>}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Argument({ name, value, onEdit }: {
  name: string;
  value: Json | undefined;
  onEdit?: (value: Json | undefined) => void;
}) {
  const { t } = useSettings();
  const [draft, setDraft] = useState<string | null>(null);
  const shown = value === undefined ? t("later") : plain(value);
  if (draft === null || !onEdit) {
    return (
      <>
        <code className={value === undefined ? "later" : ""} dir="auto">{visible(shown)}</code>
        {onEdit ? (
          <button
            type="button"
            className="link"
            aria-label={t("editArgument", { name })}
            onClick={() => setDraft(value === undefined ? "" : plain(value))}
          >
            {t("edit")}
          </button>
        ) : null}
      </>
    );
  }
  const apply = () => {
    onEdit(draft.trim() === "" ? undefined : typed(draft, value));
    setDraft(null);
  };
  return (
    <form className="editor" onSubmit={(event) => { event.preventDefault(); apply(); }}>
      <Input
        autoFocus
        size="small"
        aria-label={t("newValue", { name })}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setDraft(null)}
      />
      <Button size="small" htmlType="submit">{t("apply")}</Button>
    </form>
  );
}

/** Where a value comes from; steps by their number, as everywhere on the page. */
function told(source: string, detail: string, number: (step: string) => number): string {
  if (source !== "output" && source !== "selected") return detail;
  return detail.replace(/^\S+/, (step) => String(number(step) || step));
}

/** The value at a path of nested arguments. */
function at(values: Record<string, Json>, path: string): Json | undefined {
  let value: Json | undefined = values;
  for (const part of path.split(".")) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    value = value[part];
  }
  return value;
}

/** What was typed, of the kind that the old value has; a person's text stays text. */
function typed(text: string, before: Json | undefined): Json {
  if (typeof before === "number" && text.trim() !== "" && Number.isFinite(Number(text))) {
    return Number(text);
  }
  if (typeof before === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}
