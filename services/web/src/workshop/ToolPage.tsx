import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { Copy } from "../parts/Copy";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { Acts } from "./Acts";
import { linkTo, type Side, SIDES } from "./address";
import { FormView } from "./FormView";
import { History } from "./History";
import { LintView } from "./LintView";
import { Rivals } from "./Rivals";
import { Submit } from "./Submit";
import { Trying } from "./Trying";
import { useAsked } from "./useAsked";
import { wire } from "./wire";
import { named, useWords, type Word } from "./words";

const NAMES: Record<Side, Word> = {
  form: "wsForm", lint: "wsLint", try: "wsTry", rivals: "wsRivals", history: "wsHistory", submit: "wsSubmit",
};

/** One tool from all sides. */
export function ToolPage({ id, side, field, onChange }: {
  id: string;
  side: Side;
  /** Path of the field that is to be open. */
  field: string;
  onChange: () => void;
}) {
  const t = useWords();
  const { language } = useSettings();
  const card = useAsked(useCallback(() => wire.tool(id), [id, language]));
  const form = useAsked(useCallback(() => wire.form(id), [id, language]));
  const again = () => { card.again(); form.again(); onChange(); };
  return (
    <section aria-label={card.value?.title ?? id}>
      <a className="link" href={linkTo("tools")}>← {t("wsAllTools")}</a>
      <Wait asked={card}>
        {(held) => (
          <>
            <div className="head">
              <h2><Text>{held.title}</Text></h2>
              <span className={held.status === "published" ? "tag plain" : "tag"}>{named(t, "wsStatus_", held.status)}</span>
              <span className="tag plain">{named(t, "wsScope_", held.scope)}</span>
            </div>
            <p className="aside facts"><code><Text>{held.tool.id}</Text></code><Copy text={held.tool.id} small /></p>
            {held.reasons.length > 0 ? <p className="aside"><Text>{t("wsReasonsOf", { reasons: held.reasons.join(", ") })}</Text></p> : null}
            {held.offered.length > 0 ? (
              <div className="note" role="note">
                <p>{t("wsOffered")}</p>
                <ul className="bullets">{held.offered.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
                <p><a className="link" href={linkTo("import")}>{t("wsToSources")}</a></p>
              </div>
            ) : null}
            <Acts id={id} card={held} may={form.value?.may ?? []} onDone={again} />
            <nav className="tabs" aria-label={t("wsToolSections")}>
              {SIDES.map((one) => (
                <a key={one} href={linkTo("tools", id, one)} aria-current={one === side ? "page" : undefined}>{t(NAMES[one])}</a>
              ))}
            </nav>
            {side === "form" ? <Wait asked={form}>{(told) => <FormView id={id} form={told} opened={field} onChange={again} />}</Wait> : null}
            {side === "lint" ? <LintView id={id} may={form.value?.may.includes("edit") ?? false} /> : null}
            {side === "try" ? <Trying id={id} /> : null}
            {side === "rivals" ? <Rivals id={id} /> : null}
            {side === "history" ? <History card={held} /> : null}
            {side === "submit" ? <Submit id={id} card={held} may={form.value?.may} onChange={again} /> : null}
          </>
        )}
      </Wait>
    </section>
  );
}
