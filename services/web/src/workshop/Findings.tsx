import { Text } from "../text/visible";
import { linkToField } from "./address";
import type { Finding } from "./wire";
import { named, type Say, useWords } from "./words";

/** What is wrong, the errors first, each with where it is and how it is put right. */
export function Findings({ found, mending }: {
  found: Finding[];
  /** The reader may set fields of the tools' forms. */
  mending?: boolean;
}) {
  const t = useWords();
  const errors = found.filter((one) => one.severity === "error");
  const warnings = found.filter((one) => one.severity !== "error");
  if (found.length === 0) return <p className="aside">{t("wsClean")}</p>;
  return (
    <>
      {errors.length > 0 ? <h4 className="error">{t("wsErrors", { count: errors.length })}</h4> : null}
      <Lines found={errors} mending={mending} />
      {warnings.length > 0 ? <h4>{t("wsWarnings", { count: warnings.length })}</h4> : null}
      <Lines found={warnings} mending={mending} />
    </>
  );
}

function Lines({ found, mending }: { found: Finding[]; mending?: boolean }) {
  const t = useWords();
  if (found.length === 0) return null;
  return (
    <ul className="findings">
      {found.map((one, number) => (
        <li key={number} className={one.severity}>
          <p><Text>{one.fault || one.text}</Text></p>
          <p className="aside"><code><Text>{one.place}</Text></code> · <Text>{t("wsRule", { rule: one.rule })}</Text></p>
          {mending && one.mended_by ? <a className="link" href={linkToField(one.tool, one.mended_by)}>{t("wsMend", { field: fieldOf(t, one.mended_by) })}</a> : null}
        </li>
      ))}
    </ul>
  );
}

/** The field as the form calls it, behind the argument that it belongs to. */
function fieldOf(t: Say, path: string): string {
  const end = path.lastIndexOf(".");
  const name = named(t, "wsField_", path.slice(end + 1));
  const place = path.slice(path.indexOf(".") + 1, Math.max(end, 0));
  return place ? `${place}: ${name}` : name;
}
