import { type ReactNode, useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";

/** What the service has of it, once it has answered. */
export function Loaded<T>({ load, children }: {
  load: () => Promise<T>;
  children: (value: T) => ReactNode;
}) {
  const { t } = useSettings();
  const [value, setValue] = useState<T>();
  const [failed, setFailed] = useState("");
  useEffect(() => {
    load().then(setValue, (error: Error) => setFailed(error.message));
  }, [load]);
  if (failed) return <p className="error" role="alert"><Text>{failed}</Text></p>;
  return value === undefined ? <p>{t("loading")}</p> : children(value);
}
