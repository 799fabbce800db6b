/** What the workshop asks the service. */
import { json, post } from "../wire/api";
import type { Json } from "../wire/types";
import type { Example } from "./examples";
import type { Rival } from "./rival";
import type { Schema } from "./schema";

const q = encodeURIComponent;
const path = (tool: string) => tool.split("/").map(q).join("/");

export const wire = {
  bench: () => json<Bench>("/api/workshop"),
  tools: (asked: Asked) => json<WorkList>(`/api/workshop/tools?${query(asked)}`),
  tool: (id: string) => json<ToolCard>(`/api/tools/${path(id)}`),
  form: (id: string) => json<Form>(`/api/workshop/form/${path(id)}`),
  rivals: (id: string) => json<Rival[]>(`/api/workshop/rivals/${path(id)}`),
  lint: (id: string) => json<{ findings: Finding[] }>(`/api/tools/lint?scope=public&tool=${q(id)}`),
  lintOfAll: () => json<{ findings: Finding[] }>("/api/tools/lint?scope=public"),
  conflicts: () => json<Told[]>("/api/tools/conflicts"),
  why: (id: string, sentence: string) =>
    post<WhyStage[]>(`/api/tools/${path(id)}/why`, { sentence }),
  correct: (id: string, field: string, value: Json) =>
    post<unknown>(`/api/tools/${path(id)}`, { field, value }, "PATCH"),
  giveBack: (id: string, field: string) =>
    post<unknown>(`/api/tools/${path(id)}`, { field, undo: true }, "PATCH"),
  usage: () => json<ToolUse[]>("/api/tools/usage"),
  events: (subject: string) => json<Happening[]>(`/api/audit?subject=${q(subject)}`),
  environments: () => json<EnvironmentCard[]>("/api/environments"),
  source: (source: SourceBody, project: string) =>
    post<Imported>(`/api/sources${project ? `?project=${q(project)}` : ""}`, source),
  update: (id: string, body: UpdateBody) => post<Imported>(`/api/sources/${q(id)}/update`, body),
  sources: () => json<SourceCard[]>("/api/sources"),
  forget: (id: string) => post<unknown>(`/api/sources/${q(id)}`, {}, "DELETE"),
  submissions: (all: boolean) => json<Submission[]>(`/api/submissions?all=${all}`),
  submission: (id: string) => json<SubmissionDetail>(`/api/submissions/${q(id)}`),
  submit: (id: string, note: string, examples: Example[]) =>
    post<Submitted>(`/api/tools/${path(id)}/submit`, { note, examples }),
  trySubmitted: (id: string, sentence: string) =>
    post<WhyStage[]>(`/api/submissions/${q(id)}/why`, { sentence }),
  todayOf: (id: string, sentence: string) =>
    post<Today>(`/api/submissions/${q(id)}/today`, { sentence }),
  scoreOf: (id: string) => json<Score>(`/api/submissions/${q(id)}/score`),
  submittedForm: (id: string) => json<Form>(`/api/submissions/${q(id)}/form`),
  decide: (id: string, verb: "approve" | "reject" | "withdraw", reason: string) =>
    post<unknown>(`/api/submissions/${q(id)}/${verb}`, verb === "withdraw" ? {} : { reason }),
  act: (verb: Act, id: string, agreed: boolean, reason = "") =>
    post<ActAnswer>(`/api/tools/${verb}`, { tools: [id], agreed, ...(verb === "retire" ? { reason } : {}) }),
};

export interface Asked {
  q: string;
  mine: boolean;
  status: string;
  scope: string;
  limit: number;
}

function query(asked: Asked): string {
  const set = Object.entries(asked).filter(([, value]) => value !== "" && value !== false);
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}

export type Act = "approve" | "publish" | "retire" | "restore";
export type Verb = "edit" | "submit" | "approve" | "decide" | "publish";

export interface Bench {
  user: string;
  may_review: boolean;
  /** False: the key is not for changing tools. */
  may_change: boolean;
  places: { scope: string; project: string }[];
  mine: number;
  tools: number;
  waiting: number;
}

export interface Work {
  id: string;
  title: string;
  summary: string;
  source: string;
  status: string;
  status_label: string;
  scope_label: string;
  project: string;
  environments: string[];
  function_label: string;
  mine: boolean;
  reasons: string[];
  edited: number;
  /** Its source offers it otherwise now; it is used as it was approved. */
  changed: boolean;
  calls: number;
  success: number | null;
  submission: string | null;
}

export interface WorkList {
  tools: Work[];
  total: number;
}

export interface ToolCard {
  /** As the reader can read it. */
  title: string;
  tool: { id: string; title: string; summary: string; source: string };
  /** As in its submissions and events: the hash of what an approval is for. */
  version: string;
  status: string;
  scope: string;
  reasons: string[];
  /** What its source offers otherwise now. */
  offered: string[];
  usage: {
    candidate: number; chosen: number; succeeded: number; failed: number; latency_ms: number;
    last_failure: string | null; last_failed_at: number | null; last_used_at: number | null;
  };
}

export interface Option {
  value: string;
  label: string;
}

export interface FormField {
  path: string;
  name: string;
  shape: "text" | "choice" | "open" | "words" | "flag" | "pairs";
  options: string | null;
  value: Json;
  by: "declared" | "rule" | "model" | "person" | "learned";
  confidence: number;
  edited_by: string | null;
  edited_at: number | null;
  parsed: Json;
}

export interface FormPart {
  path: string;
  type: string;
  description: string;
  /** What its source's schema says of it. */
  declared: Schema;
  fields: FormField[];
}

export interface Form {
  whole: FormField[];
  needs: FormPart[];
  yields: FormPart[];
  states: string[];
  options: Record<string, Option[]>;
  may: Verb[];
}

export interface Finding {
  tool: string;
  rule: string;
  severity: string;
  place: string;
  text: string;
  fault: string;
  /** Path of the form's field that mends it; empty: only its source does. */
  mended_by: string;
}

/** What becomes of a sentence by the public tools as they are, and by them with a submitted one. */
export interface Today {
  before: string;
  after: string;
  changes: boolean;
}

export interface Score {
  given: number;
  tried: number;
  wrong: number;
}

/** The rejection before a submission. */
export interface Earlier {
  id: string;
  reason: string;
  decided_by: string;
  decided_at: number;
  changed: string[];
}

export interface WhyStage {
  stage: string;
  passed: boolean;
  says: string[];
  /** What the chat would ask for at this stage. */
  asks?: string | null;
}

export interface ToolUse {
  tool: string;
  title: string;
  /** Empty where nobody is named. */
  author: string;
  candidate: number;
  chosen: number;
  calls: number;
  success: number | null;
  mean_ms: number | null;
  last_used_at: number | null;
  failed: number;
  last_failure: string | null;
  last_failed_at: number | null;
  mine: boolean;
  /** One's own conversation in which a call failed last. */
  failed_in: string | null;
  /** That conversation is gone. */
  failed_in_deleted: boolean;
}

export interface Happening {
  id: number;
  who: string;
  what: string;
  subject: string;
  detail: Record<string, Json>;
  at: number;
}

export interface EnvironmentCard {
  name: string;
  label: { zh: string; en: string };
}

export interface SourceCard {
  id: string;
  place: string;
  scope: string;
  declared: boolean;
  enabled: boolean;
  /** Its document was sent along: it can be fetched from nowhere. */
  sent: boolean;
  tools: Record<string, number>;
  /** How many stand where on the way into the public pool: a scope, a status or `pending`. */
  standing: Record<string, number>;
  /** So many can be submitted for it. */
  to_submit: number;
  /** So many are used as they were approved, while it offers them otherwise. */
  changed: number;
  problem: string | null;
}

export interface SourceBody {
  name: string;
  entry: Record<string, Json>;
  scope: string;
  look_only?: boolean;
  agreed?: boolean;
}

export interface UpdateBody {
  look_only?: boolean;
  agreed?: boolean;
  /** The document as it is now, where it was sent along. */
  text?: string;
}

export interface Told {
  tool: string;
  says: string[];
}

export interface Changed extends Told {
  /** Calls that were right before may fail. */
  breaking: boolean;
}

export interface Preview {
  id: string;
  title: string;
  summary: string;
  function: string;
  environments: string[];
  status: string;
  scope: string;
  findings: Finding[];
  arguments: { name: string; required: boolean }[];
  /** Tools in use already that it is like. */
  like: string[];
  /** Fields that people have set; what is shown is with them. */
  corrections: { path: string; value: Json; who: string }[];
}

export interface ImportReport {
  source: string;
  tools: number;
  alike: number;
  usable: number;
  left_out: string[];
  not_public: Told[];
  waiting: string[];
  voided: string[];
  nowhere: string[];
  new: string[];
  changed: Changed[];
  gone: string[];
  again: boolean;
  previews: Preview[];
}

export interface Imported {
  report: ImportReport;
  registered: boolean;
}

export interface Submission {
  /** Where the tool is now; `public`: it is to replace the form that is public. */
  scope: string;
  id: string;
  tool: string;
  title: string;
  project: string;
  /** Of all that the approval is for. */
  hash: string;
  note: string;
  submitted_by: string;
  submitted_at: number;
  state: string;
  decided_by: string | null;
  decided_at: number | null;
  reason: string;
  findings: Finding[];
  conflicts: { text: string; blocks: boolean }[];
  /** In a list, of those that wait. */
  does: "create" | "operate" | "delete" | "query" | "verify" | null;
  destroys: boolean;
  /** Public tools that have its name. */
  same_name: string[];
  /** It destroys, and its texts do not say so. */
  unsaid: boolean;
  /** So many of its author's go with it. */
  sentences: number;
}

export interface SubmissionDetail extends Submission {
  nearest: Rival[];
  earlier: Earlier | null;
  declared: Declared;
  edited: Record<string, Json>;
  address: SubmittedAddress | null;
  examples: Example[];
  objections: string[];
}

/** A tool as its source declares it; what is as usual is left out. */
export interface Declared {
  name: string;
  title?: string;
  description?: string;
  input_schema?: Schema;
  output_schema?: Schema | null;
  read_only?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  method?: string;
  path?: string;
  environments?: string[];
  refusals?: string[];
}

export interface SubmittedAddress {
  kind: "mcp" | "openapi" | "python" | "a2a";
  place: string;
  headers: string[];
  variables: string[];
  reaches: { environment: string; url: string; headers: string[]; arguments: Record<string, Json>; auth: string }[];
  labels: Record<string, string>;
}

export interface Submitted {
  blocked: Told[];
  submissions: Submission[];
}

export interface ActAnswer {
  shown?: { tools: Told[]; blocked: Told[]; effects: Effects };
  /** What people lose, and the way back. */
  losses?: string[];
  effects?: Effects;
  states: unknown[];
}

export interface Effects {
  changed: string[];
  planned: number;
  total: number;
}
