import { Button } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";
import { useScreens } from "../state/useScreens";
import { Text } from "../text/visible";
import { call, q } from "../wire/api";
import { save } from "../wire/things";

/** For owners: an evaluation case that expects what came of this run, as a file. */
export function CaseOfRun({ run }: { run: string }) {
  const { t } = useSettings();
  const [failed, setFailed] = useState("");
  if (useScreens().length === 0) return null;
  const take = async () => {
    const response = await call(`/api/evaluation/from-run/${q(run)}`);
    save(`${run}.yaml`, "application/yaml", await response.text());
  };
  return (
    <>
      <Button size="small" title={t("caseOfRunMore")} onClick={() => void take().catch((error: Error) => setFailed(error.message))}>{t("caseOfRun")}</Button>
      {failed ? <span className="error" role="alert"><Text>{failed}</Text></span> : null}
    </>
  );
}
