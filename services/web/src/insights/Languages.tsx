import { useId } from "react";
import { percent } from "../owner/numbers";
import { useSettings } from "../state/settings";
import { Count, languageName, type PartProps } from "./parts";
import { requestsOf } from "./wire";
import { useWords } from "./words";

/** In which languages is asked. */
export function Languages({ found, onOpen }: PartProps) {
  const t = useWords();
  const { language } = useSettings();
  const id = useId();
  const all = requestsOf(found.outcomes);
  const rows = Object.entries(found.languages);
  if (rows.length === 0) return null;
  const named = (name: string) => languageName(t, name);
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t("insLanguages")}</h2></header>
      <ul className="funnel">
        {rows.map(([name, number]) => (
          <li key={name}>
            <span>{named(name)}</span>
            <span className="track" aria-hidden="true"><i className="left" style={{ width: `${(number / (all || 1)) * 100}%` }} /></span>
            <span className="number">
              <Count number={number} opens={{ what: named(name), language: name, requests: true }} onOpen={onOpen} />
              <small>{percent(number, all, language)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
