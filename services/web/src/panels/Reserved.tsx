import { useEffect, useState } from "react";
import { When } from "../parts/When";
import { Text, visible } from "../text/visible";
import { memory, type Reserved as Row } from "../wire/memory";
import { useWords } from "./memoryWords";

/** Things that are the user's until they are released or expire. */
export function Reserved({ onOpen }: { onOpen: (session: string) => void }) {
  const t = useWords();
  const [rows, setRows] = useState<Row[]>([]);
  const [said, setSaid] = useState("");
  const [failed, setFailed] = useState("");
  const load = () => memory.reserved().then(setRows, (error: Error) => setFailed(error.message));
  useEffect(() => void load(), []);
  const release = (row: Row) =>
    memory.release(row.id)
      .then(() => setSaid(t("reservedGone", { value: visible(row.value) })))
      .catch((error: Error) => setFailed(error.message))
      .finally(() => void load());
  return (
    <>
      <p className="unseen" role="status">{said}</p>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {rows.length === 0 ? <p className="aside">{t("reservedNone")}</p> : (
        <section aria-label={t("reserved")}>
          <h3>{t("reserved")} <small>{rows.length}</small></h3>
          <p className="aside">{t("reservedMore")}</p>
          <ul className="lines">
            {rows.map((row) => (
              <li key={row.id} className="entry-line">
                <div className="head">
                  <p className="what"><Text>{row.entity_label}</Text> <code><Text>{row.value}</Text></code></p>
                  <span className="acts">
                    <button
                      type="button"
                      className="link"
                      aria-label={`${t("reservedRelease")} ${visible(row.value)}`}
                      onClick={() => void release(row)}
                    >
                      {t("reservedRelease")}
                    </button>
                  </span>
                </div>
                <p className="aside meta">
                  <Text>{row.environment_label}</Text> · {t("reservedUntil")}<When at={row.expires_at} /> · {t("memoryFrom")}{" "}
                  <button
                    type="button"
                    className="link"
                    aria-label={t("memoryOpen", { words: visible(row.words) })}
                    onClick={() => onOpen(row.session_id)}
                  >
                    <Text>{row.words}</Text>
                  </button>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
