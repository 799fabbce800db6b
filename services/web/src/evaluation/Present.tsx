import { Button } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { percent, whole } from "../owner/numbers";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { links } from "./address";
import { Resume } from "./Resume";
import { Start } from "./Start";
import { type Going, isGoing, suiteName, wire } from "./wire";
import { useWords } from "./words";

const EVERY = 2000;

/** The run that goes on, whoever started it; where none does, the way to start one. */
export function Present({ going, onHeard, onEnded }: {
  /** As it was heard of last; undefined: not yet. */
  going: Going | null | undefined;
  onHeard: (going: Going | null) => void;
  onEnded: () => void;
}) {
  const t = useWords();
  const id = useId();
  const latest = useRef({ onHeard, onEnded });
  latest.current = { onHeard, onEnded };
  const goes = going != null && isGoing(going);
  useEffect(() => {
    if (!goes) return undefined;
    const timer = setInterval(() => {
      wire.going().then((found) => {
        latest.current.onHeard(found);
        if (!found || !isGoing(found)) latest.current.onEnded();
      }, () => undefined);
    }, EVERY);
    return () => clearInterval(timer);
  }, [goes]);
  if (going === undefined) return null;
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t(goes ? "evaGoing" : "evaNew")}</h2></header>
      {goes ? <Progress going={going} onHeard={onHeard} /> : (
        <>
          <p className="aside">{t("evaNewMore")}</p>
          <Start onStarted={onHeard} />
        </>
      )}
      {going && !goes ? <Ended going={going} onHeard={onHeard} /> : null}
    </section>
  );
}

function Progress({ going, onHeard }: { going: Going; onHeard: (going: Going) => void }) {
  const t = useWords();
  const { language } = useSettings();
  const [failed, setFailed] = useState("");
  const { planned, said, passed, seconds_left: left } = going;
  const stop = () => wire.stop().then(onHeard, (error: Error) => setFailed(error.message));
  return (
    <>
      <p className="facts">
        <strong><Text>{suiteName(going.wanted.suite)}</Text></strong>
        {going.wanted.label ? <Text>{going.wanted.label}</Text> : null}
        <span>{t(`evaVariant_${going.wanted.variant}`)}</span>
        <span>{t("evaWho")}: <Text>{going.who || t("evaNobody")}</Text></span>
      </p>
      <progress max={planned || 1} value={said} aria-label={t("evaGoing")} />
      <p role="status">
        {going.state === "stopping" ? t("evaStopping") : planned === 0 ? t("evaBeginning") : said === 0 ? t("evaNoneYet", { planned: whole(planned, language) }) : (
          t("evaSoFar", { said: whole(said, language), planned: whole(planned, language), passed: percent(passed, said, language) })
        )}
        {left === null || said === planned ? null : ` ${rest(t, left)}`}
      </p>
      <p className="aside">{t("evaMayLeave")}</p>
      <Button danger disabled={going.state === "stopping"} onClick={() => void stop()}>{t("evaStop")}</Button>
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
    </>
  );
}

function rest(t: ReturnType<typeof useWords>, seconds: number): string {
  return seconds < 60 ? t("evaRestSoon") : t("evaRest", { minutes: Math.ceil(seconds / 60) });
}

function Ended({ going, onHeard }: { going: Going; onHeard: (going: Going) => void }) {
  const t = useWords();
  const { language } = useSettings();
  const name = suiteName(going.wanted.suite);
  if (going.state === "failed") {
    return <p className="error" role="alert"><Text>{t("evaFailed", { name, why: going.why })}</Text></p>;
  }
  return (
    <p role="status">
      {going.state === "stopped"
        ? t("evaStopped", { name, said: going.said, planned: going.planned })
        : t("evaFinished", { name, passed: percent(going.passed, going.said, language) })}{" "}
      {going.run ? <a className="underlined" href={links.run(going.run)}>{t("evaLook")}</a> : null}{" "}
      {going.run && going.state === "stopped" ? <Resume run={going.run} onStarted={onHeard} /> : null}
    </p>
  );
}
