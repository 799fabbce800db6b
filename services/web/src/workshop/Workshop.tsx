import { useCallback, useEffect, useRef } from "react";
import { Wait } from "../owner/Wait";
import { useSharedWords } from "../owner/words";
import { useSettings } from "../state/settings";
import { useScreens } from "../state/useScreens";
import { linkTo, SECTIONS, type Section, whereOf } from "./address";
import { Checks } from "./Checks";
import { Gaps } from "./Gaps";
import { Import } from "./Import";
import { Review } from "./Review";
import { ToolList } from "./ToolList";
import { ToolPage } from "./ToolPage";
import { Usage } from "./Usage";
import { type Asked, useAsked } from "./useAsked";
import { type Bench, wire } from "./wire";
import { useWords, type Word } from "./words";
import "./workshop.css";

const NAMES: Record<Section, Word> = {
  tools: "wsTools", import: "wsImport", checks: "wsChecks", usage: "wsUsage", gaps: "wsGaps", review: "wsReview",
};

/** Where authors work on their tools, and reviewers decide about them. */
export default function Workshop({ address, back }: { address: string; back: string }) {
  const { language } = useSettings();
  const where = whereOf(address);
  const bench = useAsked(useCallback(() => wire.bench(), [language]));
  const main = useRef<HTMLElement>(null);
  const place = `${where.section} ${where.id}`;
  const before = useRef(place);
  useEffect(() => {
    if (before.current !== place) main.current?.focus();
    before.current = place;
  }, [place]);
  return (
    <div className="workshop">
      <Top section={where.section} bench={bench} back={back} />
      <main ref={main} tabIndex={-1}>
        <Wait asked={bench}>
          {(held) => <Content address={address} where={where} bench={held} onChange={bench.again} />}
        </Wait>
      </main>
    </div>
  );
}

function Content({ address, where, bench, onChange }: {
  address: string;
  where: ReturnType<typeof whereOf>;
  bench: Bench;
  onChange: () => void;
}) {
  switch (where.section) {
    case "import": return <Import bench={bench} onChange={onChange} />;
    case "checks": return <Checks bench={bench} />;
    case "usage": return <Usage />;
    case "gaps": return <Gaps address={address} />;
    case "review": return <Review bench={bench} chosen={where.id} onChange={onChange} />;
    default:
      return where.id
        ? <ToolPage key={where.id} id={where.id} side={where.side} field={where.field} onChange={onChange} />
        : <ToolList bench={bench} />;
  }
}

function Top({ section, bench, back }: { section: Section; bench: Asked<Bench>; back: string }) {
  const t = useWords();
  const shared = useSharedWords();
  const owns = useScreens().includes("insights");
  useEffect(() => {
    document.title = `${t("workshop")} · ${t("name")}`;
    return () => { document.title = t("title"); };
  });
  const named = (one: Section) => {
    if (one !== "review" || !bench.value) return t(NAMES[one]);
    if (!bench.value.may_review) return t("wsMine");
    return bench.value.waiting ? t("wsReviewCount", { count: bench.value.waiting }) : t("wsReview");
  };
  return (
    <header className="top">
      <div className="line">
        <a className="link" href={back}>← {shared("ownBack")}</a>
        <h1>{t("workshop")}</h1>
      </div>
      <nav className="tabs" aria-label={t("wsSections")}>
        {SECTIONS.filter((one) => one !== "gaps" || owns || one === section).map((one) => (
          <a key={one} href={linkTo(one)} aria-current={one === section ? "page" : undefined}>{named(one)}</a>
        ))}
      </nav>
    </header>
  );
}
