import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text } from "../text/visible";
import type { Scheduled } from "../wire/types";

export interface Ended {
  found: Scheduled;
  status: string;
}

/** A scheduled request of another conversation has its result. */
export function WaitEnded({ ended, onOpen, onClose }: {
  ended: Ended;
  onOpen: (thread: string) => void;
  onClose: () => void;
}) {
  const { t } = useSettings();
  return (
    <div className="notice" role="status">
      <p>
        {t("scheduledEnded", { status: t(ended.status as Key) })} <Text>{ended.found.text}</Text>
      </p>
      <button type="button" className="link" onClick={() => onOpen(ended.found.session_id)}>{t("scheduledOpen")}</button>
      <button type="button" className="link" onClick={onClose}>{t("close")}</button>
    </div>
  );
}
