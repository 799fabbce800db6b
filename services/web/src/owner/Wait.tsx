import { Button } from "antd";
import type { ReactNode } from "react";
import { Text } from "../text/visible";
import type { Asked } from "../workshop/useAsked";
import { useSharedWords } from "./words";

/** What was asked for once it is there; until then that it is being loaded, or why it is not. */
export function Wait<T>({ asked, children }: { asked: Asked<T>; children: (value: T) => ReactNode }) {
  const t = useSharedWords();
  return (
    <>
      {asked.failed ? (
        <p className="error" role="alert">
          <Text>{asked.failed}</Text>
          {asked.denied ? null : <> <Button size="small" onClick={asked.again}>{t("ownRetry")}</Button></>}
        </p>
      ) : null}
      {asked.value === undefined ? (asked.failed ? null : <p className="aside">{t("loading")}</p>) : children(asked.value)}
    </>
  );
}
