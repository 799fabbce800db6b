import { useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text, visible } from "../text/visible";
import type { Intent, Labels, Span } from "../wire/types";
import { Card } from "./Card";
import { type Chip, rowsOf } from "./intentRows";

/** So many values of one kind are shown at first. */
const MOST = 8;

/** What was understood; each value points at its words, and a click takes them to the input. */
export function IntentCard({ intent, labels, environment, pressed, onCorrect }: {
  intent: Intent;
  /** A button said it: its sentence is nobody's. */
  pressed: boolean;
  labels: Labels;
  environment: string;
  onCorrect: (text: string, span: Span) => void;
}) {
  const { t } = useSettings();
  const [lit, setLit] = useState<Span | null>(null);
  const [whole, setWhole] = useState<Key[]>([]);
  const shortened = (label: Key) => !whole.includes(label);
  const rows = rowsOf(intent, environment, labels);
  const lacking = intent.missing.filter((one) => one.blocking && !one.name.endsWith("approval"));
  const missing = [...new Set(lacking.map(({ name }) => labels.missing?.[name] ?? name))];
  return (
    <Card name="intent" title={t("understood")} aside={t(intent.intent_type as Key)}>
      {pressed ? null : <Sentence text={intent.text} spans={leaves(rows.flatMap((row) => row.chips))} lit={lit} />}
      <dl className="rows">
        {rows.map(({ label, chips }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {chips.slice(0, shortened(label) ? MOST : undefined).map((chip, number) => (
                <Value
                  key={number}
                  chip={chip}
                  onLight={setLit}
                  onClick={(span) => onCorrect(intent.text, span)}
                />
              ))}
              {shortened(label) && chips.length > MOST ? (
                <button type="button" className="chip" onClick={() => setWhole([...whole, label])}>
                  {t("chipsMore", { count: chips.length - MOST })}
                </button>
              ) : null}
            </dd>
          </div>
        ))}
        {missing.length > 0 ? (
          <div className="lacking">
            <dt>{t("missing")}</dt>
            <dd>{missing.map((name) => <span key={name} className="chip still"><Text>{name}</Text></span>)}</dd>
          </div>
        ) : null}
      </dl>
    </Card>
  );
}

function Value({ chip, onLight, onClick }: {
  chip: Chip;
  onLight: (span: Span | null) => void;
  onClick: (span: Span) => void;
}) {
  const { t } = useSettings();
  const text = (
    <>
      {chip.name ? <i>{visible(chip.name)} </i> : null}
      {visible(chip.text)}
    </>
  );
  const { span } = chip;
  if (!span) return <span className="chip still" dir="auto">{text}</span>;
  const light = { onMouseEnter: () => onLight(span), onMouseLeave: () => onLight(null) };
  return (
    <button
      type="button"
      className="chip"
      dir="auto"
      title={`${t("correct")}: ${visible(span.text)}`}
      onClick={() => onClick(span)}
      onFocus={() => onLight(span)}
      onBlur={() => onLight(null)}
      {...light}
    >
      {text}
    </button>
  );
}

/** The sentence with the words underlined that a value came from. */
function Sentence({ text, spans, lit }: { text: string; spans: Span[]; lit: Span | null }) {
  // Spans count characters; JavaScript's strings count UTF-16 units.
  const chars = Array.from(text);
  const pieces = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    pieces.push(visible(chars.slice(at, start).join("")));
    const on = lit !== null && start >= lit.start && end <= lit.end;
    pieces.push(
      <mark key={start} className={on ? "lit" : ""}>{visible(chars.slice(start, end).join(""))}</mark>,
    );
    at = end;
  }
  pieces.push(visible(chars.slice(at).join("")));
  return <p className="sentence" dir="auto">{pieces}</p>;
}

/** The shortest spans, in order: a phrase is lit by its parts, or as a whole where it has none. */
function leaves(chips: Chip[]): Span[] {
  const all = chips.flatMap((chip) => (chip.span ? [chip.span] : []));
  const inner = all.filter(
    (one) => !all.some((other) => other.start >= one.start && other.end <= one.end
      && other.end - other.start < one.end - one.start),
  );
  return inner.sort((a, b) => a.start - b.start);
}
