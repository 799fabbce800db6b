import { Figure } from "../owner/Figure";
import { percent, whole } from "../owner/numbers";
import { useSettings } from "../state/settings";
import { Count, type PartProps } from "./parts";
import { LOST, requestsOf } from "./wire";
import { useWords } from "./words";

/** Along the road, how many requests are lost where, and how many are left behind it. */
export function Funnel({ found, onOpen }: PartProps) {
  const t = useWords();
  const { language } = useSettings();
  const all = requestsOf(found.outcomes);
  let left = all;
  const rows = LOST.map((name) => {
    const lost = found.outcomes[name] ?? 0;
    left -= lost;
    return { name, lost, left };
  });
  const opens = (name: (typeof LOST)[number]) => ({ what: t(`insOutcome_${name}`), outcome: name });
  return (
    <Figure
      title={t("insFunnel")}
      chart={(
        <ol className="funnel">
          <li>
            <span>{t("insRequests")}</span>
            <Bar kind="left" share={1} />
            <Count number={all} opens={{ what: t("insRequests"), requests: true }} onOpen={onOpen} />
          </li>
          {rows.map((row) => (
            <li key={row.name}>
              <span>{t(`insOutcome_${row.name}`)}</span>
              <Bar kind="gone" share={row.lost / (all || 1)} />
              <span className="number">
                {row.lost > 0 ? "−" : ""}<Count number={row.lost} opens={opens(row.name)} onOpen={onOpen} />
                <small>{row.lost > 0 ? percent(row.lost, all, language) : ""}</small>
              </span>
            </li>
          ))}
          <li>
            <strong>{t("insOutcome_done")}</strong>
            <Bar kind="left" share={left / (all || 1)} />
            <span className="number">
              <Count number={left} opens={{ what: t("insOutcome_done"), outcome: "done" }} onOpen={onOpen} />
              <small>{percent(left, all, language)}</small>
            </span>
          </li>
        </ol>
      )}
      table={(
        <table>
          <thead>
            <tr>
              <th scope="col">{t("insStage")}</th>
              <th scope="col" className="number">{t("insLost")}</th>
              <th scope="col" className="number">{t("insShare")}</th>
              <th scope="col" className="number">{t("insLeft")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{t(`insOutcome_${row.name}`)}</th>
                <td className="number"><Count number={row.lost} opens={opens(row.name)} onOpen={onOpen} /></td>
                <td className="number">{percent(row.lost, all, language)}</td>
                <td className="number">{whole(row.left, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  );
}

function Bar({ kind, share }: { kind: "left" | "gone"; share: number }) {
  return (
    <span className="track" aria-hidden="true">
      <i className={kind} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
