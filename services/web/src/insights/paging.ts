/** The runs behind a number, page by page. */
import { useEffect, useRef, useState } from "react";
import type { Asked } from "../workshop/useAsked";
import { type Filters, type Listed, type Opened, wire } from "./wire";

const STEP = 50;
/** So many the service gives at once. */
const MOST = 500;

export interface Pages extends Listed {
  /** Where the next page begins. */
  next: number;
}

export interface Paged extends Asked<Pages> {
  busy: boolean;
  more: () => void;
  /** All of them, also those that are not shown; `tell` hears how many are there. None: closed meanwhile. */
  every: (tell: (count: number) => void) => Promise<Listed | undefined>;
}

export function usePages(filters: Filters, number: Opened): Paged {
  const [value, setValue] = useState<Pages>();
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const open = useRef(true);
  const page = async (before: Pages | undefined, limit: number) =>
    joined(before, await wire.behind(filters, number, { limit, offset: before?.next ?? 0 }));
  const more = async () => {
    setBusy(true);
    try {
      setValue(await page(value, STEP));
      setFailed("");
    } catch (error) {
      setFailed((error as Error).message);
    }
    setBusy(false);
  };
  const every = async (tell: (count: number) => void) => {
    let held = value;
    while (open.current && (held === undefined || isMore(held))) {
      held = await page(held, MOST);
      tell(held.runs.length);
    }
    return open.current ? held : undefined;
  };
  useEffect(() => {
    open.current = true;
    void more();
    return () => { open.current = false; };
  }, []);
  return { value, failed, again: more, busy, more, every };
}

export function isMore({ next, total }: Pages): boolean {
  return next < total;
}

/** A run that ends meanwhile moves the others on: what is there already is not taken twice. */
function joined(before: Pages | undefined, page: Listed): Pages {
  const held = before?.runs ?? [];
  const ids = new Set(held.map((one) => one.run_id));
  const fresh = page.runs.filter((one) => !ids.has(one.run_id));
  const next = page.runs.length > 0 ? (before?.next ?? 0) + page.runs.length : page.total;
  return {
    ...page,
    runs: [...held, ...fresh],
    next,
    entity_labels: { ...before?.entity_labels, ...page.entity_labels },
    environment_labels: { ...before?.environment_labels, ...page.environment_labels },
  };
}
