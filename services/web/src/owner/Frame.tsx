import { type ReactNode, useEffect, useRef } from "react";
import { useSettings } from "../state/settings";
import { type OwnerScreen, useScreens } from "../state/useScreens";
import "../workshop/workshop.css";
import "./owner.css";

/** What the screens of owners share: the way back, their name, and the way to one another. */
export function Frame({ screen, back, backText, navText, children }: {
  screen: OwnerScreen;
  back: string;
  backText: string;
  navText: string;
  children: ReactNode;
}) {
  const { t } = useSettings();
  const open = useScreens();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${t(screen)} · ${t("name")}`;
    return () => { document.title = t("title"); };
  });
  return (
    <div className="workshop owner">
      <header className="top">
        <div className="line">
          <a className="link" href={back}>← {backText}</a>
          <h1>{t(screen)}</h1>
        </div>
        {open.length > 1 ? (
          <nav className="tabs" aria-label={navText}>
            {open.map((one) => (
              <a key={one} href={`#/${one}`} aria-current={one === screen ? "page" : undefined}>{t(one)}</a>
            ))}
          </nav>
        ) : null}
      </header>
      <main ref={main} tabIndex={-1}>{children}</main>
    </div>
  );
}
