import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import type { View } from "../state/host";
import { Text } from "../text/visible";
import { api, onLogIn } from "../wire/api";
import type { Environment } from "../wire/types";

/** What the page around the chat shows and "this order" means; it can be taken off. */
export function InView({ view, environments }: { view: View; environments: Environment[] }) {
  const { t, language } = useSettings();
  const { entity, dropped } = view;
  if (dropped) {
    return (
      <div className="attached in-view">
        <button type="button" className="link" onClick={view.takeBack}>
          {t("inViewTakeBack", { entity: dropped.entity, id: dropped.id })}
        </button>
      </div>
    );
  }
  if (!entity) return null;
  const place = environments.find((one) => one.name === entity.environment)?.label[language];
  return (
    <div className="attached in-view">
      <span className="chip still" data-part="in-view">
        <small>{t("inView")}</small>
        <strong><Text>{`${entity.entity} ${entity.id}`}</Text></strong>
        <small><Text>{place ?? entity.environment}</Text></small>
        <button type="button" className="link" aria-label={t("inViewDrop", { entity: entity.entity })} onClick={view.drop}>
          ×
        </button>
      </span>
    </div>
  );
}

/** In a frame nobody can log in: that page is never framed, and opens beside it. */
export function LogInBeside() {
  const { t } = useSettings();
  const [needed, setNeeded] = useState(false);
  useEffect(() => onLogIn(() => setNeeded(true)), []);
  useEffect(() => {
    if (!needed) return;
    const look = () => void api.environments().then(() => location.reload(), () => undefined);
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [needed]);
  if (!needed) return null;
  return (
    <div className="log-in-beside" role="dialog" aria-modal aria-label={t("logInFirst")}>
      <h2>{t("logInFirst")}</h2>
      <p>{t("logInHere")}</p>
      <a className="primary" href="/login" target="_blank" rel="noopener">{t("logInOpen")}</a>
      <p className="aside">{t("logInBack")}</p>
    </div>
  );
}
