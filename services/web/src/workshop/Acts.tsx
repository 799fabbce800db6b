import { Button, Input } from "antd";
import { useState } from "react";
import { Text } from "../text/visible";
import type { Act, ActAnswer, Effects, ToolCard, Told, Verb } from "./wire";
import { wire } from "./wire";
import { useWords, type Word } from "./words";

const NAMES: Record<Act, Word> = { approve: "wsApproveTool", publish: "wsPublish", retire: "wsRetire", restore: "wsRestore" };

/** What those who may decide about a tool can do: first what it does is shown, then it is done. */
export function Acts({ id, card, may, onDone }: {
  id: string;
  card: ToolCard;
  may: Verb[];
  onDone: () => void;
}) {
  const t = useWords();
  const [act, setAct] = useState<Act>();
  const [shown, setShown] = useState<ActAnswer>();
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const go = async (verb: Act, agreed: boolean) => {
    setBusy(true);
    setFailed("");
    try {
      const answer = await wire.act(verb, id, agreed, reason.trim());
      setAct(agreed && answer.states.length > 0 ? undefined : verb);
      setShown(answer);
      if (agreed) onDone();
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  const open = possible(card, may);
  if (open.length === 0) return null;
  const blocked = shown?.shown?.blocked ?? [];
  return (
    <div className="acts">
      <div className="buttons">
        {open.map((one) => (
          <Button key={one} size="small" danger={one === "retire"} type={one === "publish" ? "primary" : "default"} aria-expanded={act === one} disabled={busy}
            onClick={() => (act === one ? setAct(undefined) : void go(one, false))}>{t(NAMES[one])}</Button>
        ))}
      </div>
      <p className="aside" role="status">{busy ? t("wsActing") : ""}</p>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {act && shown ? (
        <div className="card" role="group" aria-label={t(NAMES[act])}>
          {blocked.length > 0 ? <><h3>{t("wsStandsAgainst")}</h3><Says told={blocked} /></> : null}
          <Says told={shown.shown?.tools ?? []} />
          <Losses told={shown.losses ?? []} />
          {act === "restore" ? <p className="aside">{t("wsRestoreMore")}</p> : null}
          {act === "approve" || act === "restore" ? null : <Effect effects={shown.shown?.effects ?? shown.effects} />}
          {act === "retire" ? (
            <label className="reason">
              {t("wsRetireReason")}
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
            </label>
          ) : null}
          {blocked.length === 0 ? (
            <div className="buttons">
              <Button type="primary" danger={act === "retire"} disabled={busy} onClick={() => void go(act, true)}>
                {t("wsConfirm", { what: t(NAMES[act]) })}
              </Button>
              <Button onClick={() => setAct(undefined)}>{t("cancel")}</Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function possible(card: ToolCard, may: Verb[]): Act[] {
  const found: Act[] = [];
  const waits = card.offered.length > 0 || ["awaiting_approval", "quarantined", "draft"].includes(card.status);
  if (waits && may.includes("approve")) found.push("approve");
  if (card.status === "published" && card.scope !== "public" && may.includes("publish")) found.push("publish");
  if (card.status !== "retired" && may.includes("decide")) found.push("retire");
  if (card.status === "retired" && may.includes("approve")) found.push("restore");
  return found;
}

/** Who used it, what depends on it, and whether there is a way back. */
function Losses({ told }: { told: string[] }) {
  return told.length > 0 ? <ul className="bullets">{told.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul> : null;
}

function Says({ told }: { told: Told[] }) {
  const lines = told.flatMap((one) => one.says);
  return <ul className="bullets">{lines.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>;
}

function Effect({ effects }: { effects: Effects | undefined }) {
  const t = useWords();
  if (!effects) return null;
  if (effects.planned === 0) return <p className="aside">{t("wsNoneNear")}</p>;
  if (effects.changed.length === 0) return <p className="aside">{t("wsNoEffects", { planned: effects.planned })}</p>;
  return (
    <>
      <h3>{t("wsEffects", { planned: effects.planned, changed: effects.changed.length })}</h3>
      <ul className="bullets">{effects.changed.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
    </>
  );
}
