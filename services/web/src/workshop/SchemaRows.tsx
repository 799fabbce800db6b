import { plain, Text } from "../text/visible";
import { type Row, rowsOf, type Schema } from "./schema";
import { useWords } from "./words";

/** All values of a schema, each with its type, what it means, its choices and its limits. */
export function SchemaRows({ schema, empty }: { schema: Schema | null | undefined; empty: string }) {
  const rows = rowsOf(schema);
  if (rows.length === 0) return <p className="aside">{empty}</p>;
  return <dl className="fieldrows schema">{rows.map((row) => <Line key={row.path} row={row} />)}</dl>;
}

function Line({ row }: { row: Row }) {
  const t = useWords();
  return (
    <div className="fieldrow">
      <dt>
        <code><Text>{row.path}</Text></code>
        {row.required ? <small> {t("wsRequired")}</small> : null}
      </dt>
      <dd>
        <small><Text>{row.type}</Text></small>
        <Text>{row.description}</Text>
        <Limited row={row} />
      </dd>
    </div>
  );
}

/** What a source declares of one value besides its type: its choices, its form, its limits. */
export function Limits({ schema }: { schema: Schema }) {
  const rows = rowsOf({ properties: { value: schema } }).filter((row) => row.choices.length + row.limits.length > 0);
  if (rows.length === 0) return null;
  return <p className="aside limits">{rows.map((row) => <Limited key={row.path} row={row} />)}</p>;
}

function Limited({ row }: { row: Row }) {
  const t = useWords();
  return (
    <>
      {row.choices.length > 0 ? (
        <span className="before">
          <small>{t("wsChoices")}</small>
          {row.choices.map((one) => <code key={plain(one)} className="chip"><Text>{plain(one)}</Text></code>)}
        </span>
      ) : null}
      {row.limits.map(([name, value], number) => (
        <small key={number} className="before"><code><Text>{`${name}: ${plain(value)}`}</Text></code></small>
      ))}
    </>
  );
}
