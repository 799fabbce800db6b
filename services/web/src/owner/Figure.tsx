import { type ReactNode, useId, useState } from "react";

/** A chart with its name, and the same as a table, which everybody can have. */
export function Figure({ title, aside, chart, table, asTable, asChart, tools }: {
  title: string;
  aside?: string;
  chart: ReactNode;
  table: ReactNode;
  /** The button's text while the chart is seen. */
  asTable: string;
  asChart: string;
  tools?: ReactNode;
}) {
  const [tabular, setTabular] = useState(false);
  const id = useId();
  return (
    <section className="card figure" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <span className="tools">
          {tools}
          <button type="button" className="link" aria-pressed={tabular} onClick={() => setTabular(!tabular)}>
            {tabular ? asChart : asTable}<span className="unseen">{`: ${title}`}</span>
          </button>
        </span>
      </header>
      {aside ? <p className="aside">{aside}</p> : null}
      {tabular ? <div className="scroll" tabIndex={0} role="group" aria-label={title}>{table}</div> : chart}
    </section>
  );
}
