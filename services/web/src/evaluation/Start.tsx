import { Button } from "antd";
import { type FormEvent, useCallback, useState } from "react";
import { Select } from "../parts/Select";
import { Text, visible } from "../text/visible";
import { useAsked } from "../workshop/useAsked";
import { type Going, type Offer, suiteName, VARIANTS, type Variant, wire } from "./wire";
import { type Say, useWords } from "./words";

const USUAL = "sandbox";
const LONGEST = 90;

/** A run of a suite is chosen and started; what went wrong is said below. */
export function Start({ onStarted }: { onStarted: (going: Going) => void }) {
  const t = useWords();
  const asked = useAsked(useCallback(() => wire.suites(), []));
  const [chosen, setChosen] = useState("");
  const [variant, setVariant] = useState<Variant>("configured");
  const [repetitions, setRepetitions] = useState("1");
  const [label, setLabel] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState("");
  const suites = [...(asked.value ?? [])].sort((one, other) => Number(other.suite === USUAL) - Number(one.suite === USUAL));
  const suite = chosen || suites[0]?.suite || "";
  const about = suites.find((one) => one.suite === suite)?.about ?? "";

  async function start(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailed("");
    try {
      onStarted(await wire.start({ suite, variant, repetitions: Number(repetitions), label: label.trim() }));
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  }

  return (
    <form className="filters start" onSubmit={(event) => void start(event)}>
      <Select
        label={t("evaSuite")}
        value={suite}
        options={!asked.value && !asked.failed ? [["", t("loading")]] : suites.map((one) => [one.suite, lineOf(t, one)] as const)}
        onChange={setChosen}
      />
      <Select
        label={t("evaVariant")}
        value={variant}
        options={VARIANTS.map((one) => [one, t(`evaVariant_${one}`)] as const)}
        onChange={setVariant}
      />
      <label className="select">
        <span>{t("evaRepetitions")}</span>
        <input type="number" min={1} max={100} step={1} required value={repetitions} onChange={(event) => setRepetitions(event.target.value)} />
      </label>
      <label className="select">
        <span>{t("evaLabel")}</span>
        <input value={label} maxLength={80} placeholder={t("evaLabelExample")} onChange={(event) => setLabel(event.target.value)} />
      </label>
      {about ? <p className="aside about"><Text>{about}</Text></p> : null}
      <Button type="primary" htmlType="submit" loading={busy} disabled={!suite}>{t("evaStart")}</Button>
      {failed || asked.failed ? <p className="error" role="alert"><Text>{failed || asked.failed}</Text></p> : null}
    </form>
  );
}

/** A suite in one line of the list: its name, its size, what it is about. */
function lineOf(t: Say, { suite, cases, conversations, about }: Offer): string {
  const told = about.length > LONGEST ? `${about.slice(0, LONGEST).trimEnd()}…` : about;
  const name = suite === USUAL ? t("evaSuiteUsual", { name: suite }) : suiteName(suite);
  const line = t("evaSuiteOf", { name, cases, conversations });
  return told ? visible(`${line} — ${told}`) : line;
}
