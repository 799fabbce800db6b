import { type ReactNode, useEffect } from "react";
import { type OwnerScreen, useScreens } from "../state/useScreens";
import { useSharedWords } from "./words";
import "../workshop/workshop.css";
import "./owner.css";

/** What the screens of owners share: the way back, their name, and the way to one another. */
export function Frame({ screen, back, children }: {
  screen: OwnerScreen;
  back: string;
  children: ReactNode;
}) {
  const t = useSharedWords();
  const open = useScreens();
  useEffect(() => {
    document.title = `${t(screen)} · ${t("name")}`;
    return () => { document.title = t("title"); };
  });
  return (
    <div className="workshop owner">
      <header className="top">
        <div className="line">
          <a className="link" href={back}>← {t("ownBack")}</a>
          <h1>{t(screen)}</h1>
        </div>
        {open.length > 1 ? (
          <nav className="tabs" aria-label={t("ownScreens")}>
            {open.map((one) => (
              <a key={one} href={`#/${one}`} aria-current={one === screen ? "page" : undefined}>{t(one)}</a>
            ))}
          </nav>
        ) : null}
      </header>
      <main>{children}</main>
    </div>
  );
}
