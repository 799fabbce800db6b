import { Button, Input } from "antd";
import { useCallback, useEffect, useState } from "react";
import { Wait } from "../owner/Wait";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { type Example, score, sentAlong, type Tried, tried } from "./examples";
import { useAsked } from "./useAsked";
import { type Submission, type Submitted, type ToolCard, type Verb, wire } from "./wire";
import { named, useWords } from "./words";

/** Nobody submits what is out of use. */
const UNUSED = ["retired", "quarantined"];

/** The way into the public pool: what reviewers are told, what stands against it, what became of it. */
export function Submit({ id, card, may, onChange }: {
  id: string;
  card: ToolCard;
  may: Verb[] | undefined;
  onChange: () => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const [note, setNote] = useState("");
  const [done, setDone] = useState<Submitted>();
  const along = sentAlong(id);
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const past = useAsked(useCallback(
    async () => (await wire.submissions(true)).filter((one) => one.tool === id), [id, language],
  ));
  const lint = useAsked(useCallback(() => wire.lint(id), [id, language]));
  const errors = lint.value?.findings.filter((one) => one.severity === "error").length ?? 0;
  const publishes = card.status === "published" && may?.includes("publish");
  const act = async (what: () => Promise<Submitted | undefined>) => {
    setBusy(true);
    setFailed("");
    try {
      setDone(await what());
      onChange();
      past.again();
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  const waits = past.value?.some((one) => one.state === "pending");
  const withdraw = (one: Submission) => void act(async () => {
    await wire.decide(one.id, "withdraw", "");
    return undefined;
  });
  return (
    <>
      {card.scope === "public" && card.status === "published" ? <p className="aside">{t("wsAlreadyPublic")}</p> : may && !may.includes("submit") ? (
        <p className="aside">{t("wsMayNotSubmit")}</p>
      ) : UNUSED.includes(card.status) ? (
        <p className="aside">{t("wsSubmitUnused")}</p>
      ) : waits ? null : (
        <form className="asking" onSubmit={(event) => { event.preventDefault(); void act(() => wire.submit(id, note.trim(), along)); }}>
          <p className="aside">{t(card.scope === "public" ? "wsSubmitAnew" : "wsSubmitMore")}</p>
          <label>
            {t("wsNote")}
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} placeholder={t("wsNoteHint")}
              value={note} onChange={(event) => setNote(event.target.value)} />
          </label>
          <p className="aside">{along.length > 0 ? t("wsAlong", { count: along.length }) : t("wsNoneAlong")}</p>
          <Score id={id} given={along} />
          {errors > 0 ? (
            <p className="note bad"><a href={linkTo("tools", id, "lint")}>{t("wsErrorsFirst", { count: errors })}</a></p>
          ) : publishes ? <p className="note">{t("wsMayPublish")}</p> : null}
          <Button htmlType="submit" type={publishes ? "default" : "primary"} disabled={busy}>{t("wsSubmitNow")}</Button>
        </form>
      )}
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {done && done.blocked.length > 0 ? (
        <div className="card danger" role="alert">
          <h3>{t("wsPutRight")}</h3>
          <ul className="bullets">
            {done.blocked.flatMap((one) => one.says).map((text) => <li key={text}><Text>{text}</Text></li>)}
          </ul>
          <a href={linkTo("tools", id, "lint")}>{t("wsLint")}</a>
        </div>
      ) : null}
      <p role="status">{done && done.submissions.length > 0 ? t("wsSubmitted") : ""}</p>
      <Wait asked={past}>
        {(rows) => rows.length === 0 ? null : (
          <>
            <Submissions title={t("wsSubmissionNow")} rows={rows.filter((one) => one.state === "pending")} onWithdraw={withdraw} />
            <Submissions title={t("wsSubmissionsOf")} rows={rows.filter((one) => one.state !== "pending")} onWithdraw={withdraw} />
          </>
        )}
      </Wait>
    </>
  );
}

/** How the sentences that go along come out now: a remark, which keeps nobody from submitting. */
function Score({ id, given }: { id: string; given: Example[] }) {
  const t = useWords();
  const [rows, setRows] = useState<Tried[]>();
  const texts = JSON.stringify(given);
  useEffect(() => {
    let gone = false;
    setRows(undefined);
    void (async () => {
      const done: Tried[] = [];
      for (const one of JSON.parse(texts) as Example[]) {
        done.push({ ...one, ...await tried(one, (sentence) => wire.why(id, sentence)) });
        if (gone) return;
      }
      setRows(done);
    })();
    return () => { gone = true; };
  }, [id, texts]);
  if (given.length > 0 && rows === undefined) return <p className="aside" role="status">{t("wsTrying")}</p>;
  const found = score(rows ?? []);
  if (found.all === 0) return null;
  return <p className={found.right < found.all ? "note" : "aside"} role="status">{t(found.right < found.all ? "wsScoreLow" : "wsScore", found)}</p>;
}

function Submissions({ title, rows, onWithdraw }: {
  title: string;
  rows: Submission[];
  onWithdraw: (one: Submission) => void;
}) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="works">{rows.map((one) => <Past key={one.id} one={one} onWithdraw={() => onWithdraw(one)} />)}</ul>
    </>
  );
}

function Past({ one, onWithdraw }: { one: Submission; onWithdraw: () => void }) {
  const t = useWords();
  return (
    <li>
      <div className="head">
        <a href={linkTo("review", one.id)}><When at={one.submitted_at} /></a>
        <span className={one.state === "rejected" ? "tag bad" : one.state === "pending" ? "tag" : "tag plain"}>
          {named(t, "wsSubmission_", one.state)}
        </span>
        {one.state === "pending" ? <Button size="small" onClick={onWithdraw}>{t("wsWithdraw")}</Button> : null}
      </div>
      {one.note ? <p><Text>{one.note}</Text></p> : null}
      <Decided one={one} />
    </li>
  );
}

export function Decided({ one }: { one: Submission }) {
  const t = useWords();
  if (one.decided_by === null) return null;
  const values = { name: one.decided_by, reason: one.reason };
  return <p className="note"><Text>{one.reason ? t("wsDecidedBy", values) : t("wsDecidedNoReason", values)}</Text></p>;
}
