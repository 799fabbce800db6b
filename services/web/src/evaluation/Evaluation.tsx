import { useEffect, useRef } from "react";
import { Frame } from "../owner/Frame";
import { whereOf, type Where } from "./address";
import { CaseView } from "./CaseView";
import { CompareView } from "./CompareView";
import { History } from "./History";
import { RunView } from "./RunView";
import "./evaluation.css";

/** How well the product does on suites of requests, for those who own the deployment. */
export default function Evaluation({ address, back }: { address: string; back: string }) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(address);
  useEffect(() => {
    if (before.current !== address) content.current?.focus();
    before.current = address;
  }, [address]);
  return (
    <Frame screen="evaluation" back={back}>
      <div ref={content} className="content" tabIndex={-1}><Content where={whereOf(address)} /></div>
    </Frame>
  );
}

function Content({ where }: { where: Where }) {
  switch (where.view) {
    case "run": return <RunView id={where.run} />;
    case "case": return <CaseView key={where.id} run={where.run} id={where.id} />;
    case "compare": return <CompareView before={where.before} after={where.after} />;
    default: return <History />;
  }
}
