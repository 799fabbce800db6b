import { Button } from "antd";
import type { ReactNode } from "react";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import type { Asked } from "../workshop/useAsked";

/** What was asked for once it is there; until then that it is being loaded, or why it is not. */
export function Wait<T>({ asked, retry, children }: {
  asked: Asked<T>;
  retry: string;
  children: (value: T) => ReactNode;
}) {
  const { t } = useSettings();
  return (
    <>
      {asked.failed ? (
        <p className="error" role="alert">
          <Text>{asked.failed}</Text> <Button size="small" onClick={asked.again}>{retry}</Button>
        </p>
      ) : null}
      {asked.value === undefined ? (asked.failed ? null : <p className="aside">{t("loading")}</p>) : children(asked.value)}
    </>
  );
}
