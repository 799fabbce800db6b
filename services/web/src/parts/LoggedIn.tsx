import { useSettings } from "../state/settings";
import { useUser } from "../state/useScreens";
import { Text } from "../text/visible";
import { logOut } from "../wire/api";

/** Who is logged in, and the way out; nothing where nobody logs in. */
export function LoggedIn() {
  const { t } = useSettings();
  const user = useUser();
  if (!user) return null;
  return (
    <p className="who">
      <span className="aside"><Text>{t("loggedInAs", { user })}</Text></span>
      <button type="button" className="link" onClick={() => void logOut()}>{t("logOut")}</button>
    </p>
  );
}
