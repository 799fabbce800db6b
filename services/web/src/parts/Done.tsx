import { useDone } from "../state/saying";
import { useSettings } from "../state/settings";

/** That something was copied or saved, which is seen nowhere else. */
export function Done() {
  const { t } = useSettings();
  const done = useDone();
  return <p className={done ? "told over" : "unseen"} role="status" data-part="done">{done ? t(done) : ""}</p>;
}
