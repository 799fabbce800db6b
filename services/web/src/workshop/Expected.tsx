import { useWords } from "./words";

/** Whether a sentence is meant to use the tool. */
export function Expected({ wanted, onChange }: { wanted: boolean; onChange: (wanted: boolean) => void }) {
  const t = useWords();
  return (
    <label className="select">
      <span>{t("wsExpect")}</span>
      <select value={String(wanted)} onChange={(event) => onChange(event.target.value === "true")}>
        <option value="true">{t("wsShould")}</option>
        <option value="false">{t("wsShouldNot")}</option>
      </select>
    </label>
  );
}
