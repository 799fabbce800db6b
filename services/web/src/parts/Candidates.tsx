import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import type { Candidate, Labels } from "../wire/types";
import { Fold } from "./Card";

/** The tools that the filter kept, the near misses, and why. */
export function Candidates({ found, labels }: { found: Candidate[]; labels: Labels }) {
  const { t } = useSettings();
  const dropped = found.filter((one) => one.role === "dropped").length;
  const title = (
    <>
      {t("candidates")}{" "}
      <span className="aside">{t("candidatesCount", { count: found.length - dropped, dropped })}</span>
    </>
  );
  return (
    <Fold title={title} name="candidates">
      <ul className="lines">
        {found.map((one) => (
          <li key={one.tool} className={one.role === "dropped" ? "quiet" : ""}>
            {labels.tools?.[one.tool] ? <Text className="title">{labels.tools[one.tool] ?? ""}</Text> : null}{" "}
            <code><Text>{one.tool}</Text></code> <small>{t(one.role)}</small>
            <p className="aside"><Text>{one.reasons.join(" · ")}</Text></p>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
