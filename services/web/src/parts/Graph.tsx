import { useSettings } from "../state/settings";
import type { ChainStep } from "../wire/types";

const GAP = 44;
const R = 11;

/** The steps that a step takes values from. */
export function sources(step: ChainStep): string[] {
  const named = Object.values(step.bindings).flatMap(({ source, detail }) =>
    source === "output" || source === "selected" ? [detail.split(" ")[0] ?? ""] : [],
  );
  return [...new Set(named)].filter(Boolean);
}

/** The chain as a graph: a node for each call, an arc for each value that is handed on. */
export function Graph({ chain, dropped, state }: {
  chain: ChainStep[];
  dropped: ReadonlySet<string>;
  state: (step: string) => string;
}) {
  const { t } = useSettings();
  const place = new Map(chain.map((step, number) => [step.step, number]));
  const arcs = chain.flatMap((step, to) =>
    sources(step).flatMap((name) => {
      const from = place.get(name);
      return from === undefined ? [] : [{ from, to }];
    }),
  );
  const longest = Math.max(1, ...arcs.map(({ from, to }) => to - from));
  const y = R + 2 + (longest > 1 ? longest * 7 : 0);
  const x = (number: number) => R + 2 + number * GAP;
  const label = `${t("graph")}: ${arcs.map(({ from, to }) => `${from + 1} → ${to + 1}`).join(", ")}`;
  const [width, height] = [x(chain.length - 1) + R + 2, y + R + 2];
  return (
    <div className="graph" tabIndex={width > 260 ? 0 : undefined} role="group" aria-label={t("graph")}>
      <svg width={width} height={height} role="img" aria-label={label}>
        {arcs.map(({ from, to }) => {
          const lift = to - from > 1 ? (to - from) * 14 : 0;
          const edge = lift ? 6 : R;
          const top = lift ? y - R + 2 : y;
          return (
            <path
              key={`${from}-${to}`}
              d={`M${x(from) + edge} ${top}Q${(x(from) + x(to)) / 2} ${top - lift} ${x(to) - edge} ${top}`}
            />
          );
        })}
        {chain.map((step, number) => (
          <g key={step.step} className={dropped.has(step.step) ? "dropped" : state(step.step)}>
            <circle cx={x(number)} cy={y} r={R} />
            <text x={x(number)} y={y + 4}>{number + 1}</text>
          </g>
        ))}
      </svg>
    </div>
  );
}
