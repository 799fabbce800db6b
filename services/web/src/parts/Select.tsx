/** A labelled choice, as the browser draws it. */
export function Select<T extends string>({ label, value, options, onChange, place }: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  /** Of an environment among all, whose colour is to be seen. */
  place?: number;
}) {
  return (
    <label className={place === undefined ? "select" : "select dot"} data-environment={place}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([key, text]) => <option key={key} value={key}>{text}</option>)}
      </select>
    </label>
  );
}
