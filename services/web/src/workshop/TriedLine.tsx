import { Fold } from "../parts/Card";
import { Text } from "../text/visible";
import { asksFor, isUsed, type Tried } from "./examples";
import { Expected } from "./Expected";
import type { Today } from "./wire";
import { named, useWords } from "./words";

/** One sentence: whether it uses the tool, whether that is as it should be, and why. */
export function TriedLine({ tried, onWanted, onRemove }: {
  tried: Tried;
  /** Without these it can only be looked at. */
  onWanted?: (wanted: boolean) => void;
  onRemove?: () => void;
}) {
  const t = useWords();
  const asked = asksFor(tried);
  // What is only asked where it is to run is used all the same.
  const used = isUsed(tried);
  const right = used === tried.wanted;
  const question = used ? undefined : asked;
  return (
    <li className={!tried.stages ? undefined : question !== undefined ? "asks" : right ? "right" : "wrong"}>
      <div className="head">
        <strong><Text>{tried.text}</Text></strong>
        {onWanted ? <Expected wanted={tried.wanted} onChange={onWanted} /> : <span className="tag plain">{t(tried.wanted ? "wsShould" : "wsShouldNot")}</span>}
        {onRemove ? <button type="button" className="cross" aria-label={t("wsRemoveOf", { value: tried.text })} onClick={onRemove}>×</button> : null}
      </div>
      {tried.failed ? <p className="error" role="alert"><Text>{tried.failed}</Text></p> : null}
      {tried.stages ? (
        <>
          <p>
            <span className={right ? "tag good" : "tag bad"}>{right ? "✓ " : "✗ "}{t(right ? "wsAsExpected" : "wsNotAsExpected")}</span>{" "}
            {asked === undefined ? null : <><span className="tag plain">? {t(used ? "wsAsksWhere" : "wsAsks")}</span>{" "}</>}
            {question === undefined ? t(outcome(tried)) : <Text>{t("wsFoundAsks", { question })}</Text>}
          </p>
          {tried.today ? <Now today={tried.today} /> : null}
          <Fold title={t("wsDetails")} open={!right && question === undefined}>
            <ol className="stages">
              {tried.stages.map((one) => (
                <li key={one.stage} className={one.passed ? "passed" : "stopped"}>
                  <span className="mark" aria-hidden="true">{one.passed ? "✓" : one.asks ? "?" : "✗"}</span>
                  <strong>{named(t, "wsStage_", one.stage)}</strong>
                  <span className="unseen">{t(one.passed ? "passed" : one.asks ? "wsAsks" : "stopped")}</span>
                  <span>{one.says.map((text, number) => <Text key={number}>{text}</Text>)}</span>
                </li>
              ))}
            </ol>
          </Fold>
        </>
      ) : null}
    </li>
  );
}

/** What the public tools do with it as they are, and whether an approval has others serve it. */
function Now({ today }: { today: Today }) {
  const t = useWords();
  return (
    <p className="today">
      <Text>{t("wsToday", { what: today.before })}</Text>{" "}
      {today.changes ? <><span className="tag">{t("wsChangesServing")}</span> <Text>{t("wsAfter", { what: today.after })}</Text></> : null}
    </p>
  );
}

function outcome(tried: Tried): "wsUsed" | "wsFoundOnly" | "wsNotFound" {
  if (isUsed(tried)) return "wsUsed";
  const found = tried.stages?.some((one) => one.stage === "filter" && one.passed);
  return found ? "wsFoundOnly" : "wsNotFound";
}
