import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { Fold } from "../parts/Card";
import { useSettings } from "../state/settings";
import { FormView } from "./FormView";
import { useAsked } from "./useAsked";
import { wire } from "./wire";
import { useWords } from "./words";

/** How the tool was understood as it was submitted, with who filled each field: to read only. */
export function Understood({ id }: { id: string }) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.submittedForm(id), [id, language]));
  return (
    <Fold title={t("wsUnderstood")}>
      <Wait asked={asked}>{(form) => <FormView id={id} form={form} opened="" reading onChange={() => undefined} />}</Wait>
    </Fold>
  );
}
