import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { useAsked } from "./useAsked";
import { wire } from "./wire";
import { useWords } from "./words";

/** What was asked for and no tool could do, the most frequent first. */
export function Gaps() {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.gaps(), [language]));
  return (
    <section aria-label={t("wsGaps")}>
      <Wait asked={asked}>
        {(rows) => rows.length === 0 ? <p className="aside">{t("noGaps")}</p> : (
          <>
            <p className="aside">{t("gapsMore")}</p>
            <ul className="works">
              {rows.map((row, number) => (
                <li key={number}>
                  <div className="head">
                    <strong><Text>{`${row.action_label} · ${row.entity_label}`}</Text></strong>
                    <span className="tag">{t("gapTimes", { times: row.times })}</span>
                    <span className="aside"><Text>{row.environment_label}</Text> <When at={row.last_at} /></span>
                  </div>
                  <p className="aside"><Text>{row.last_text}</Text></p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Wait>
    </section>
  );
}
