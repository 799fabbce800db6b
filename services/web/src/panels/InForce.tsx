import { useState } from "react";
import { whole } from "../owner/numbers";
import { useOwnWords } from "../owner/words";
import { useSettings } from "../state/settings";
import { en, zh } from "../text/inForce";
import { en as rolesEn, zh as rolesZh } from "../text/people";
import { Text } from "../text/visible";
import { json } from "../wire/api";
import type { Environment } from "../wire/types";

interface Rule {
  name: string;
  variable: string;
  value: number | string | null;
}

const ROLES = ["tester", "author", "owner", "admin"] as const;
const WORDS = { zh: { ...rolesZh, ...zh }, en: { ...rolesEn, ...en } };
type Words = ReturnType<typeof useOwnWords<typeof WORDS.zh>>;

/** What the deployment allows, for everybody to read: asked for once it is opened. */
export function InForce({ environments }: { environments: Environment[] }) {
  const t = useOwnWords(WORDS);
  const { language } = useSettings();
  const [rules, setRules] = useState<Rule[]>();
  const [failed, setFailed] = useState("");
  const open = () => {
    json<Rule[]>("/api/limits").then(setRules).catch((error: Error) => setFailed(error.message));
  };
  return (
    <details className="inforce" onToggle={(event) => { if (event.currentTarget.open && !rules) open(); }}>
      <summary>{t("ifTitle")}</summary>
      <p className="aside">{t("ifMore")}</p>
      {failed ? <p className="error" role="alert"><Text>{t("ifUnreadable", { why: failed })}</Text></p> : null}
      <h3>{t("ifEnvironments")} <code>ZHIZAO_ENVIRONMENTS</code></h3>
      <ul className="bullets">
        {environments.map((one) => <li key={one.name}><Text>{one.label[language]}</Text> <code><Text>{one.name}</Text></code></li>)}
        <li>{t("ifProduction")}</li>
      </ul>
      {rules ? <Limits rules={rules} t={t} /> : null}
      <h3>{t("ifRoles")}</h3>
      <ul className="bullets">{ROLES.map((one) => <li key={one}><strong>{t(`ppRole_${one}`)}</strong>: {t(`ppMay_${one}`)}</li>)}</ul>
    </details>
  );
}

function Limits({ rules, t }: { rules: Rule[]; t: Words }) {
  const { language } = useSettings();
  const shown = ({ name, value }: Rule) => {
    if (value === null) return t("ifUnset");
    if (typeof value === "string") return value;
    return value === 0 && name.endsWith("_rate") ? t("ifAny") : whole(value, language);
  };
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={t("ifTitle")}>
      <table>
        <thead>
          <tr><th scope="col">{t("ifLimit")}</th><th scope="col">{t("ifValue")}</th><th scope="col">{t("ifVariable")}</th></tr>
        </thead>
        <tbody>
          {rules.map((one) => (
            <tr key={one.name}>
              <th scope="row">{t(`if_${one.name}` as keyof typeof zh)}</th>
              <td>{shown(one)}</td>
              <td><code>{one.variable}</code></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
