import { useSettings } from "../state/settings";
import { visible } from "../text/visible";

/** Beside the title of a call: what tells it from the others of its tool. */
export function Apart({ values }: { values: readonly string[] }) {
  const { t } = useSettings();
  if (values.length === 0) return null;
  const told = values.map(visible).join(t("comma"));
  return <>{" "}<span className="apart" title={told} dir="auto">{told}</span></>;
}
