import { useCallback, useState } from "react";
import { Wait } from "../owner/Wait";
import { Fold } from "../parts/Card";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { plain, Text } from "../text/visible";
import { linkTo } from "./address";
import { AddressView } from "./AddressView";
import { Before } from "./Before";
import { Counts, placeOf, type Score } from "./Counts";
import { Decide } from "./Decide";
import { Examples } from "./Examples";
import { Findings } from "./Findings";
import { Nearest, NoRivals } from "./Rivals";
import { SchemaRows } from "./SchemaRows";
import { Decided } from "./Submit";
import { Understood } from "./Understood";
import { useAsked } from "./useAsked";
import { type Bench, type Submission, type SubmissionDetail, wire } from "./wire";
import { named, useWords, type Word } from "./words";

const HINTS: ["read_only" | "destructive" | "idempotent", Word, Word][] = [
  ["read_only", "wsReadOnly", "wsWrites"],
  ["destructive", "wsDestroys", "wsDestroysNothing"],
  ["idempotent", "wsIdempotent", "wsNotIdempotent"],
];

/** One submission: the tool as it was submitted, what was found, and the decision. */
export function SubmissionView({ id, bench, next, onChange }: {
  id: string;
  bench: Bench;
  /** Another one that waits. */
  next?: string;
  onChange: () => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const [said, setSaid] = useState("");
  const [score, setScore] = useState<Score>();
  const asked = useAsked(useCallback(() => wire.submission(id), [id, language]));
  const done = (text: string) => { setSaid(text); asked.again(); onChange(); };
  return (
    <Wait asked={asked}>
      {(one) => (
        <article>
          <div className="head">
            <h2><Text>{one.title}</Text></h2>
            <Does one={one} />
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
          <Before earlier={one.earlier} />
          {one.state === "pending" ? <Counts one={one} score={score} /> : null}
          {said ? null : <Decide one={one} bench={bench} onDone={done} onStale={asked.again} />}
          <Onward one={one} bench={bench} next={said || one.state !== "pending" ? next : undefined} />
          <Against one={one} />
          <Submitted one={one} onScore={setScore} />
          <h3 id={placeOf("lint")} tabIndex={-1}>{t("wsLint")}</h3>
          <Findings found={one.findings} />
          <Conflicts one={one} />
          </article>
      )}
    </Wait>
  );
}

/** Which tools it could be taken for, and the nearest ones side by side with it in any case. */
function Conflicts({ one }: { one: SubmissionDetail }) {
  const t = useWords();
  return (
    <>
      <h3 id={placeOf("rivals")} tabIndex={-1}>{t("wsRivals")}</h3>
      {one.conflicts.length === 0 ? <NoRivals nearest={one.nearest} /> : (
        <ul className="bullets">
          {one.conflicts.map((each) => (
            <li key={each.text}>
              {each.blocks ? <span className="tag bad">{t("wsBlocks")}</span> : null} <Text>{each.text}</Text>
            </li>
          ))}
        </ul>
      )}
      <Nearest found={one.nearest} open />
    </>
  );
}

/** Where to go from a decision: to the next one, or to the tool that is to be mended. */
function Onward({ one, bench, next }: { one: SubmissionDetail; bench: Bench; next?: string }) {
  const t = useWords();
  const mine = one.submitted_by === bench.user;
  const tool = one.state === "approved" || mine;
  if (!next && !tool) return null;
  return (
    <p className="facts">
      {next ? <a className="onward" href={linkTo("review", next)}>{t("wsNextSubmission")} →</a> : null}
      {tool ? <a href={linkTo("tools", one.tool)}>{t(mine && one.state === "rejected" ? "wsMendTool" : "wsSeeTool")}</a> : null}
    </p>
  );
}

/** What a call does to data, ahead of all else: what only reads is approved more lightly. */
export function Does({ one }: { one: Submission }) {
  const t = useWords();
  if (one.does === null) return null;
  const reads = one.does === "query" || one.does === "verify";
  const grave = one.destroys || one.does === "delete";
  return (
    <>
      <span className={grave ? "tag bad" : reads ? "tag plain" : "tag"}>
        {t(`wsDoes_${one.does}`)}{one.destroys && one.does !== "delete" ? ` · ${t("wsDoesDestroy")}` : ""}
      </span>
      {one.unsaid ? <span className="tag bad">{t("wsUnsaid")}</span> : null}
    </>
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

/** All that an approval is for, in words; below it the whole as JSON. */
function Submitted({ one, onScore }: {
  one: SubmissionDetail;
  onScore: (found: Score) => void;
}) {
  const t = useWords();
  const { declared } = one;
  const edited = Object.entries(one.edited);
  const hints = HINTS.filter(([name]) => declared[name] !== undefined)
    .map(([name, yes, no]) => t(declared[name] ? yes : no));
  return (
    <>
      <h3>{t("wsCalledAt")}</h3>
      <AddressView one={one} />
      <h3>{t("wsDeclared")}</h3>
      <pre className="declared"><Text>{declared.description || "–"}</Text></pre>
      {hints.length > 0 ? <p className="facts">{hints.map((text) => <span key={text} className="tag plain">{text}</span>)}</p> : null}
      <h4>{t("wsParameters")}</h4>
      <SchemaRows schema={declared.input_schema} empty={t("wsNoParameters")} />
      <h4>{t("wsOutputs")}</h4>
      <SchemaRows schema={declared.output_schema} empty={t("wsNoOutputs")} />
      {declared.refusals?.length ? (
        <>
          <h4>{t("wsRefusals")}</h4>
          <ul className="bullets">{declared.refusals.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
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
      <Understood id={one.id} />
      <Fold title={t("wsAsJson")}><pre className="declared"><Text>{JSON.stringify(declared, null, 2)}</Text></pre></Fold>
      <h3 id={placeOf("examples")} tabIndex={-1}>{t("wsExamples")}</h3>
      <Examples id={one.id} given={one.examples} onScore={onScore} />
    </>
  );
}
