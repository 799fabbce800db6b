import { Button, Input } from "antd";
import { useId } from "react";
import { Text } from "../text/visible";
import { Known } from "./FieldEditor";
import { withTyped } from "./values";
import type { Option } from "./wire";
import { useWords } from "./words";

/** Several words, each a chip that can be removed; known ones are proposed while one types. */
export function Words({ label, options, value, typed, onTyped, onChange }: {
  label: string;
  options: Option[] | undefined;
  value: string[];
  /** What stands in the box and was not added yet. */
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (value: string[]) => void;
}) {
  const t = useWords();
  const list = useId();
  const spoken = (one: string) => options?.find((option) => option.value === one)?.label ?? one;
  const add = () => {
    onChange(withTyped(value, typed, options));
    onTyped("");
  };
  return (
    <div className="words">
      {value.map((one) => (
        <span key={one} className="chip">
          <Text>{spoken(one)}</Text>
          <button type="button" className="cross" aria-label={t("wsRemoveOf", { value: spoken(one) })}
            onClick={() => onChange(value.filter((other) => other !== one))}>×</button>
        </span>
      ))}
      <Input
        size="small"
        autoFocus
        aria-label={label}
        list={options ? list : undefined}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !typed.trim()) return;
          event.preventDefault();
          add();
        }}
      />
      {options ? <Known id={list} options={options} /> : null}
      <Button size="small" disabled={!typed.trim()} onClick={add}>{t("wsAdd")}</Button>
    </div>
  );
}
