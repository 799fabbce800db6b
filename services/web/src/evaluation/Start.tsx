import { Button } from "antd";
import { type FormEvent, useCallback, useState } from "react";
import { Select } from "../parts/Select";
import { Text } from "../text/visible";
import { useAsked } from "../workshop/useAsked";
import { type Going, suiteName, VARIANTS, type Variant, wire } from "./wire";
import { useWords } from "./words";

const USUAL = "sandbox";

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
  const suites = asked.value ?? [];
  const suite = chosen || (suites.find((one) => one.suite === USUAL) ?? suites[0])?.suite || "";
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
        options={!asked.value && !asked.failed ? [["", t("loading")]] : suites.map((one) => [one.suite, t("evaSuiteOf", { name: suiteName(one.suite), cases: one.cases, conversations: one.conversations })] as const)}
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
