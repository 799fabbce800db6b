import { useCallback, useState } from "react";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { plain, Text } from "../text/visible";
import { Decide } from "./Decide";
import { Findings } from "./Findings";
import { Decided } from "./Submit";
import { useAsked } from "./useAsked";
import { type Bench, type SubmissionDetail, wire } from "./wire";
import { named, useWords } from "./words";

/** One submission: the tool as it was submitted, what was found, and the decision. */
export function SubmissionView({ id, bench, onChange }: { id: string; bench: Bench; onChange: () => void }) {
  const t = useWords();
  const { language } = useSettings();
  const [said, setSaid] = useState("");
  const asked = useAsked(useCallback(() => wire.submission(id), [id, language]));
  const done = (text: string) => { setSaid(text); asked.again(); onChange(); };
  return (
    <Wait asked={asked}>
      {(one) => (
        <article>
          <div className="head">
            <h2><Text>{one.declared.title || one.tool}</Text></h2>
            <span className={one.state === "pending" ? "tag" : "tag plain"}>{named(t, "wsSubmission_", one.state)}</span>
          </div>
          <p className="aside facts">
            <code><Text>{one.tool}</Text></code>
            <span><Text>{t("wsSubmittedBy", { name: one.submitted_by })}</Text></span>
            <When at={one.submitted_at} />
            {one.project ? <span><Text>{one.project}</Text></span> : null}
          </p>
          {one.note ? <p className="note"><Text>{one.note}</Text></p> : <p className="aside">{t("wsNoNote")}</p>}
          <Decided one={one} />
          <p role="status">{said}</p>
          <Decide one={one} bench={bench} onDone={done} />
          <Against one={one} />
          <h3>{t("wsLint")}</h3>
          <Findings found={one.findings} />
          <h3>{t("wsRivals")}</h3>
          {one.conflicts.length === 0 ? <p className="aside">{t("wsNoRivals")}</p> : (
            <ul className="bullets">
              {one.conflicts.map((each) => (
                <li key={each.text}>
                  {each.blocks ? <span className="tag bad">{t("wsBlocks")}</span> : null} <Text>{each.text}</Text>
                </li>
              ))}
            </ul>
          )}
          <Declared one={one} />
        </article>
      )}
    </Wait>
  );
}

function Against({ one }: { one: SubmissionDetail }) {
  const t = useWords();
  if (one.state !== "pending" || one.objections.length === 0) return null;
  return (
    <div className="card danger">
      <h3>{t("wsAgainst")}</h3>
      <ul className="bullets">{one.objections.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
    </div>
  );
}

function Declared({ one }: { one: SubmissionDetail }) {
  const t = useWords();
  const { properties = {}, required = [] } = one.declared.input_schema ?? {};
  const edited = Object.entries(one.edited);
  return (
    <>
      <h3>{t("wsDeclared")}</h3>
      <pre className="declared"><Text>{one.declared.description || "–"}</Text></pre>
      {Object.keys(properties).length > 0 ? (
        <>
          <h4>{t("wsParameters")}</h4>
          <dl className="fieldrows">
            {Object.entries(properties).map(([name, schema]) => (
              <div key={name} className="fieldrow">
                <dt><code><Text>{name}</Text></code>{required.includes(name) ? " *" : ""}</dt>
                <dd><small><Text>{plain(schema.type ?? "")}</Text></small> <Text>{schema.description ?? ""}</Text></dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {edited.length > 0 ? (
        <>
          <h4>{t("wsSetByPeople")}</h4>
          <ul className="bullets">
            {edited.map(([path, value]) => <li key={path}><code><Text>{`${path} = ${plain(value)}`}</Text></code></li>)}
          </ul>
        </>
      ) : null}
    </>
  );
}
