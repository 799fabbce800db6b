import { Button } from "antd";
import { useEffect, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import { Text, visible } from "../text/visible";
import { api } from "../wire/api";
import type { Favourite } from "../wire/favourites";
import type { Environment } from "../wire/types";
import type { Draft } from "../wire/blanks";
import Keeping, { Blanked } from "./Keeping";

/** The caller's kept requests, what is used most first: to use, change and remove. */
export default function FavouritesPanel({ draft, environments, onUse }: {
  /** What is typed in the message box. */
  draft: string;
  environments: Environment[];
  onUse: (one: Favourite) => void;
}) {
  const { t, language } = useSettings();
  const [kept, setKept] = useState<Favourite[]>();
  const [failed, setFailed] = useState("");
  const [keeping, setKeeping] = useState<Draft>();
  const tell = (error: Error) => setFailed(error.message);
  const load = () => void api.favourites().then(setKept, tell);
  useEffect(load, []);
  // Back to where the form was opened from: the entry, or the button for what is typed.
  const [back, setBack] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (back === undefined || !kept) return;
    box.current?.querySelector<HTMLElement>(back ? `[data-edit="${back}"]` : ".ant-btn")?.focus();
    setBack(undefined);
  }, [back, kept]);
  if (keeping) {
    return <Keeping draft={keeping} onDone={() => { setKeeping(undefined); setKept(undefined); setBack(keeping.replaces ?? ""); load(); }} />;
  }
  const named = (name: string | null) => environments.find((one) => one.name === name)?.label[language] ?? name;
  return (
    <div ref={box} className="keeping">
      {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
      {draft.trim() ? (
        <Button onClick={() => setKeeping({ text: draft.trim(), name: "", environment: null, spots: [] })}>
          {t("favouriteDraft")}
        </Button>
      ) : null}
      {!kept ? <p className="aside">{failed ? "" : t("loading")}</p> : kept.length === 0 ? <p className="aside">{t("favouritesNone")}</p> : (
        <ul className="lines">
          {kept.map((one) => (
            <li key={one.id} className="kept">
              {one.name ? <strong><Text>{one.name}</Text></strong> : null}
              <Blanked text={one.text} />
              <span className="acts">
                <Button size="small" type="primary" aria-label={t("favouriteUseOf", { text: visible(one.name || one.text) })} onClick={() => onUse(one)}>
                  {t("favouriteUse")}
                </Button>
                <button
                  type="button"
                  className="link"
                  data-edit={one.id}
                  aria-label={t("favouriteEditOf", { text: visible(one.name || one.text) })}
                  onClick={() => setKeeping({ ...one, spots: [], replaces: one.id })}
                >
                  {t("favouriteEdit")}
                </button>
                <button
                  type="button"
                  className="link"
                  aria-label={t("favouriteRemoveOf", { text: visible(one.name || one.text) })}
                  onClick={() => void api.dropFavourite(one.id).then(load, tell)}
                >
                  {t("favouriteRemove")}
                </button>
                <small>{one.environment ? `${named(one.environment)} · ` : ""}{t("favouriteUses", { count: one.uses })}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
