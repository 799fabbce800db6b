import { Button } from "antd";
import { plain, Text } from "../text/visible";
import { Findings } from "./Findings";
import type { Changed, ImportReport, Preview } from "./wire";
import { named, type Say, useWords } from "./words";

/** What an import would bring, tool by tool, with what is wrong; nothing is stored yet. */
export function PreviewView({ report, busy, onTake, onLeave }: {
  report: ImportReport;
  busy: boolean;
  onTake: () => void;
  onLeave?: () => void;
}) {
  const t = useWords();
  const asks = report.again && report.changed.length + report.gone.length > 0;
  const same = report.again && !asks && report.new.length === 0;
  return (
    <section className="card" aria-label={t("wsPreview", { source: report.source })}>
      <div className="head">
        <h2><Text>{t("wsPreview", { source: report.source })}</Text></h2>
        <span className="tag plain">{t("wsUsable", { usable: report.usable, tools: report.tools })}</span>
      </div>
      {report.nowhere.length > 0 ? <p className="note">{t("wsNowhere", { count: report.nowhere.length })}</p> : null}
      {report.not_public.length > 0 ? <p className="note">{t("wsNotPublic", { count: report.not_public.length })}</p> : null}
      {report.waiting.length > 0 ? (
        <div className="note bad" role="note">
          <p>{t("wsWaitAgain", { count: report.waiting.length })}</p>
          <ul className="bullets">{report.waiting.map((id) => <li key={id}><code><Text>{id}</Text></code></li>)}</ul>
        </div>
      ) : null}
      {report.voided.length > 0 ? (
        <div className="note bad" role="note">
          <p>{t("wsVoids", { count: report.voided.length })}</p>
          <ul className="bullets">{report.voided.map((id) => <li key={id}><code><Text>{id}</Text></code></li>)}</ul>
        </div>
      ) : null}
      {report.alike > 0 ? <p className="note">{t("wsAlikeTools", { count: report.alike, tools: report.tools })}</p> : null}
      {report.again ? <News report={report} /> : null}
      {same ? <p className="aside">{t("wsNothingNew")}</p> : null}
      <div className="buttons">
        <Button type="primary" disabled={busy} onClick={onTake}>{asks ? t("wsAgree") : t("wsTake", { count: report.tools })}</Button>
        {onLeave ? <Button disabled={busy} onClick={onLeave}>{t("cancel")}</Button> : null}
      </div>
      <ul className="works">{report.previews.map((one) => <Line key={one.id} one={one} />)}</ul>
      {report.previews.length < report.tools ? <p className="aside">{t("wsFewerShown", { count: report.previews.length })}</p> : null}
      {report.left_out.length > 0 ? (
        <details className="fold">
          <summary>{t("wsLeftOut", { count: report.left_out.length })}</summary>
          <ul className="bullets">{report.left_out.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
        </details>
      ) : null}
    </section>
  );
}

function News({ report }: { report: ImportReport }) {
  const t = useWords();
  const names = (ids: string[]): Changed[] => ids.map((tool) => ({ tool, says: [], breaking: false }));
  const breaking = report.changed.filter((one) => one.breaking).length + report.gone.length;
  return (
    <>
      {breaking > 0 ? <p className="note bad" role="note">{t("wsBreaks", { count: breaking })}</p> : null}
      <Group title={t("wsChangedTools", { count: report.changed.length })} told={report.changed} />
      <Group title={t("wsNewTools", { count: report.new.length })} told={names(report.new)} />
      <Group title={t("wsGoneTools", { count: report.gone.length })} told={names(report.gone)} />
    </>
  );
}

function Group({ title, told }: { title: string; told: Changed[] }) {
  const t = useWords();
  if (told.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="bullets">
        {told.map((one) => (
          <li key={one.tool}>
            <code><Text>{one.tool}</Text></code>{" "}
            {one.breaking ? <span className="tag bad">{t("wsBreaking")}</span> : null}
            {one.says.map((text) => <p key={text} className="aside"><Text>{text}</Text></p>)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** `needs.keeper.attribute` as the form calls it. */
function fieldName(t: Say, path: string): string {
  const parts = path.split(".");
  return [parts.slice(1, -1).join("."), named(t, "wsField_", parts.at(-1) ?? path)].filter(Boolean).join(" · ");
}

function Line({ one }: { one: Preview }) {
  const t = useWords();
  const errors = one.findings.filter((each) => each.severity === "error").length;
  const warnings = one.findings.length - errors;
  return (
    <li>
      <div className="head">
        <strong><Text>{one.title}</Text></strong>
        {one.status === "published" ? null : <span className="tag bad">{named(t, "wsStatus_", one.status)}</span>}
        {errors > 0 ? <span className="tag bad">{t("wsPreviewErrors", { count: errors })}</span> : null}
        {warnings > 0 ? <span className="tag">{t("wsPreviewWarnings", { count: warnings })}</span> : null}
      </div>
      {one.summary && one.summary !== one.title ? <p className="clip"><Text>{one.summary}</Text></p> : null}
      <p className="aside facts">
        <code><Text>{one.id}</Text></code>
        {[one.function, ...one.environments].map((word) => <span key={word}><Text>{word}</Text></span>)}
      </p>
      {one.arguments.length > 0 ? (
        <p className="aside facts">
          {one.arguments.map(({ name, required }) => (
            <span key={name}><code><Text>{name}</Text></code>{required ? ` ${t("wsRequired")}` : null}</span>
          ))}
        </p>
      ) : null}
      {one.corrections.length > 0 ? (
        <p className="aside facts">
          <span>{t("wsCorrected")}</span>
          {one.corrections.map(({ path, value, who }) => (
            <span key={path}><Text>{`${fieldName(t, path)} = ${plain(value)} (${who})`}</Text></span>
          ))}
        </p>
      ) : null}
      {one.like.length > 0 ? <p className="note"><Text>{t("wsLike", { tools: one.like.join(", ") })}</Text></p> : null}
      {one.findings.length > 0 ? (
        <details className="fold" open={errors > 0}>
          <summary>{t("wsLint")}</summary>
          <Findings found={one.findings} />
        </details>
      ) : null}
    </li>
  );
}
