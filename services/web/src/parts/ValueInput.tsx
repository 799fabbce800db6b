import { Input } from "antd";
import { plain, visible } from "../text/visible";
import type { Field } from "../wire/types";

interface Props {
  id?: string;
  field: Field | undefined;
  value: string;
  wrong: boolean;
  /** Of a box that may be left empty. */
  empty?: boolean;
  focus?: boolean;
  onChange: (value: string) => void;
  "aria-label"?: string;
  "aria-required"?: boolean;
  "aria-describedby"?: string;
}

/** The box for one value: a list where only some can be, else text or a number with its unit. */
export function ValueInput({ field, value, wrong, empty = true, focus, onChange, ...rest }: Props) {
  const shared = { ...rest, "aria-invalid": wrong, autoFocus: focus };
  const options = field?.type === "boolean" && !field.options?.length ? BOOLEANS : (field?.options ?? []);
  if (options.length > 0) {
    return (
      <select {...shared} value={value} onChange={(event) => onChange(event.target.value)}>
        {empty ? <option value="">–</option> : null}
        {options.map((one) => (
          <option key={plain(one.value)} value={plain(one.value)}>{visible(one.label)}</option>
        ))}
      </select>
    );
  }
  return (
    <Input
      {...shared}
      value={value}
      inputMode={field?.type === "integer" || field?.type === "number" ? "decimal" : undefined}
      suffix={field?.unit ?? undefined}
      status={wrong ? "error" : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const BOOLEANS = [true, false].map((value) => ({ value, label: String(value) }));
