import { type ReactNode, useId, useState } from "react";
import { useSharedWords } from "./words";

/** A chart with its name, and the same as a table, which everybody can have. */
export function Figure({ title, aside, chart, table, tools }: {
  title: string;
  aside?: string;
  chart: ReactNode;
  table: ReactNode;
  tools?: ReactNode;
}) {
  const t = useSharedWords();
  const [tabular, setTabular] = useState(false);
  const id = useId();
  return (
    <section className="card figure" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="tools">
          {tools}
          <button type="button" className="link" aria-pressed={tabular} onClick={() => setTabular(!tabular)}>
            {t(tabular ? "ownAsChart" : "ownAsTable")}<span className="unseen">{`: ${title}`}</span>
          </button>
        </span>
      </header>
      {aside ? <p className="aside">{aside}</p> : null}
      {tabular ? <div className="scroll" tabIndex={0} role="group" aria-label={title}>{table}</div> : chart}
    </section>
  );
}
