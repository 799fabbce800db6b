import { useState } from "react";
import { useSettings } from "../state/settings";

type Value = string | number | null;

interface Order {
  name: string;
  down: boolean;
}

/** Rows by the column that the reader chose; until then as they came. What has no value comes last. */
export function useSorting<T, N extends string>(rows: T[], value: (row: T, name: N) => Value) {
  const { language } = useSettings();
  const [by, setBy] = useState<Order>();
  const order = (name: N, falls: boolean) =>
    setBy((held) => ({ name, down: held?.name === name ? !held.down : falls }));
  const sorted = by ? [...rows].sort((one, other) => {
    const [left, right] = [value(one, by.name as N), value(other, by.name as N)];
    if (isNone(left) || isNone(right)) return Number(isNone(left)) - Number(isNone(right));
    return compared(left, right, language) * (by.down ? -1 : 1);
  }) : rows;
  return { rows: sorted, by, order };
}

/** The head of a column that can be sorted by; of numbers the largest come first. */
export function SortHead<N extends string>({ name, label, number = false, by, order }: {
  name: N;
  label: string;
  number?: boolean;
  by: Order | undefined;
  order: (name: N, falls: boolean) => void;
}) {
  const held = by?.name === name;
  return (
    <th scope="col" className={number ? "number" : undefined} aria-sort={held ? (by.down ? "descending" : "ascending") : "none"}>
      <button type="button" className="link" onClick={() => order(name, number)}>
        {label}<span aria-hidden>{held ? (by.down ? " ↓" : " ↑") : ""}</span>
      </button>
    </th>
  );
}

function isNone(value: Value): value is null | "" {
  return value === null || value === "";
}

function compared(one: string | number, other: string | number, language: string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), language);
}
