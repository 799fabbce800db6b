import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import type { View } from "../state/host";
import type { HostOffer } from "../state/hostTools";
import { Text } from "../text/visible";
import { api, onLogIn } from "../wire/api";
import type { Environment } from "../wire/types";

/** What the page around the chat shows and "this order" means, which can be taken off, and what it
 * can do. */
export function InView({ view, host, environments }: { view: View; host: HostOffer; environments: Environment[] }) {
  return (
    <>
      <Shown view={view} environments={environments} />
      <Offers host={host} />
    </>
  );
}

function Offers({ host }: { host: HostOffer }) {
  const { t, language } = useSettings();
  if (host.tools.length === 0) return null;
  const titles = host.tools.slice(0, 3).map((tool) => tool.title[language]).join(t("pageToolsAnd"));
  const more = host.tools.length > 3 ? t("pageToolsMore", { count: host.tools.length - 3 }) : "";
  return <p className="attached in-view offers" data-part="offers"><small><Text>{t("pageTools", { titles }) + more}</Text></small></p>;
}

function Shown({ view, environments }: { view: View; environments: Environment[] }) {
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
