import { Button } from "antd";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import { resultText } from "../text/results";
import { Text, visible } from "../text/visible";
import { columnsOf, csvOf, hasTimes, type Row, save, type Sheet, sheetsOf, sorted, taken } from "../wire/things";
import { homeZoneTold, offsetOf } from "../wire/times";
import type { Labels, Thing } from "../wire/types";
import type { ThingPart } from "../wire/within";
import { Copy } from "./Copy";

/** So many rows are drawn at first. */
const SHOWN = 100;
/** So many of a list within a thing. */
const WITHIN = 10;

/** One thing as a card, several as a table, for each kind of thing. */
export function Sheets({ things, labels, run }: { things: Thing[]; labels: Labels; run: string }) {
  const { t, language } = useSettings();
  return (
    <>
      {sheetsOf(things, labels, t("id")).map((sheet) => sheet.rows.length === 1
        ? <One key={sheet.entity} sheet={sheet} />
        : <Several key={sheet.entity} sheet={sheet} run={run} />)}
      {hasTimes(things) ? <p className="aside" data-part="zone">{resultText(language, "timesIn", { zone: homeZoneTold() })}</p> : null}
    </>
  );
}

function One({ sheet }: { sheet: Sheet }) {
  const [row] = sheet.rows;
  const told = sheet.columns.filter((one) => row?.cells[one.name]);
  return (
    <section className="thing" aria-label={visible(sheet.entity)}>
      <h4><Text>{sheet.entity}</Text></h4>
      <dl className="rows">
        {told.map(({ name, label }, place) => (
          <div key={name}>
            <dt>{visible(label)}</dt>
            <dd><Value row={row} name={name} copy={place === 0} /></dd>
          </div>
        ))}
      </dl>
      {row?.parts.map((part, place) => <Within key={place} part={part} />)}
    </section>
  );
}

/** A list that a thing holds: its first rows, on demand all that were sent, the rest counted. */
function Within({ part }: { part: ThingPart }) {
  const { t, language } = useSettings();
  const [all, setAll] = useState(false);
  const columns = columnsOf(part);
  const shown = all ? part.rows : part.rows.slice(0, WITHIN);
  const more = part.total - shown.length;
  return (
    <div className="within">
      <h5><Text>{part.name}</Text> × {part.total}</h5>
      <div className="scroll many" tabIndex={0} role="group" aria-label={visible(part.name)}>
        <table>
          <thead>
            <tr>{columns.map((name) => <th key={name} scope="col">{visible(name)}</th>)}</tr>
          </thead>
          <tbody>
            {shown.map((row, number) => (
              <tr key={number}>{columns.map((name) => <td key={name}><Text>{row[name] ?? ""}</Text></td>)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < part.rows.length ? (
        <Button size="small" type="text" onClick={() => setAll(true)}>{t("showAll", { count: part.rows.length })}</Button>
      ) : null}
      {more > 0 ? <p className="aside">{resultText(language, "more", { count: more })}</p> : null}
    </div>
  );
}

function Several({ sheet, run }: { sheet: Sheet; run: string }) {
  const { t, language } = useSettings();
  const [by, setBy] = useState<{ name: string; down: boolean }>();
  const [all, setAll] = useState(false);
  const rows = by ? sorted(sheet.rows, by.name, by.down) : sheet.rows;
  const shown = all ? rows : rows.slice(0, SHOWN);
  const order = (name: string) => setBy((held) => ({ name, down: held?.name === name && !held.down }));
  const [box, overflows] = useOverflow();
  const sort = (name: string) => (by?.name !== name ? "none" : by.down ? "descending" : "ascending");
  return (
    <section className="thing" aria-label={visible(sheet.entity)}>
      <header>
        <h4><Text>{sheet.entity}</Text> × {sheet.rows.length}</h4>
        {overflows ? <span className="aside">{resultText(language, "wide", { count: sheet.columns.length })}</span> : null}
        <Button size="small" type="text" onClick={() => save(`${run}-${sheet.entity}.csv`, "text/csv", csvOf({ ...sheet, rows: rows.map(taken) }))}>
          {t("saveCsv")}
        </Button>
      </header>
      <div ref={box} className="scroll many" tabIndex={0} role="group" aria-label={visible(sheet.entity)}>
        <table>
          <thead>
            <tr>
              {sheet.columns.map(({ name, label }) => (
                <th key={name} scope="col" aria-sort={sort(name)}>
                  <button type="button" className="link" onClick={() => order(name)}>
                    {visible(label)}<span aria-hidden>{by?.name === name ? (by.down ? " ↓" : " ↑") : ""}</span>
                  </button>
                  <Copy small text={rows.map((row) => row.cells[name] ?? "").join("\n")} name={t("copyColumn", { name: visible(label) })} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, number) => (
              <tr key={number}>
                {sheet.columns.map(({ name, held }) => <td key={name} className={held ? "held" : undefined}><Value row={row} name={name} /></td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length ? (
        <Button size="small" type="text" onClick={() => setAll(true)}>{t("showAll", { count: rows.length })}</Button>
      ) : null}
    </section>
  );
}

/** Whether what is in a box is wider than the box. */
function useOverflow(): [RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const look = () => setOverflows(shown.scrollWidth > shown.clientWidth + 1);
    const watch = new ResizeObserver(look);
    watch.observe(shown);
    if (shown.firstElementChild) watch.observe(shown.firstElementChild);
    return () => watch.disconnect();
  }, []);
  return [box, overflows];
}

/** A value; a web address is a link that leaves nothing behind, a time says what the tool said. */
function Value({ row, name, copy }: { row?: Row; name: string; copy?: boolean }) {
  const text = row?.cells[name] ?? "";
  const link = /^https?:\/\/\S+$/.test(text);
  const time = row?.times[name];
  return (
    <>
      {time ? <Moment text={text} {...time} />
        : link ? <a href={text} target="_blank" rel="noopener noreferrer nofollow"><Text>{text}</Text></a> : <Text>{text}</Text>}
      {copy ? <Copy text={text} /> : null}
    </>
  );
}

/** On the reader's clock; on a closer look in the tool's words, and how a missing zone was taken. */
function Moment({ text, said, moment }: { text: string; said: string; moment: string }) {
  const { language } = useSettings();
  const key = offsetOf(said) ? "timeSaid" : "timeSaidNoZone";
  const title = resultText(language, key, { said, zone: offsetOf(moment) });
  const [day = "", hour = ""] = visible(text).split(" ");
  return <time dateTime={moment} title={visible(title)}><span>{day}</span> <span>{hour}</span></time>;
}
