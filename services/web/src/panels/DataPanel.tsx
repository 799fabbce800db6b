import { Button } from "antd";
import { useEffect, useState } from "react";
import { Copy } from "../parts/Copy";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { api } from "../wire/api";
import type { DataRow } from "../wire/types";

function Details({ row }: { row: DataRow }) {
  const told = Object.entries(row.details);
  if (told.length === 0) return null;
  return <small className="details">{told.map(([name, value]) => <Text key={name}>{`${name} ${value}`}</Text>)}</small>;
}

/** What the user's requests left behind, the latest first, a group for each request. */
export default function DataPanel({ onUndo }: { onUndo: (run: string) => void }) {
  const { t } = useSettings();
  const [rows, setRows] = useState<DataRow[]>();
  const [failed, setFailed] = useState("");
  useEffect(() => {
    api.data().then(setRows, (error: Error) => setFailed(error.message));
  }, []);
  if (failed) return <p className="error" role="alert"><Text>{failed}</Text></p>;
  if (!rows) return <p>{t("loading")}</p>;
  if (rows.length === 0) return <p className="aside">{t("dataEmpty")}</p>;
  const runs = new Map<string, DataRow[]>();
  for (const row of rows) runs.set(row.run_id, [...(runs.get(row.run_id) ?? []), row]);
  return (
    <ul className="lines data">
      {[...runs].map(([run, held]) => (
        <li key={run}>
          <div className="head">
            <span className="aside">
              <When at={held[0]?.at ?? 0} /> · <Text>{held[0]?.environment_label ?? ""}</Text>
            </span>
            {held.some((row) => row.undoable) ? (
              <Button size="small" onClick={() => onUndo(run)}>{t("undo")}</Button>
            ) : (
              <span className="aside">{t("notUndoable")}</span>
            )}
          </div>
          {held.map((row, number) => (
            <p key={number} className="datum">
              <small>{t(!row.known ? "unknown" : row.created ? "made" : "changed")}</small>{" "}
              <Text>{row.entity_label}</Text>
              {row.id ? <> <code><Text>{row.id}</Text></code><Copy text={row.id} /></> : null}
              <Text className="aside">{row.title}</Text>
              <Details row={row} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
