import { Prompts } from "@ant-design/x";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import { useSight } from "../state/useSight";
import type { Waits } from "../state/useScheduled";
import type { TurnView } from "../state/useChat";
import { Text, visible } from "../text/visible";
import { api } from "../wire/api";
import type { Favourite } from "../wire/favourites";
import type { Environment, Left } from "../wire/types";
import type { TurnActions } from "./Turn";

const load = () => import("./Turn");
/** Not needed before something was said: asked for as soon as the page stands. */
const Turn = lazy(load);

/** The conversation from its first message on; shows its last message and what comes of it. */
export function Thread({ turns, sought, left, loading, failed, late, environments, waits, actions }: {
  turns: TurnView[];
  /** What was looked for when the conversation was opened. */
  sought: string;
  /** Run id → what it left behind. */
  left: Record<string, Left>;
  loading: boolean;
  failed?: string;
  late: boolean;
  environments: Environment[];
  waits: Waits;
  actions: TurnActions;
}) {
  const { t } = useSettings();
  const box = useRef<HTMLElement>(null);
  useEffect(() => void load(), []);
  useSight(box, turns.at(-1), sought);
  return (
    <main ref={box} className="thread" tabIndex={-1}>
      <div className="column">
        {loading && turns.length === 0 ? <p className="aside">{t("loading")}</p> : null}
        {failed ? <p className="error" role="alert"><Text>{failed}</Text></p> : null}
        {turns.length === 0 && !loading ? <Welcome actions={actions} /> : null}
        <Suspense fallback={null}>
          {turns.map((turn, number) => (
            <Turn
              key={turn.key}
              turn={turn}
              last={number === turns.length - 1}
              environments={environments}
              waits={waits}
              left={left[turn.run.id ?? ""]}
              actions={actions}
            />
          ))}
        </Suspense>
        {late ? <p className="error" role="alert">{t("planDecided")}</p> : null}
      </div>
    </main>
  );
}

function Welcome({ actions }: { actions: TurnActions }) {
  const { t } = useSettings();
  const [kept, setKept] = useState<Favourite[]>([]);
  useEffect(() => void api.favourites().then((all) => setKept(all.slice(0, 3)), () => undefined), []);
  const examples = [t("example1"), t("example2"), t("example3")];
  return (
    <div className="welcome">
      <h2>{t("welcome")}</h2>
      <p>{t("welcomeMore")}</p>
      {kept.length > 0 ? (
        <Prompts
          vertical
          className="mine-first"
          title={t("favouritesWelcome")}
          items={kept.map(({ id, name, text }) => ({
            key: id, label: <button type="button" className="bare" dir="auto">{visible(name || text)}</button>,
          }))}
          onItemClick={({ data }) => kept.filter((one) => one.id === data.key).forEach(actions.onUse)}
        />
      ) : null}
      <Prompts
        vertical
        items={examples.map((text) => ({
          key: text, label: <button type="button" className="bare">{text}</button>,
        }))}
        onItemClick={({ data }) => actions.onPick(data.key)}
      />
    </div>
  );
}
