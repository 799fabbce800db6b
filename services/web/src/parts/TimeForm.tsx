import { Button } from "antd";
import { useId, useState } from "react";
import { useSettings } from "../state/settings";
import { useInSight } from "../state/useInSight";
import { now } from "../wire/api";
import { homeZone, told, usual, wall } from "../wire/times";

/** A date and a time to come, by a press or by hand; what is chosen stands on the button. */
export function TimeForm({ confirm, begin, unasked, onChoose, onCancel }: {
  confirm: "laterConfirm" | "laterMove";
  /** What stands in the field at first. */
  begin?: string;
  /** It opened by itself, and leaves the focus where it is. */
  unasked?: boolean;
  onChoose: (at: string, zone: string) => void;
  onCancel: () => void;
}) {
  const { t, language } = useSettings();
  const id = useId();
  const form = useInSight<HTMLFormElement>();
  const [at, setAt] = useState(() => begin ?? usual(new Date(now()))[0]?.at ?? "");
  const [late, setLate] = useState(false);
  const date = at ? new Date(at) : undefined;
  const known = date && !Number.isNaN(date.getTime()) ? date : undefined;
  const over = known !== undefined && known.getTime() <= now();
  const problem = over ? t("laterPast") : late && !known ? t("laterEmpty") : "";
  const choose = () => {
    setLate(true);
    if (known && !over) onChoose(at, homeZone());
  };
  return (
    <form
      ref={form}
      className="time"
      noValidate
      aria-label={t("laterTitle")}
      onSubmit={(event) => { event.preventDefault(); choose(); }}
    >
      <div className="quick" role="group" aria-label={t("laterTitle")}>
        {usual(new Date(now())).map((one) => (
          <button key={one.key} type="button" className="chip" aria-pressed={one.at === at} onClick={() => setAt(one.at)}>
            {t(one.key)}
          </button>
        ))}
      </div>
      <div className={`field${problem ? " wrong" : ""}`}>
        <label htmlFor={id}>{t("laterWhen")}</label>
        <input
          id={id}
          type="datetime-local"
          autoFocus={!unasked}
          min={wall(new Date(now()))}
          value={at}
          aria-invalid={problem !== ""}
          aria-describedby={`${id}-note`}
          onChange={(event) => setAt(event.target.value)}
        />
        <small id={`${id}-note`} className={problem ? "error" : ""} role={problem ? "alert" : undefined}>
          {problem || t("laterZone", { zone: homeZone() })}
        </small>
      </div>
      <div className="buttons">
        <Button type="primary" htmlType="submit">
          {known && !over ? t(confirm, { when: told(known, language) }) : t("laterTitle")}
        </Button>
        <Button onClick={onCancel}>{t("close")}</Button>
      </div>
    </form>
  );
}
