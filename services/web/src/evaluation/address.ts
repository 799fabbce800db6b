/** Where on the evaluation screen one is, as the address has it. */
export type Where =
  | { view: "history" }
  | { view: "run"; run: string }
  | { view: "case"; run: string; id: string }
  | { view: "compare"; before: string; after: string };

const q = encodeURIComponent;

export const links = {
  history: "#/evaluation",
  run: (run: string) => `#/evaluation/runs/${q(run)}`,
  case: (run: string, id: string) => `#/evaluation/runs/${q(run)}/${q(id)}`,
  compare: (before: string, after: string) => `#/evaluation/compare/${q(before)}/${q(after)}`,
};

export function whereOf(address: string): Where {
  const [view = "", one = "", other = ""] = address.split("/").map(decoded);
  if (view === "compare" && one && other) return { view, before: one, after: other };
  if (view === "runs" && one) return other ? { view: "case", run: one, id: other } : { view: "run", run: one };
  return { view: "history" };
}

/** An address that somebody typed may be no text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
