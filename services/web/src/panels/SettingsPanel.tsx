import { useState } from "react";
import { LoggedIn } from "../parts/LoggedIn";
import { Select } from "../parts/Select";
import { type Density, type Look, useSettings } from "../state/settings";
import { canNotify } from "../state/useEndings";
import { Text } from "../text/visible";
import type { Environment, Preferences } from "../wire/types";
import { InForce } from "./InForce";

/** What holds for every conversation, and how this browser looks. */
export default function SettingsPanel({ environments }: { environments: Environment[] }) {
  const { t, language, look, setLook, density, setDensity, preferences, choose, keeper, notKept } = useSettings();
  const named = environments.map((one) => [one.name, one.label[language]] as const);
  return (
    <div className="settings">
      <Select
        label={t("defaultEnvironment")}
        value={preferences.environment ?? ""}
        options={[["", t("anyEnvironment")], ...named]}
        onChange={(name) => choose({ environment: name || null })}
      />
      <p className="aside">{t("defaultEnvironmentMore")}</p>
      <Select
        label={t("review")}
        value={preferences.approval ?? "always"}
        options={[["always", t("reviewAlways")], ["destructive", t("reviewDestructive")]]}
        onChange={(approval) => choose({ approval })}
      />
      <Select<NonNullable<Preferences["language"]> | "">
        label={t("language")}
        value={preferences.language ?? ""}
        options={[["", t("languageSystem")], ["zh", "中文"], ["en", "English"]]}
        onChange={(chosen) => choose({ language: chosen || null })}
      />
      <p className="aside" role="status">
        {keeper === "browser" ? t("keptHere") : keeper === "service" ? t("keptThere") : ""}
      </p>
      {notKept ? <p className="error" role="alert">{t("notKept")} <Text>{notKept}</Text></p> : null}
      <hr />
      <Select<Look>
        label={t("look")}
        value={look}
        options={[["system", t("lookSystem")], ["light", t("lookLight")], ["dark", t("lookDark")]]}
        onChange={setLook}
      />
      <Select<Density>
        label={t("density")}
        value={density}
        options={[["roomy", t("densityRoomy")], ["compact", t("densityCompact")]]}
        onChange={setDensity}
      />
      <Notifying />
      <InForce environments={environments} />
      <LoggedIn />
    </div>
  );
}

function Notifying() {
  const { t, notify, setNotify } = useSettings();
  const [refused, setRefused] = useState(canNotify() && Notification.permission === "denied");
  const choose = async (chosen: "on" | "off") => {
    const allowed = chosen === "on" && canNotify() && (await Notification.requestPermission()) === "granted";
    setRefused(chosen === "on" && !allowed);
    setNotify(allowed);
  };
  const why = !canNotify() ? "notifyUnable" : refused ? "notifyRefused" : "notifyMore";
  return (
    <>
      <Select<"on" | "off">
        label={t("notify")}
        value={notify ? "on" : "off"}
        options={[["off", t("off")], ["on", t("on")]]}
        onChange={(chosen) => void choose(chosen)}
      />
      <p className="aside" role="status">{t(why)}</p>
    </>
  );
}
