import { Button } from "antd";
import { Copy } from "../parts/Copy";
import { Select } from "../parts/Select";
import { csvOf, save } from "../wire/things";
import { go, type Place, RANGES } from "./address";
import { sheetOf } from "./export";
import { environmentName, projectName } from "./parts";
import type { Figures, Filters } from "./wire";
import { type Say, useWords } from "./words";

/** What all figures are about, and the way to take them along. */
export function Filtering({ place, filters, found }: { place: Place; filters: Filters; found?: Figures }) {
  const t = useWords();
  const ranges = RANGES.map((one) => [String(one), t(`insDays${one}`)] as const);
  const range = (chosen: string) => {
    const days = Number(chosen);
    go({ ...place, days, ...(days === 0 ? { since: filters.since, until: filters.until } : {}) });
  };
  return (
    <div className="filters" role="group" aria-label={t("insFilters")}>
      <Select label={t("insRange")} value={String(place.days)} options={[...ranges, ["0", t("insOwn")]]} onChange={range} />
      {place.days === 0 ? (
        <>
          <Day label={t("insFrom")} value={place.since} onChange={(since) => go({ ...place, since })} />
          <Day label={t("insTo")} value={place.until} onChange={(until) => go({ ...place, until })} />
        </>
      ) : null}
      <Select
        label={t("insProject")}
        value={coded(place.project)}
        options={choices(t, place.project, found?.projects, (name) => projectName(t, name))}
        onChange={(project) => go({ ...place, project: decoded(project) })}
      />
      <Select
        label={t("insEnvironment")}
        value={coded(place.environment)}
        options={choices(t, place.environment, found?.environments, (name) => found ? environmentName(t, found, name) : name)}
        onChange={(environment) => go({ ...place, environment: decoded(environment) })}
      />
      {found ? (
        <Copy text={() => Promise.resolve(location.href)} label={t("insCopyLink")} />
      ) : null}
      {found ? (
        <Button className="end" onClick={() => save(`zhizao-${found.since}-${found.until}.csv`, "text/csv", csvOf(sheetOf(t, found, place.minutes)))}>
          {t("insExport")}
        </Button>
      ) : null}
    </div>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <label className="select">
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => { if (event.target.value) onChange(event.target.value); }} />
    </label>
  );
}

/** Of a choice whose values may be empty: all, or one. */
function coded(value: string | null): string {
  return value === null ? "" : `=${value}`;
}

function decoded(value: string): string | null {
  return value === "" ? null : value.slice(1);
}

function choices(
  t: Say, chosen: string | null, names: string[] | undefined, named: (name: string) => string,
): (readonly [string, string])[] {
  const every = new Set([...(names ?? []), ...(chosen === null ? [] : [chosen])]);
  return [["", t("insAll")], ...[...every].map((name) => [coded(name), named(name)] as const)];
}
