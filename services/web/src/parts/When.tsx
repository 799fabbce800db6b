import { useSettings } from "../state/settings";
import { locale } from "../wire/times";

/** A time, in seconds since 1970, as the reader writes it. */
export function When({ at }: { at: number }) {
  const { language } = useSettings();
  const date = new Date(at * 1000);
  const form = new Intl.DateTimeFormat(locale(language), { dateStyle: "medium", timeStyle: "short" });
  return <time dateTime={date.toISOString()}>{form.format(date)}</time>;
}
