import { Button, type GetRef, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import { api } from "../wire/api";
import { blankOf, blanksIn, type Draft, turned } from "../wire/blanks";

/** A request as it is to be kept: its words, what of them is a blank, its name. */
export default function Keeping({ draft, onDone }: { draft: Draft; onDone: () => void }) {
  const { t } = useSettings();
  const [text, setText] = useState(draft.text);
  const [name, setName] = useState(draft.name);
  const [failed, setFailed] = useState("");
  const words = useRef<GetRef<typeof Input.TextArea>>(null);
  // Behind the dialog's own first focus, which is on what closes it.
  useEffect(() => words.current?.focus({ cursor: "end" }), []);
  const spots = draft.spots.filter(({ words: said, label }) => text.includes(said) || text.includes(blankOf(label)));
  const keep = () => {
    api.keepFavourite({ text, name, environment: draft.environment, replaces: draft.replaces })
      .then(() => onDone(), (error: Error) => setFailed(error.message));
  };
  return (
    <form className="keeping" onSubmit={(event) => { event.preventDefault(); keep(); }}>
      {draft.whole === false ? <p className="note" role="alert">{t("keepNotWhole")}</p> : null}
      <label>
        {t("keepWords")}
        <Input.TextArea ref={words} autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {spots.length > 0 ? (
        <div role="group" aria-label={t("keepBlanks")}>
          <p className="aside">{t("keepBlanks")}</p>
          <p className="values">
            {spots.map((one) => (
              <button
                key={one.label}
                type="button"
                className="chip"
                aria-pressed={text.includes(blankOf(one.label))}
                onClick={() => setText(turned(text, one, draft.spots))}
              >
                {one.label === one.words ? null : <i>{visible(one.label)} </i>}{visible(one.words)}
              </button>
            ))}
          </p>
        </div>
      ) : null}
      <p className="aside">{t("keepHint")}</p>
      <label>
        {t("keepName")}
        <Input maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      <div className="buttons">
        <Button type="primary" htmlType="submit" disabled={text.trim() === ""}>{t("save")}</Button>
      </div>
    </form>
  );
}

/** A kept sentence with its blanks seen. */
export function Blanked({ text }: { text: string }) {
  const pieces = [];
  let at = 0;
  for (const { start, end, label } of blanksIn(text)) {
    pieces.push(visible(text.slice(at, start)), <span key={start} className="blank">{visible(label)}</span>);
    at = end;
  }
  return <span className="text" dir="auto">{pieces}{visible(text.slice(at))}</span>;
}
