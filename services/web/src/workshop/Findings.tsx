import { Text } from "../text/visible";
import type { Finding } from "./wire";
import { useWords } from "./words";

/** What is wrong, the errors first, each with where it is and how it is put right. */
export function Findings({ found }: { found: Finding[] }) {
  const t = useWords();
  const errors = found.filter((one) => one.severity === "error");
  const warnings = found.filter((one) => one.severity !== "error");
  if (found.length === 0) return <p className="aside">{t("wsClean")}</p>;
  return (
    <>
      {errors.length > 0 ? <h4 className="error">{t("wsErrors", { count: errors.length })}</h4> : null}
      <Lines found={errors} />
      {warnings.length > 0 ? <h4>{t("wsWarnings", { count: warnings.length })}</h4> : null}
      <Lines found={warnings} />
    </>
  );
}

function Lines({ found }: { found: Finding[] }) {
  const t = useWords();
  if (found.length === 0) return null;
  return (
    <ul className="findings">
      {found.map((one, number) => (
        <li key={number} className={one.severity}>
          <p><Text>{one.fault || one.text}</Text></p>
          <p className="aside"><code><Text>{one.place}</Text></code> · <Text>{t("wsRule", { rule: one.rule })}</Text></p>
        </li>
      ))}
    </ul>
  );
}
