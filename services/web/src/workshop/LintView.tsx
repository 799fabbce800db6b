import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Findings } from "./Findings";
import { useAsked } from "./useAsked";
import { type Finding, wire } from "./wire";
import { type Say, useWords } from "./words";

export function LintView({ id, may }: {
  id: string;
  /** The reader may set fields of its form. */
  may: boolean;
}) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.lint(id), [id, language]));
  return (
    <Wait asked={asked}>
      {({ findings }) => (
        <>
          <p className="aside">{[t("wsLintMore"), kept(findings, t)].filter(Boolean).join(language === "zh" ? "" : " ")}</p>
          <Findings found={findings} mending={may} />
          {findings.some((one) => !one.mended_by) ? <p className="aside">{t("wsFixAtSource")}</p> : null}
        </>
      )}
    </Wait>
  );
}

/** What the findings mean for the use of the tool. */
function kept(findings: Finding[], t: Say): string {
  if (findings.length === 0) return "";
  return t(findings.some((one) => one.severity === "error") ? "wsLintErrors" : "wsLintWarnings");
}
