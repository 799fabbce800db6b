import { Button } from "antd";
import { useCallback, useState } from "react";
import { Wait } from "../owner/Wait";
import { Copy } from "../parts/Copy";
import { Text, visible } from "../text/visible";
import { useAsked } from "../workshop/useAsked";
import { links } from "./address";
import { type CaseShown, type Went, wire } from "./wire";
import { reasonOf } from "./reasons";
import { useWords } from "./words";

/** One case of a run: what was expected, what came, and at which stage it was lost. */
export function CaseView({ run, id }: { run: string; id: string }) {
  const t = useWords();
  const asked = useAsked(useCallback(() => wire.case(run, id), [run, id]));
  const [opened, setOpened] = useState<CaseShown>();
  return (
    <>
      <a className="link" href={links.run(run)}>{t("evaCaseBack")}</a>
      <Wait asked={asked}>
        {(found) => <Whole run={run} id={id} found={opened ?? found} onOpened={setOpened} />}
      </Wait>
    </>
  );
}

function Whole({ run, id, found, onOpened }: {
  run: string;
  id: string;
  found: CaseShown;
  onOpened: (found: CaseShown) => void;
}) {
  const t = useWords();
  const closed = found.conversations.some((one) => one.state === "closed");
  return (
    <>
      <h2><Text>{id}</Text></h2>
      {closed ? <Closed run={run} id={id} onOpened={onOpened} /> : null}
      {closed ? null : (
        <section className="card figure" aria-label={t("evaExpected")}>
          <header><h3>{t("evaExpected")}</h3></header>
          {found.expected === null ? <p className="aside">{t("evaExpectedGone")}</p> : (
            <>
              <p className="aside">{t(found.derived ? "evaDerived" : "evaNow")}</p>
              <pre tabIndex={0}>{visible(found.expected)}</pre>
            </>
          )}
        </section>
      )}
      {found.conversations.filter((one) => one.state !== "closed").map((one) => <Conversation key={`${one.id} ${one.repetition}`} went={one} />)}
    </>
  );
}

function Closed({ run, id, onOpened }: { run: string; id: string; onOpened: (found: CaseShown) => void }) {
  const t = useWords();
  const [failed, setFailed] = useState("");
  const open = () => void wire.open(run, id).then(onOpened, (error: Error) => setFailed(error.message));
  return (
    <section className="card asks figure" aria-label={t("evaClosed")}>
      <p>{t("evaOpenMore")}</p>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      <div className="buttons"><Button danger onClick={open}>{t("evaOpenIt")}</Button></div>
    </section>
  );
}

function Conversation({ went }: { went: Went }) {
  const t = useWords();
  const name = went.repetition > 0 ? `${went.id} · ${t("evaRepetition", { number: went.repetition + 1 })}` : went.id;
  return (
    <section className="card figure" aria-label={`${t("evaGot")}: ${visible(name)}`}>
      <header>
        <h3>{t("evaGot")}: <Text>{name}</Text></h3>
        <span className={went.lost ? "tag" : "tag plain"}>
          {went.lost ? t("evaLostAt", { stage: t(`evaStage_${went.lost}`) }) : t("evaOk")}
        </span>
      </header>
      <h4>{t("evaSaid")}</h4>
      {went.texts.map((text, number) => <p key={number}><Text>{text}</Text></p>)}
      {went.reasons.length > 0 ? (
        <>
          <h4>{t("evaReasons")}</h4>
          <ul className="bullets">{went.reasons.map((reason, number) => <li key={number}><Text>{reasonOf(t, reason)}</Text></li>)}</ul>
        </>
      ) : null}
      <h4>{t("evaTrace")}</h4>
      <pre tabIndex={0}>{visible(went.trace.join("\n"))}</pre>
      <p className="facts"><code><Text>{went.again}</Text></code></p>
      <div className="buttons"><Copy text={went.again} label={t("evaAgain")} /></div>
    </section>
  );
}
