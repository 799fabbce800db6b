import { Input } from "antd";
import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { type Draft, type Fault, guessedBase } from "./draft";
import { useAsked } from "./useAsked";
import { wire } from "./wire";
import { useWords } from "./words";

/** The environments that a source serves, each with the address of its calls. */
export function Places({ draft, faults, onChange }: {
  draft: Draft;
  faults: Fault[];
  onChange: (changed: Partial<Draft>) => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.environments(), []));
  const wrong = faults.find((one) => one.field === "places");
  const set = (name: string, base: string | undefined) => {
    const { [name]: _, ...rest } = draft.places;
    onChange({ places: base === undefined ? rest : { ...rest, [name]: base } });
  };
  return (
    <fieldset>
      <legend>{t("wsServes")}</legend>
      <Wait asked={asked}>
        {(found) => found.map((one) => {
          const label = one.label[language];
          const base = draft.places[one.name];
          return (
            <div key={one.name} className="place">
              <label className="check">
                <input type="checkbox" checked={base !== undefined}
                  onChange={(event) => set(one.name, event.target.checked ? guessedBase(draft) : undefined)} />
                {label}
              </label>
              {base !== undefined && draft.kind === "openapi" ? (
                <Input aria-label={t("wsBase", { environment: label })} placeholder={t("wsBaseHint")} inputMode="url"
                  aria-invalid={wrong !== undefined && !base} value={base} onChange={(event) => set(one.name, event.target.value)} />
              ) : null}
            </div>
          );
        })}
      </Wait>
      {wrong ? <p className="error" role="alert"><Text>{t(wrong.key)}</Text></p> : null}
    </fieldset>
  );
}
