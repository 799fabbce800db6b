import { Button, Input } from "antd";
import { useState } from "react";
import { Fold } from "../parts/Card";
import { When } from "../parts/When";
import { useHandovers } from "../state/handovers";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text } from "../text/visible";
import type { HandoverView } from "../wire/handover";

/** Conversations that wait for this person's answer, and those that were answered. */
export default function HandoverPanel() {
  const { t } = useSettings();
  const { queue } = useHandovers();
  if (queue.length === 0) return <p className="aside">{t("handedNone")}</p>;
  return <ul className="lines data">{queue.map((one) => <li key={one.id}><Waiting one={one} /></li>)}</ul>;
}

function Waiting({ one }: { one: HandoverView }) {
  const { t } = useSettings();
  const { turns, authors } = one.packet;
  const open = one.state === "open";
  return (
    <article aria-label={t("handedFrom", { name: one.user })}>
      <div className="head">
        <strong><Text>{t("handedFrom", { name: one.user })}</Text></strong>
        <span className="aside">{t(`handedState_${one.state}` as Key)} · <When at={one.created_at} /></span>
      </div>
      {one.note ? <p><Text>{one.note}</Text></p> : null}
      {authors.length > 0 ? <p className="aside"><Text>{t("handedAuthors", { names: authors.join(t("listComma")) })}</Text></p> : null}
      <Fold title={t("handedTurns", { count: turns.length })} open={open}>
        <ol className="lines packet">
          {turns.map((turn) => (
            <li key={turn.run_id}>
              <p><strong><Text>{turn.text}</Text></strong> <small>{t(turn.status as Key)}</small></p>
              {turn.understood.map((line, number) => <p key={number} className="aside"><Text>{line}</Text></p>)}
              {turn.calls.map((call, number) => (
                <p key={number} className="datum">
                  <small>{t((call.status === "planned" ? "waitingStep" : call.status) as Key)}</small>{" "}
                  <Text>{call.title}</Text> <code><Text>{call.tool}</Text></code>
                  {call.arguments.map((line, place) => <Text key={place} className="aside">{line}</Text>)}
                  {call.failure ? <Text className="error">{call.failure}</Text> : null}
                </p>
              ))}
              {turn.answer ? <p className="aside"><Text>{turn.answer}</Text></p> : null}
            </li>
          ))}
        </ol>
      </Fold>
      {one.answer ? (
        <p><small>{t("handedBy", { name: one.answered_by ?? "" })}</small> <Text>{one.answer}</Text></p>
      ) : null}
      {open && one.may_answer ? <Reply one={one} /> : null}
    </article>
  );
}

function Reply({ one }: { one: HandoverView }) {
  const { t } = useSettings();
  const { answer } = useHandovers();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!text.trim()) return setProblem(t("handedEmpty"));
    setBusy(true);
    setProblem("");
    await answer(one.id, text).catch((error: Error) => setProblem(error.message));
    setBusy(false);
  };
  return (
    <form className="handing" onSubmit={(event) => { event.preventDefault(); void send(); }}>
      <Input.TextArea
        autoSize={{ minRows: 2, maxRows: 12 }}
        maxLength={4000}
        aria-label={t("handedReplyLabel", { name: one.user })}
        placeholder={t("handedReply")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem ? <p className="error" role="alert"><Text>{problem}</Text></p> : null}
      <Button type="primary" htmlType="submit" disabled={busy}>{t("handedSend")}</Button>
    </form>
  );
}
