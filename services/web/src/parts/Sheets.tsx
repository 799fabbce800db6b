import { Button } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import { csvOf, save, type Sheet, sheetsOf, sorted } from "../wire/things";
import type { Labels, Thing } from "../wire/types";
import { Copy } from "./Copy";

/** So many rows are drawn at first. */
const SHOWN = 100;

/** One thing as a card, several as a table, for each kind of thing. */
export function Sheets({ things, labels, run }: { things: Thing[]; labels: Labels; run: string }) {
  const { t } = useSettings();
  return sheetsOf(things, labels, t("id")).map((sheet) => sheet.rows.length === 1
    ? <One key={sheet.entity} sheet={sheet} />
    : <Several key={sheet.entity} sheet={sheet} run={run} />);
}

function One({ sheet }: { sheet: Sheet }) {
  const [row] = sheet.rows;
  const told = sheet.columns.filter((one) => row?.[one.name]);
  return (
    <section className="thing" aria-label={visible(sheet.entity)}>
      <h4><Text>{sheet.entity}</Text></h4>
      <dl className="rows">
        {told.map(({ name, label }, place) => (
          <div key={name}>
            <dt>{visible(label)}</dt>
            <dd><Value text={row?.[name] ?? ""} copy={place === 0} /></dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Several({ sheet, run }: { sheet: Sheet; run: string }) {
  const { t } = useSettings();
  const [by, setBy] = useState<{ name: string; down: boolean }>();
  const [all, setAll] = useState(false);
  const rows = by ? sorted(sheet.rows, by.name, by.down) : sheet.rows;
  const shown = all ? rows : rows.slice(0, SHOWN);
  const order = (name: string) => setBy((held) => ({ name, down: held?.name === name && !held.down }));
  const sort = (name: string) => (by?.name !== name ? "none" : by.down ? "descending" : "ascending");
  return (
    <section className="thing" aria-label={visible(sheet.entity)}>
      <header>
        <h4><Text>{sheet.entity}</Text> × {sheet.rows.length}</h4>
        <Button size="small" type="text" onClick={() => save(`${run}-${sheet.entity}.csv`, "text/csv", csvOf({ ...sheet, rows }))}>
          {t("saveCsv")}
        </Button>
      </header>
      <div className="scroll many" tabIndex={0} role="group" aria-label={visible(sheet.entity)}>
        <table>
          <thead>
            <tr>
              {sheet.columns.map(({ name, label }) => (
                <th key={name} scope="col" aria-sort={sort(name)}>
                  <button type="button" className="link" onClick={() => order(name)}>
                    {visible(label)}<span aria-hidden>{by?.name === name ? (by.down ? " ↓" : " ↑") : ""}</span>
                  </button>
                  <Copy small text={rows.map((row) => row[name] ?? "").join("\n")} name={t("copyColumn", { name: visible(label) })} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, number) => (
              <tr key={number}>
                {sheet.columns.map(({ name }) => <td key={name}><Value text={row[name] ?? ""} /></td>)}
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

/** A value; a web address is a link that leaves nothing behind. */
function Value({ text, copy }: { text: string; copy?: boolean }) {
  const link = /^https?:\/\/\S+$/.test(text);
  return (
    <>
      {link ? <a href={text} target="_blank" rel="noopener noreferrer nofollow"><Text>{text}</Text></a> : <Text>{text}</Text>}
      {copy ? <Copy text={text} /> : null}
    </>
  );
}
