import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";

/** Chooses between the text of something and its picture. */
export function Views({ graph, text, onChoose }: {
  graph: boolean;
  text: "viewList" | "viewTable";
  onChoose: (graph: boolean) => void;
}) {
  const { t } = useSettings();
  const way = (name: Key, chosen: boolean) => (
    <button type="button" aria-pressed={graph === chosen} onClick={() => onChoose(chosen)}>{t(name)}</button>
  );
  return (
    <span className="views" role="group" aria-label={t("viewAs")}>
      {way(text, false)}
      {way("viewGraph", true)}
    </span>
  );
}
