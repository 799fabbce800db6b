import { When } from "../parts/When";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import type { Earlier } from "./wire";
import { useWords } from "./words";

/** The rejection before this submission: its reason once more, and what changed since. */
export function Before({ earlier }: { earlier: Earlier | null }) {
  const t = useWords();
  if (earlier === null) return null;
  return (
    <section className="card earlier" aria-label={t("wsEarlier")}>
      <h3>{t("wsEarlier")}</h3>
      <p><Text>{t("wsDecidedBy", { name: earlier.decided_by, reason: earlier.reason })}</Text></p>
      <p className="aside"><a href={linkTo("review", earlier.id)}><When at={earlier.decided_at} /></a></p>
      <h4>{t("wsChangedSince")}</h4>
      {earlier.changed.length === 0 ? <p className="note">{t("wsNothingChanged")}</p> : (
        <ul className="bullets">{earlier.changed.map((text) => <li key={text}><Text>{text}</Text></li>)}</ul>
      )}
    </section>
  );
}
