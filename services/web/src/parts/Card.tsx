import type { ReactNode } from "react";

/** One stage of a run: its name, a few words beside it, and what it found. */
export function Card({ title, aside, tools, name, children, tone }: {
  title: ReactNode;
  aside?: ReactNode;
  /** At the end of the head: what changes how the card is shown. */
  tools?: ReactNode;
  name: string;
  children?: ReactNode;
  tone?: "asks" | "danger" | "good" | "bad";
}) {
  return (
    <section className={`card ${tone ?? ""}`} data-part={name}>
      <header>
        <h3>{title}</h3>
        {aside ? <span className="aside">{aside}</span> : null}
        {tools}
      </header>
      {children}
    </section>
  );
}

/** What folds: closed until somebody opens it. */
export function Fold({ title, children, name, open }: {
  title: ReactNode;
  children: ReactNode;
  name?: string;
  open?: boolean;
}) {
  return (
    <details className="fold" data-part={name} open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
