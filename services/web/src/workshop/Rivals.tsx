import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { useAsked } from "./useAsked";
import type { Rival } from "./rival";
import { wire } from "./wire";
import { useWords } from "./words";

/** Tools that could be taken for this one, side by side with it. */
export function Rivals({ id }: { id: string }) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.rivals(id), [id, language]));
  return (
    <Wait asked={asked}>
      {(found) => {
        const close = found.filter((one) => !one.near);
        const near = found.filter((one) => one.near);
        return (
          <>
            {close.length > 0 ? <p className="aside">{t("wsRivalsMore")}</p> : <NoRivals nearest={near} />}
            {close.map((one, number) => <Beside key={number} rival={one} open={number === 0} />)}
            <Nearest found={near} open={close.length === 0} />
          </>
        );
      }}
    </Wait>
  );
}

/** Nothing conflicts: which is no word about tools of the same kind. */
export function NoRivals({ nearest }: { nearest: Rival[] }) {
  const t = useWords();
  return <p className="aside">{t(nearest.some((one) => one.same_kind) ? "wsNoRivalsButKind" : "wsNoRivals")}</p>;
}

/** The tools that come nearest, however far that is. */
export function Nearest({ found, open }: { found: Rival[]; open: boolean }) {
  const t = useWords();
  if (found.length === 0) return null;
  return (
    <>
      <h4>{t("wsNearest", { count: found.length })}</h4>
      <p className="aside">{t("wsNearestMore")}</p>
      {found.map((one, number) => <Beside key={one.tool} rival={one} open={open && number === 0} />)}
    </>
  );
}

function Beside({ rival, open }: { rival: Rival; open: boolean }) {
  const t = useWords();
  const tag = rival.blocks ? "tag bad" : rival.settled || rival.near ? "tag plain" : "tag";
  const word = rival.blocks ? "wsBlocks" : rival.settled ? "wsSettled" : rival.near ? rival.same_kind ? "wsSameKind" : "wsNear" : "wsClose";
  return (
    <details className="rival" open={open || rival.blocks}>
      <summary>
        <Text>{rival.title}</Text>{" "}
        <span className={tag}>{t(word)}</span>
        {rival.lines.length > 0 ? <small>{t("wsAlike", { percent: Math.round(rival.similarity * 100) })}</small> : null}
      </summary>
      {rival.text ? <p><Text>{rival.text}</Text></p> : null}
      {rival.twins.length > 0 ? <p className="aside"><Text>{t("wsTwins", { tools: rival.twins.join(", ") })}</Text></p> : null}
      <p className="aside"><a href={linkTo("tools", rival.tool)}><code><Text>{rival.tool}</Text></code></a></p>
      {rival.lines.length > 0 ? <Table rival={rival} /> : null}
    </details>
  );
}

function Table({ rival }: { rival: Rival }) {
  const t = useWords();
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={rival.title}>
      <table className="beside">
        <thead>
          <tr><th scope="col">{t("wsAspect")}</th><th scope="col">{t("wsThis")}</th><th scope="col"><Text>{rival.title}</Text></th></tr>
        </thead>
        <tbody>
          {rival.lines.filter((line) => line.tool.length + line.other.length > 0).map((line) => (
            <tr key={line.label} className={line.same ? "same" : "differs"}>
              <th scope="row">{line.label}</th>
              <td><Text>{line.tool.join(", ") || "–"}</Text></td>
              <td>{line.same ? <span className="aside">{t("wsSame")}</span> : <Text>{line.other.join(", ") || "–"}</Text>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
