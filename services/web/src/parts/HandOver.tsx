import { Button, Input } from "antd";
import { useState } from "react";
import { useHandovers } from "../state/handovers";
import { useSettings } from "../state/settings";
import { useInSight } from "../state/useInSight";
import { Text } from "../text/visible";
import type { HandoverView } from "../wire/handover";
import { Card } from "./Card";
import { When } from "./When";

/** Below a message: what became of handing it over, or, below the last one, how it is done. */
export function HandOver({ run, last }: { run: string; last: boolean }) {
  const { own } = useHandovers();
  const found = own.filter((one) => one.run_id === run);
  const waits = own.some((one) => one.state === "open");
  return (
    <>
      {found.map((one) => <Handed key={one.id} one={one} />)}
      {last && !waits && found.length === 0 ? <Offer run={run} /> : null}
    </>
  );
}

function Handed({ one }: { one: HandoverView }) {
  const { t } = useSettings();
  const { withdraw } = useHandovers();
  const [failed, setFailed] = useState("");
  const answered = one.state === "answered";
  const title = answered ? "handedAnswered" : one.state === "open" ? "handedOpen" : "handedWithdrawn";
  return (
    <Card
      name="handover"
      title={t(title)}
      tone={answered ? "good" : one.state === "open" ? "asks" : undefined}
      aside={answered ? <>{t("handedBy", { name: one.answered_by ?? "" })} · <When at={one.answered_at ?? 0} /></> : <When at={one.created_at} />}
    >
      {one.note ? <p className="aside">{t("handedNote")} <Text>{one.note}</Text></p> : null}
      {one.answer ? <p className="answer" role="status"><Text>{one.answer}</Text></p> : null}
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {one.state === "open" ? (
        <div className="buttons small">
          <Button size="small" onClick={() => void withdraw(one.id).catch((error: Error) => setFailed(error.message))}>
            {t("handedWithdraw")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function Offer({ run }: { run: string }) {
  const { t } = useSettings();
  const [open, setOpen] = useState(false);
  if (open) return <Form run={run} onClose={() => setOpen(false)} />;
  return <p className="handover"><button type="button" className="link" onClick={() => setOpen(true)}>{t("handOver")}</button></p>;
}

function Form({ run, onClose }: { run: string; onClose: () => void }) {
  const { t } = useSettings();
  const form = useInSight<HTMLFormElement>();
  const { handOver } = useHandovers();
  const [note, setNote] = useState("");
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await handOver(run, note).catch((error: Error) => setFailed(error.message));
    setBusy(false);
  };
  return (
    <Card name="handing" title={t("handOverTitle")} tone="asks">
      <form
        ref={form}
        className="handing"
        aria-label={t("handOverTitle")}
        onSubmit={(event) => { event.preventDefault(); void send(); }}
      >
        <p className="aside">{t("handOverMore")}</p>
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={4000}
          aria-label={t("handOverNote")}
          placeholder={t("handOverNote")}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
        <div className="buttons">
          <Button type="primary" htmlType="submit" disabled={busy}>{t("handOverSend")}</Button>
          <Button onClick={onClose}>{t("cancel")}</Button>
        </div>
      </form>
    </Card>
  );
}
