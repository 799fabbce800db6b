import { Input } from "antd";
import { useId } from "react";
import { plain, visible } from "../text/visible";
import type { Field, Json } from "../wire/types";

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
  if (options.length > 0 && options.length <= SEGMENTS && !empty) {
    return <Segments aria-label={field?.label} {...rest} options={options} value={value} onChange={onChange} />;
  }
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

/** So few choices are all seen at once. */
const SEGMENTS = 4;

/** One of a few, each a segment: arrows move, a click or Space chooses. */
function Segments({ id, options, value, onChange, ...rest }: Omit<Props, "field" | "wrong" | "empty" | "focus"> & {
  options: readonly { value: Json; label: string }[];
}) {
  const name = useId();
  const { "aria-required": required, ...named } = rest;
  return (
    <div id={id} className="segments" role="radiogroup" aria-required={required} {...named}>
      {options.map((one) => {
        const own = plain(one.value);
        return (
          <label key={own} className={own === value ? "on" : ""}>
            <input type="radio" name={name} value={own} checked={own === value} onChange={() => onChange(own)} />
            {visible(one.label)}
          </label>
        );
      })}
    </div>
  );
}

const BOOLEANS = [true, false].map((value) => ({ value, label: String(value) }));
