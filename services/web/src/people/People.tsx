import { useCallback } from "react";
import { Frame } from "../owner/Frame";
import { useOwnWords } from "../owner/words";
import { Wait } from "../owner/Wait";
import { Copy } from "../parts/Copy";
import { When } from "../parts/When";
import { useCommand } from "../state/useScreens";
import { en, zh } from "../text/people";
import { Text } from "../text/visible";
import { json } from "../wire/api";
import { useAsked } from "../workshop/useAsked";

type Role = "tester" | "author" | "owner" | "admin";

interface Person {
  name: string;
  role: Role;
  active: boolean;
  projects: Record<string, Role>;
}

interface Key {
  id: string;
  name: string;
  label: string;
  permissions: string[];
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

const ROLES: Role[] = ["tester", "author", "owner", "admin"];
const COMMANDS = [
  ["ppAdd", "people add NAME"],
  ["ppRole", "people role NAME owner"],
  ["ppJoin", "people join NAME PROJECT --role author"],
  ["ppLeave", "people leave NAME PROJECT"],
  ["ppLock", "people lock NAME"],
  ["ppKey", "keys create NAME --label laptop"],
  ["ppKeyTools", "keys create NAME --label laptop --permission run --permission tools"],
  ["ppRevoke", "keys revoke ID"],
] as const;

const useWords = () => useOwnWords({ zh, en });

/** Who may do what, for administrators; it is changed by the commands that stand below. */
export default function People({ back }: { address: string; back: string }) {
  const t = useWords();
  const asked = useAsked(useCallback(async () => {
    const [people, keys] = await Promise.all([json<Person[]>("/api/people"), json<Key[]>("/api/keys")]);
    return { people, keys };
  }, []));
  return (
    <Frame screen="people" back={back}>
      <Wait asked={asked}>
        {({ people, keys }) => (
          <>
            <Members people={people} keys={keys} />
            <Keys keys={keys} />
          </>
        )}
      </Wait>
      <Commands />
      <section className="card figure" aria-label={t("ppRoles")}>
        <header><h2>{t("ppRoles")}</h2></header>
        <ul className="bullets">{ROLES.map((one) => <li key={one}><strong>{t(`ppRole_${one}`)}</strong>: {t(`ppMay_${one}`)}</li>)}</ul>
      </section>
    </Frame>
  );
}

const isValid = (key: Key) => key.revoked_at === null && (key.expires_at === null || key.expires_at * 1000 > Date.now());

function Members({ people, keys }: { people: Person[]; keys: Key[] }) {
  const t = useWords();
  return (
    <section className="card figure" aria-label={t("ppPeople")}>
      <header><h2>{t("ppPeople")}</h2></header>
      {people.length === 0 ? <p className="aside">{t("ppNobody")}</p> : (
        <div className="scroll" tabIndex={0} role="group" aria-label={t("ppPeople")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("ppName")}</th>
                <th scope="col">{t("ppInAll")}</th>
                <th scope="col">{t("ppInProjects")}</th>
                <th scope="col" className="number">{t("ppValidKeys")}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((one) => (
                <tr key={one.name}>
                  <th scope="row"><Text>{one.name}</Text>{one.active ? null : <> <span className="tag bad">{t("ppLocked")}</span></>}</th>
                  <td>{t(`ppRole_${one.role}`)}</td>
                  <td><Text>{Object.entries(one.projects).map(([name, role]) => `${name}: ${t(`ppRole_${role}`)}`).join(" · ") || "–"}</Text></td>
                  <td className="number">{keys.filter((key) => key.name === one.name && isValid(key)).length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Keys({ keys }: { keys: Key[] }) {
  const t = useWords();
  if (keys.length === 0) return null;
  return (
    <section className="card figure" aria-label={t("ppKeys")}>
      <header><h2>{t("ppKeys")}</h2></header>
      <p className="aside">{t("ppNoSecrets")}</p>
      <div className="scroll" tabIndex={0} role="group" aria-label={t("ppKeys")}>
        <table>
          <thead>
            <tr>
              {(["ppId", "ppName", "ppLabel", "ppFor", "ppEnds", "ppUsed"] as const).map((one) => <th key={one} scope="col">{t(one)}</th>)}
            </tr>
          </thead>
          <tbody>
            {keys.map((one) => (
              <tr key={one.id}>
                <th scope="row"><code><Text>{one.id}</Text></code></th>
                <td><Text>{one.name}</Text></td>
                <td><Text>{one.label || "–"}</Text></td>
                <td>{one.permissions.join(", ")}</td>
                <td>
                  {one.revoked_at !== null ? <span className="tag">{t("ppRevoked")}</span>
                    : one.expires_at === null ? t("ppForEver")
                      : isValid(one) ? <When at={one.expires_at} /> : <span className="tag">{t("ppExpired")}</span>}
                </td>
                <td>{one.last_used_at === null ? "–" : <When at={one.last_used_at} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Commands() {
  const t = useWords();
  const command = useCommand();
  return (
    <section className="card figure" aria-label={t("ppChange")}>
      <header><h2>{t("ppChange")}</h2></header>
      <p className="aside">{t("ppChangeMore")}</p>
      <ul className="works">
        {COMMANDS.map(([what, typed]) => (
          <li key={what}>
            <div className="head"><span>{t(what)}</span> <code><Text>{`${command} ${typed}`}</Text></code> <Copy text={`${command} ${typed}`} label={t("ppCopy", { what: t(what) })} /></div>
          </li>
        ))}
      </ul>
    </section>
  );
}
