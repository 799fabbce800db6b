import { useSettings } from "../state/settings";
import { useScreens } from "../state/useScreens";

/** The ways to the screens of owners, for those to whom they are open. */
export function OwnerLinks() {
  const { t } = useSettings();
  return useScreens().map((one) => <a key={one} className="link" href={`#/${one}`}>{t(one)}</a>);
}
