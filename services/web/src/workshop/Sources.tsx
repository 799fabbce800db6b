import { Button } from "antd";
import { useCallback, useState } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { SubmitAll, Update } from "./SourceActs";
import { useAsked } from "./useAsked";
import { type SourceCard, wire } from "./wire";
import { named, type Say, useWords } from "./words";

/** Where tools come from, whether that answers, and how one is taken out again. */
export function Sources({ news, onChange }: { news: number; onChange: () => void }) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.sources(), [language, news]));
  return (
    <section aria-label={t("wsSources")}>
      <h2>{t("wsSources")}</h2>
      <Wait asked={asked}>
        {(found) => (
          <ul className="works">
            {found.map((one) => (
              <Line key={one.id} one={one} onChanged={() => { asked.again(); onChange(); }} />
            ))}
          </ul>
        )}
      </Wait>
    </section>
  );
}

function Line({ one, onChanged }: { one: SourceCard; onChanged: () => void }) {
  const t = useWords();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState("");
  const count = Object.values(one.tools).reduce((sum, number) => sum + number, 0);
  const remove = async () => {
    try {
      await wire.forget(one.id);
      onChanged();
    } catch (error) {
      setFailed((error as Error).message);
    }
    setAsking(false);
  };
  return (
    <li>
      <div className="head">
        <strong><Text>{one.id}</Text></strong>
        {one.problem ? <span className="tag bad">{t("wsDown")}</span> : null}
        {one.declared ? <span className="tag plain">{t("wsDeclaredSource")}</span> : null}
      </div>
      <p className="aside facts">
        <span><Text>{one.place}</Text></span>
        <span>{named(t, "wsScope_", one.scope)}</span>
        <span>{t("wsFound", { total: count })}</span>
        {Object.entries(one.standing).map(([how, number]) => (
          <span key={how}>{t("wsStanding", { how: standing(t, how), count: number })}</span>
        ))}
      </p>
      {one.changed > 0 ? <p className="note" role="note">{t("wsChangedSource", { count: one.changed })}</p> : null}
      {one.problem ? <p className="error"><Text>{one.problem}</Text></p> : null}
      {one.declared ? null : (
        <div className="buttons small">
          {one.enabled ? <Update one={one} onDone={onChanged} /> : null}
          {one.scope !== "public" ? <SubmitAll one={one} onDone={onChanged} /> : null}
          <Button size="small" danger onClick={() => setAsking(true)}>{t("wsForget")}</Button>
        </div>
      )}
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {asking ? (
        <div className="buttons small" role="group" aria-label={t("wsForget")}>
          <span><Text>{t("wsForgetMore", { source: one.id, count })}</Text></span>
          <Button danger type="primary" size="small" onClick={() => void remove()}>{t("wsForget")}</Button>
          <Button size="small" onClick={() => setAsking(false)}>{t("cancel")}</Button>
        </div>
      ) : null}
    </li>
  );
}

/** Where tools stand, in words: a scope, a status, or that they wait for their review. */
function standing(t: Say, how: string): string {
  const known = (["wsScope_", "wsStatus_", "wsSubmission_"] as const).map((kind) => named(t, kind, how));
  return known.find((one) => one !== how) ?? how;
}
