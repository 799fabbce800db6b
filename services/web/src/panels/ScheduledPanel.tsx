import { Rest, WaitingBody } from "../parts/Waiting";
import { useSettings } from "../state/settings";
import type { Waits } from "../state/useScheduled";
import { Text } from "../text/visible";
import type { Environment } from "../wire/types";

/** All that waits for its time, the next one first. */
export default function ScheduledPanel({ waits, environments, onOpen }: {
  waits: Waits;
  environments: Environment[];
  onOpen: (thread: string) => void;
}) {
  const { t, language } = useSettings();
  if (waits.rows.length === 0) return <p className="aside">{t("scheduledNone")}</p>;
  const named = (name: string | null) =>
    environments.find((one) => one.name === name)?.label[language] ?? name ?? "";
  return (
    <ul className="lines data">
      {waits.rows.map((one) => (
        <li key={one.run_id}>
          <p><Text>{one.text}</Text></p>
          <p className="aside">
            {t("scheduledCalls", { environment: named(one.environment), count: one.calls })} · <Rest found={one} />{" "}
            <button type="button" className="link" onClick={() => onOpen(one.session_id)}>{t("scheduledOpen")}</button>
          </p>
          <WaitingBody found={one} waits={waits} />
        </li>
      ))}
    </ul>
  );
}
