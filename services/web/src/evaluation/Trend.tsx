import { Figure } from "../owner/Figure";
import { percent } from "../owner/numbers";
import { When } from "../parts/When";
import { useMedia, useSettings } from "../state/settings";
import { Text } from "../text/visible";
import { links } from "./address";
import { Rate } from "./Rate";
import { Unfinished } from "./Unfinished";
import { isUnfinished, type Run, suiteName, type Variant, VARIANTS } from "./wire";
import { useWords } from "./words";
import { locale } from "../wire/times";

const [HEIGHT, LEFT, RIGHT, BELOW, ABOVE] = [210, 46, 14, 26, 10];

/** One suite's pass rates over time, each with its interval, by who read and planned. */
export function Trend({ suite, runs }: { suite: string; runs: Run[] }) {
  const t = useWords();
  const { language } = useSettings();
  const said = runs.filter((one) => one.rate.total > 0).reverse();
  if (said.length === 0) return null;
  const whole = said.filter((one) => !isUnfinished(one));
  const last = whole.at(-1);
  const name = suiteName(suite);
  const rate = last ? percent(last.rate.passed, last.rate.total, language) : "";
  return (
    <Figure
      title={t("evaTrend", { suite: name })}
      aside={last ? t("evaTrendMore") : undefined}
      chart={(
        <>
          {last ? <Chart runs={whole} label={t("evaChartOf", { suite: name, count: whole.length, rate })} /> : null}
          <p className="aside">{said.length > whole.length ? t("evaNotDrawn", { count: said.length - whole.length }) : ""}</p>
        </>
      )}
      table={(
        <table>
          <thead>
            <tr><th scope="col">{t("evaWhen")}</th><th scope="col">{t("evaVariant")}</th><th scope="col">{t("evaRate")}</th><th scope="col">{t("evaWho")}</th></tr>
          </thead>
          <tbody>
            {said.map((one) => (
              <tr key={one.id}>
                <th scope="row"><a href={links.run(one.id)}><When at={one.started_at} /></a></th>
                <td>{t(`evaVariant_${one.variant}`)}</td>
                <td><Rate rate={one.rate} /> <Unfinished run={one} /></td>
                <td><Text>{one.who || t("evaNobody")}</Text></td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  );
}

function Chart({ runs, label }: { runs: Run[]; label: string }) {
  const t = useWords();
  const { language } = useSettings();
  const narrow = useMedia("(max-width: 560px)");
  const width = narrow ? 300 : 1020;
  const floor = Math.max(0, Math.floor(Math.min(...runs.map((one) => one.rate.low)) * 10 - 0.5) / 10);
  const y = (rate: number) => ABOVE + (1 - (rate - floor) / (1 - floor)) * (HEIGHT - ABOVE - BELOW);
  const step = (width - LEFT - RIGHT) / runs.length;
  const x = (number: number) => LEFT + (number + 0.5) * step;
  const every = Math.ceil(runs.length / (narrow ? 3 : 8));
  const variants = VARIANTS.filter((one) => runs.some((run) => run.variant === one));
  const day = new Intl.DateTimeFormat(locale(language), { month: "numeric", day: "numeric" });
  return (
    <>
      <svg className="chart trend" viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
        {[floor, (floor + 1) / 2, 1].map((mark) => (
          <g key={mark} className="mark">
            <line x1={LEFT} x2={width} y1={y(mark)} y2={y(mark)} />
            <text x={LEFT - 8} y={y(mark) + 4} textAnchor="end">{percent(mark, 1, language)}</text>
          </g>
        ))}
        {variants.map((variant) => (
          <polyline key={variant} points={runs.flatMap((one, number) => one.variant === variant ? [`${x(number)},${y(one.rate.passed / one.rate.total)}`] : []).join(" ")} />
        ))}
        {runs.map((one, number) => (
          <g key={one.id}>
            <title>{`${percent(one.rate.passed, one.rate.total, language)}, ${t(`evaVariant_${one.variant}`)}`}</title>
            <line className="reach" x1={x(number)} x2={x(number)} y1={y(one.rate.low)} y2={y(one.rate.high)} />
            <Mark variant={one.variant} x={x(number)} y={y(one.rate.passed / one.rate.total)} />
            {number % every === 0 ? <text x={x(number)} y={HEIGHT - 8} textAnchor="middle">{day.format(one.started_at * 1000)}</text> : null}
          </g>
        ))}
      </svg>
      <p className="legend">
        {variants.map((variant) => (
          <span key={variant}>
            <svg className="chart trend key" viewBox="0 0 14 14" aria-hidden="true"><Mark variant={variant} x={7} y={7} /></svg> {t(`evaVariant_${variant}`)}
          </span>
        ))}
      </p>
    </>
  );
}

const SHAPES: Record<Variant, string> = {
  configured: "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z",
  reader: "M-4.5,-4.5H4.5V4.5H-4.5Z",
  model: "M0,-6L5.5,4.5H-5.5Z",
  auto: "M0,-6L6,0L0,6L-6,0Z",
  single: "M-5,-5L5,5M5,-5L-5,5",
};

function Mark({ variant, x, y }: { variant: Variant; x: number; y: number }) {
  return <path className={variant === "single" ? "mark-of open" : "mark-of"} d={SHAPES[variant]} transform={`translate(${x} ${y})`} />;
}
