import { useCallback, useEffect, useState } from "react";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { decidedSeen, submissionsChanged } from "../state/useScreens";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { Does, SubmissionView } from "./SubmissionView";
import { useAsked } from "./useAsked";
import { type Bench, type Score, type Submission, wire } from "./wire";
import { named, useWords } from "./words";

/** The queue of those who decide about the public pool; for all others their own submissions. */
export function Review({ bench, chosen, onChange }: { bench: Bench; chosen: string; onChange: () => void }) {
  const t = useWords();
  const { language } = useSettings();
  const [all, setAll] = useState(!bench.may_review);
  const asked = useAsked(useCallback(() => wire.submissions(all), [all, language]));
  const changed = () => { asked.again(); onChange(); submissionsChanged(); };
  useEffect(() => {
    const own = asked.value?.filter((one) => one.submitted_by === bench.user && one.decided_by !== null) ?? [];
    if (own.length > 0) decidedSeen(own.map((one) => one.id));
  }, [asked.value]);
  const waiting = asked.value?.filter((one) => one.state === "pending");
  // The number above is of when the page was loaded; others submit and decide meanwhile.
  useEffect(() => {
    if (bench.may_review && !all && waiting && waiting.length !== bench.waiting) onChange();
  }, [asked.value]);
  const scores = useScores(bench.may_review ? waiting ?? [] : []);
  const next = bench.may_review ? waiting?.find((one) => one.id !== chosen)?.id : undefined;
  return (
    <section aria-label={t(bench.may_review ? "wsReview" : "wsMine")} className="queue">
      <div className="waiting">
        {bench.may_review ? (
          <div className="tabs" role="group" aria-label={t("wsReview")}>
            <button type="button" aria-pressed={!all} onClick={() => setAll(false)}>{t("wsQueue")}</button>
            <button type="button" aria-pressed={all} onClick={() => setAll(true)}>{t("wsAllSubmissions")}</button>
          </div>
        ) : null}
        <Wait asked={asked}>
          {(rows) => rows.length === 0 ? (
            <p className="aside">{t(bench.may_review && !all ? "wsNothingWaits" : "wsNoSubmissions")}</p>
          ) : (
            <ul className="works">{rows.map((one) => <Line key={one.id} one={one} score={scores[one.id]} trying={one.id in scores && !scores[one.id]} chosen={one.id === chosen} />)}</ul>
          )}
        </Wait>
      </div>
      <div className="shown">
        {chosen ? <SubmissionView key={chosen} id={chosen} bench={bench} next={next} onChange={changed} />
          : asked.value?.length ? <p className="aside">{t("wsChoose")}</p> : null}
      </div>
    </section>
  );
}

function Line({ one, score, trying, chosen }: { one: Submission; score: Score | undefined; trying: boolean; chosen: boolean }) {
  const t = useWords();
  const errors = one.conflicts.filter((each) => each.blocks).length;
  const warnings = one.state === "pending" ? one.findings.length : 0;
  return (
    <li>
      <div className="head">
        <a href={linkTo("review", one.id)} aria-current={chosen ? "true" : undefined}><Text>{one.title}</Text> <small><Text>{one.tool}</Text></small></a>
        <Does one={one} />
        <span className={one.state === "rejected" ? "tag bad" : one.state === "pending" ? "tag" : "tag plain"}>{named(t, "wsSubmission_", one.state)}</span>
        {one.state === "pending" && one.scope === "public" ? <span className="tag">{t("wsReplacesPublic")}</span> : null}
        {one.same_name.length > 0 ? <span className="tag bad">{t("wsSameName", { tools: one.same_name.join(", ") })}</span> : null}
        {errors > 0 ? <span className="tag bad">{t("wsBlocks")}</span> : null}
        {warnings > 0 ? <span className="tag">{t("wsCountWarnings", { count: warnings })}</span> : null}
        {score && score.wrong > 0 ? <span className="tag bad">{t("wsCountWrong", { wrong: score.wrong, all: score.tried })}</span> : null}
        {trying ? <span className="aside">{t("wsTrying")}</span> : null}
      </div>
      <p className="aside"><Text>{t("wsSubmittedBy", { name: one.submitted_by })}</Text> · <When at={one.submitted_at} /></p>
    </li>
  );
}

/** So many rows of the queue have their sentences tried, one after the other. */
const SCORED = 20;

/** How the sentences of those that wait come out now. */
function useScores(rows: Submission[]): Record<string, Score | undefined> {
  const [found, setFound] = useState<Record<string, Score | undefined>>({});
  const ids = rows.filter((one) => one.sentences > 0).slice(0, SCORED).map((one) => one.id).join(" ");
  useEffect(() => {
    let gone = false;
    void (async () => {
      for (const id of ids.split(" ").filter(Boolean)) {
        // A row that is there without a score is being tried.
        setFound((now) => (id in now ? now : { ...now, [id]: undefined }));
        const score = await wire.scoreOf(id).catch(() => undefined);
        if (gone) return;
        setFound(({ [id]: before, ...now }) => (score ?? before ? { ...now, [id]: score ?? before } : now));
      }
    })();
    return () => { gone = true; };
  }, [ids]);
  return found;
}
