import { useCallback } from "react";
import { Wait } from "../owner/Wait";
import { useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { linkTo } from "./address";
import { useAsked } from "./useAsked";
import { type Rival, wire } from "./wire";
import { useWords } from "./words";

/** Tools that could be taken for this one, side by side with it. */
export function Rivals({ id }: { id: string }) {
  const t = useWords();
  const { language } = useSettings();
  const asked = useAsked(useCallback(() => wire.rivals(id), [id, language]));
  return (
    <Wait asked={asked}>
      {(found) => found.length === 0 ? <p className="aside">{t("wsNoRivals")}</p> : (
        <>
          <p className="aside">{t("wsRivalsMore")}</p>
          {found.map((one, number) => <Beside key={number} rival={one} open={number === 0} />)}
        </>
      )}
    </Wait>
  );
}

function Beside({ rival, open }: { rival: Rival; open: boolean }) {
  const t = useWords();
  const tag = rival.blocks ? "tag bad" : rival.settled ? "tag plain" : "tag";
  return (
    <details className="rival" open={open || rival.blocks}>
      <summary>
        <Text>{rival.title}</Text>{" "}
        <span className={tag}>{t(rival.blocks ? "wsBlocks" : rival.settled ? "wsSettled" : "wsClose")}</span>
        {rival.lines.length > 0 ? <small>{t("wsAlike", { percent: Math.round(rival.similarity * 100) })}</small> : null}
      </summary>
      <p><Text>{rival.text}</Text></p>
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
