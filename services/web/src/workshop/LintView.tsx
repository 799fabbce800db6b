import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Findings } from "./Findings";
import { useAsked } from "./useAsked";
import { wire } from "./wire";
import { useWords } from "./words";

export function LintView({ id }: { id: string }) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.lint(id), [id, language]));
  return (
    <Wait asked={asked}>
      {({ findings }) => (
        <>
          <p className="aside">{t("wsLintMore")}</p>
          <Findings found={findings} />
          {findings.length > 0 ? <p className="aside">{t("wsFixAtSource")}</p> : null}
        </>
      )}
    </Wait>
  );
}
