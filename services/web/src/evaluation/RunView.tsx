import { Button } from "antd";
import { useCallback, useId, useState } from "react";
import { percent, whole } from "../owner/numbers";
import { Wait } from "../owner/Wait";
import { Fold } from "../parts/Card";
import { When } from "../parts/When";
import { useSettings } from "../state/settings";
import { type Key, MESSAGES } from "../text/messages";
import { Text } from "../text/visible";
import { csvOf, save } from "../wire/things";
import { useAsked } from "../workshop/useAsked";
import { links } from "./address";
import { sheetOf } from "./export";
import { Rate } from "./Rate";
import { reasonOf } from "./reasons";
import { type Failure, isUnfinished, type Shown, STAGES, suiteName, wire } from "./wire";
import { type Say, useWords } from "./words";

const PASSED = 100;
const PARTS = ["zh", "en", "mixed", "short", "middle", "long", "dialogue"] as const;
const SLICES = ["language", "length", "intent", "author", "wording"] as const;

/** One run: its rates, where cases were lost, and those that failed. */
export function RunView({ id }: { id: string }) {
  const t = useWords();
  const asked = useAsked(useCallback(() => wire.run(id), [id]));
  return (
    <>
      <a className="link" href={links.history}>{t("evaAll")}</a>
      <Wait asked={asked}>{(found) => <Whole found={found} />}</Wait>
    </>
  );
}

function Whole({ found }: { found: Shown }) {
  const t = useWords();
  const { run } = found;
  return (
    <>
      <section className="card figure" aria-label={t("evaRun")}>
        <header>
          <h2><Text>{suiteName(run.suite)}</Text> · <When at={run.started_at} /></h2>
          <Button onClick={() => save(`zhizao-${run.id}.csv`, "text/csv", csvOf(sheetOf(t, found)))}>{t("evaExport")}</Button>
        </header>
        {isUnfinished(run) ? <p className="note" role="note">{t("evaPartial", { total: run.rate.total, planned: run.planned })}</p> : null}
        <dl className="rates">
          <div><dt>{t("evaRate")}</dt><dd><Rate rate={run.rate} /></dd></div>
          {found.rate_unseen.total > 0 ? (
            <>
              <div><dt>{t("evaSeen")}</dt><dd><Rate rate={found.rate_seen} /></dd></div>
              <div><dt>{t("evaUnseen")}</dt><dd><Rate rate={found.rate_unseen} /></dd></div>
            </>
          ) : null}
        </dl>
        <p className="facts aside">
          {run.label ? <Text>{run.label}</Text> : null}
          <span>{t(`evaVariant_${run.variant}`)}</span>
          <span>{t("evaWho")}: <Text>{run.who || t("evaNobody")}</Text></span>
          <Text>{run.about}</Text>
          {run.version ? <span>{t("evaVersion", { version: run.version })}</span> : null}
          <code><Text>{run.id}</Text></code>
        </p>
      </section>
      <Lost found={found} />
      <Failures found={found} />
      <Passes found={found} />
      <Slices found={found} />
    </>
  );
}

function Lost({ found }: { found: Shown }) {
  const t = useWords();
  const { language } = useSettings();
  const id = useId();
  const all = found.run.rate.total;
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t("evaLost")}</h2></header>
      <ul className="funnel">
        {STAGES.map((stage) => (
          <li key={stage}>
            <span>{t(`evaStage_${stage}`)}</span>
            <span className="track" aria-hidden="true"><i className="gone" style={{ width: `${(found.funnel[stage] / (all || 1)) * 100}%` }} /></span>
            <span className="number">
              {whole(found.funnel[stage], language)} <small>{found.funnel[stage] > 0 ? percent(found.funnel[stage], all, language) : ""}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Failures({ found }: { found: Shown }) {
  const t = useWords();
  const id = useId();
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t("evaFailures")}</h2></header>
      {found.closed > 0 ? <p className="aside">{t("evaClosedCount", { count: found.closed })}</p> : null}
      {found.failures.length === 0 ? <p className="aside">{t("evaNoFailures")}</p> : (
        <ul className="works">
          {found.failures.map((one) => <Failed key={`${one.id} ${one.repetition}`} run={found.run.id} failure={one} />)}
        </ul>
      )}
    </section>
  );
}

function Failed({ run, failure }: { run: string; failure: Failure }) {
  const t = useWords();
  const closed = failure.texts.length === 0;
  return (
    <li>
      <div className="head">
        <a href={links.case(run, failure.id)}><Text>{failure.id}</Text></a>
        <span className="tag">{t("evaLostAt", { stage: t(`evaStage_${failure.lost}`) })}</span>
        {failure.repetition > 0 ? <span className="aside">{t("evaRepetition", { number: failure.repetition + 1 })}</span> : null}
        {closed ? <span className="aside">{t("evaClosed")}</span> : null}
      </div>
      {failure.texts.map((text, number) => <p key={number}><Text>{text}</Text></p>)}
      <ul className="bullets aside">{failure.reasons.map((reason, number) => <li key={number}><Text>{reasonOf(t, reason)}</Text></li>)}</ul>
    </li>
  );
}

/** Those that passed, each with the way to what was said and done. */
function Passes({ found }: { found: Shown }) {
  const t = useWords();
  const [all, setAll] = useState(false);
  if (found.passed.length === 0) return null;
  const shown = all ? found.passed : found.passed.slice(0, PASSED);
  return (
    <section className="card figure" aria-label={t("evaPasses")}>
      <Fold title={t("evaPassesCount", { count: found.passed.length })}>
        <ul className="bullets">
          {shown.map((one) => (
            <li key={`${one.id} ${one.repetition}`}>
              <a href={links.case(found.run.id, one.id)}><Text>{one.id}</Text></a>
              {one.repetition > 0 ? <span className="aside"> {t("evaRepetition", { number: one.repetition + 1 })}</span> : null}
            </li>
          ))}
        </ul>
        {shown.length < found.passed.length ? (
          <button type="button" className="link" onClick={() => setAll(true)}>{t("showAll", { count: found.passed.length })}</button>
        ) : null}
      </Fold>
    </section>
  );
}

/** Values that the page has words for; wordings are counted from 1, authors are names. */
function partName(t: Say, slice: string, part: string): string {
  if (slice === "wording") return String(Number(part) + 1);
  const known = PARTS.find((one) => one === part);
  if (known && (slice === "language" || slice === "length")) return t(`evaPart_${known}`);
  return slice === "intent" && part in MESSAGES.zh ? t(part as Key) : part;
}

function Slices({ found }: { found: Shown }) {
  const t = useWords();
  const id = useId();
  const names = SLICES.filter((one) => found.slices[one]);
  if (names.length === 0) return null;
  return (
    <section className="card figure" aria-labelledby={id}>
      <header><h2 id={id}>{t("evaSlices")}</h2></header>
      <div className="scroll" tabIndex={0} role="group" aria-label={t("evaSlices")}>
        <table>
          <tbody>
            {names.flatMap((name) => Object.entries(found.slices[name] ?? {}).map(([part, rate]) => (
              <tr key={`${name} ${part}`}>
                <th scope="row"><Text>{`${t(`evaSlice_${name}`)} · ${partName(t, name, part)}`}</Text></th>
                <td><Rate rate={rate} /></td>
              </tr>
            )))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
