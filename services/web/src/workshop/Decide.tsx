import { Button, Input } from "antd";
import { useRef, useState } from "react";
import { Text } from "../text/visible";
import { short } from "./History";
import { type Bench, type SubmissionDetail, wire } from "./wire";
import { useWords, type Word } from "./words";

type Verb = "approve" | "reject" | "withdraw";
const DONE: Record<Verb, Word> = { approve: "wsApproved", reject: "wsRejected", withdraw: "wsWithdrawn" };

/** A reviewer's yes, or a no with its reason; its author takes a submission back. */
export function Decide({ one, bench, onDone, onStale }: {
  one: SubmissionDetail;
  bench: Bench;
  onDone: (said: string) => void;
  /** Somebody else may have decided. */
  onStale: () => void;
}) {
  const t = useWords();
  const [reason, setReason] = useState("");
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const [sure, setSure] = useState(false);
  const box = useRef<HTMLTextAreaElement | null>(null);
  if (one.state !== "pending") return null;
  const own = one.submitted_by === bench.user;
  const decide = async (verb: Verb) => {
    if (verb === "reject" && !reason.trim()) {
      setFailed(t("wsNeedsReason"));
      box.current?.focus();
      return;
    }
    setBusy(true);
    setFailed("");
    try {
      await wire.decide(one.id, verb, reason.trim());
      onDone(t(DONE[verb]));
    } catch (error) {
      setFailed((error as Error).message);
      onStale();
    }
    setBusy(false);
    setSure(false);
  };
  return (
    <div className="decide">
      {bench.may_review ? (
        <>
          <label>
            {t("wsReason")}
            <Input.TextArea
              ref={(held) => { box.current = held?.resizableTextArea?.textArea ?? null; }}
              autoSize={{ minRows: 2, maxRows: 8 }}
              maxLength={2000}
              placeholder={t("wsReasonHint")}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          {one.objections.length === 0 ? <p className="aside">{t("wsNothingAgainst")}</p> : null}
        </>
      ) : null}
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      <div className="buttons small">
        {bench.may_review ? (
          <>
            <Button type="primary" aria-expanded={sure} disabled={busy || one.objections.length > 0} onClick={() => setSure(!sure)}>{t("wsApprove")}</Button>
            <Button danger disabled={busy} onClick={() => void decide("reject")}>{t("wsReject")}</Button>
          </>
        ) : null}
        {own ? <Button disabled={busy} onClick={() => void decide("withdraw")}>{t("wsWithdraw")}</Button> : null}
      </div>
      {sure ? (
        <div className="card asks" role="group" aria-label={t("wsApprove")}>
          <p><Text>{t("wsApproveWhat", { title: one.title, tool: one.tool, hash: short(one.hash) })}</Text></p>
          <div className="buttons">
            <Button type="primary" autoFocus disabled={busy} onClick={() => void decide("approve")}>{t("wsConfirm", { what: t("wsApprove") })}</Button>
            <Button onClick={() => setSure(false)}>{t("cancel")}</Button>
          </div>
        </div>
      ) : null}
      {own && bench.may_review ? <p className="aside">{t("wsYourOwn")}</p> : null}
    </div>
  );
}
