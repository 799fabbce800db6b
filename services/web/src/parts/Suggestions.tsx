import { useSettings } from "../state/settings";
import { plain, Text, visible } from "../text/visible";
import type { FormField, Suggestion } from "../wire/types";
import { locale } from "../wire/times";

/** What memory offers for a field: one press fills it in, nothing is used before that. */
export function Suggestions({ field, place, value, onPick }: {
  field: FormField;
  /** The only environment whose entries may be used; undefined: the service has seen to it. */
  place: string | undefined;
  value: string;
  onPick: (one: Suggestion) => void;
}) {
  const { t, language } = useSettings();
  const fitting = (field.suggestions ?? []).filter((one) => place === undefined || one.environment === place);
  if (fitting.length === 0) return null;
  const day = (at: number) => new Intl.DateTimeFormat(locale(language), { dateStyle: "medium" }).format(new Date(at * 1000));
  return (
    <div className="suggestions" role="group" aria-label={t("memoryOffers", { label: visible(field.label) })}>
      <small aria-hidden>{t("memoryOffered")}</small>
      {fitting.map((one) => (
        <button
          key={one.memory}
          type="button"
          className="chip"
          aria-pressed={value === plain(one.value)}
          title={visible(one.words)}
          onClick={() => onPick(one)}
        >
          {one.name ? <><strong><Text>{one.name}</Text></strong>{" "}</> : null}
          <Text>{plain(one.value)}</Text>{field.unit ? ` ${field.unit}` : ""}{" "}
          <i>{t("memoryUses", { count: one.uses })} · {day(one.at)}</i>
          <span className="unseen">{t("memoryOffer", { words: visible(one.words) })}</span>
        </button>
      ))}
    </div>
  );
}
