/** What the service sends: the parts of its JSON that the page shows. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Span {
  start: number;
  end: number;
  text: string;
}

export interface Identifier {
  attribute: string | null;
  value: string;
  span: Span;
}

export interface Constraint {
  attribute: string | null;
  operator: string;
  value: Json;
  unit: string | null;
  span: Span;
}

export interface EntityRef {
  type: string | null;
  /** A word that stands for something said before: "it", "that one". */
  reference: string | null;
  role: string | null;
  identifiers: Identifier[];
  constraints: Constraint[];
  words: string;
  span: Span | null;
}

export interface Goal {
  id: string;
  action: string;
  action_words: string;
  object: EntityRef;
  related: EntityRef[];
  /** How many of the object; null: all that fit. */
  quantity: number | null;
  target_state: Constraint | null;
  span: Span | null;
}

export interface Instruction {
  text: string;
  span: Span;
}

export interface Missing {
  name: string;
  blocking: boolean;
  question: string;
}

export interface Intent {
  text: string;
  language: "zh" | "en";
  intent_type: string;
  environment: string | null;
  subject: EntityRef | null;
  negative: Instruction[];
  supplements: Instruction[];
  missing: Missing[];
  goals: Goal[];
  spans: Record<string, Span>;
  unread: Span[];
}

export interface Candidate {
  tool: string;
  role: "main" | "helper" | "dropped";
  score: number;
  reasons: string[];
}

/** Where an argument comes from. */
export interface Binding {
  source: string;
  detail: string;
  /** Of a result that is handed on: the step whose result it is. Absent in answers of earlier versions. */
  step?: string | null;
}

export interface ChainStep {
  step: string;
  tool: string;
  arguments: Record<string, Json>;
  bindings: Record<string, Binding>;
  status: string;
  output: Json;
}

export interface Plan {
  chain: ChainStep[];
  steps: { step: string; title: string; purpose: string }[];
  notes: string[];
}

export interface Failure {
  kind: string;
  code: string | null;
  message: string;
}

export interface StepResult {
  step: string;
  tool: string;
  status: string;
  arguments: Record<string, Json>;
  output: Json;
  failure: Failure | null;
  verified: boolean;
  replaces: string | null;
  troubleshooting: string | null;
}

/** Something that a run made, changed or read. */
export interface Thing {
  entity: string;
  id: string | null;
  attributes: Record<string, Json>;
  /** The attributes as people say them: name → value. */
  values?: Record<string, string>;
  /** Of these the points in time: name → ISO 8601 with an offset. */
  times?: Record<string, string>;
  parts?: import("./within").ThingPart[];
  came_of?: "created" | "changed" | "read";
}

export type CameOf = "created" | "changed" | "deleted" | "read" | "named";

/** A thing that a run had to do with. */
export interface ThingNode {
  entity: string;
  id: string | null;
  came_of: CameOf;
  /** Where it stands in the summary's data; null: it is only an argument of calls. */
  place: number | null;
}

/** A thing was an argument of the call that made or changed another: places of both. */
export interface ThingEdge {
  source: number;
  target: number;
  step: string;
  tool: string;
  argument: string;
}

export interface Summary {
  satisfied: boolean;
  text: string;
  /** Of the text what `data` does not tell. */
  lead?: string;
  requirements: { text: string; verdict: string }[];
  data: Thing[];
  /** Absent in answers of earlier versions. */
  graph?: { nodes: ThingNode[]; edges: ThingEdge[] };
  missing: string[];
}

/** What one stage asked a model. */
export interface StageUse {
  stage: string;
  /** How likely the rules' own result is right, 0 to 1. */
  confidence: number | null;
  outcome: "not_asked" | "used" | "fell_back" | "failed";
  calls: number;
  repairs: number;
  input_tokens: number;
  output_tokens: number;
}

/** What may be put somewhere; what is not told is as with any text. */
export interface Field {
  path: string;
  label: string;
  type?: string;
  unit?: string | null;
  /** How many of the tool's own units one of `unit` is. */
  scale?: number;
  minimum?: number | null;
  maximum?: number | null;
  options?: { value: Json; label: string }[];
}

/** A value that the user has used before, offered from memory. */
export interface Suggestion {
  value: Json;
  /** Id of the entry; sent back with the value. */
  memory: string;
  environment: string;
  name: string;
  words: string;
  uses: number;
  at: number;
}

export interface FormField extends Field {
  suggestions?: Suggestion[];
  required: boolean;
  /** What becomes of it without a value. */
  left_empty?: "optional" | "provided" | null;
  value: Json;
  source: "words" | "derived" | "default" | "remembered" | "missing";
}

export interface Form {
  /** Id of the choice that it fills. */
  choice: string;
  title: string;
  fields: FormField[];
  /** Path of a field → why its value cannot be. */
  problems: Record<string, string>;
}

export interface Choice {
  id: string;
  kind: "reading" | "tool" | "search" | "environment" | "value";
  text: string;
  tool: string | null;
  title: string;
  about: string;
  needs: string[];
  field: FormField | null;
  chosen_before: boolean;
}

/** What is sent back of a choice. */
export interface Chosen {
  id: string;
  values?: Record<string, Json>;
  /** Path of a field → entry of memory from which its value was chosen. */
  remembered?: Record<string, string>;
  form?: boolean;
}

export interface Answer {
  run_id: string;
  status: string;
  intent: Intent | null;
  chain: ChainStep[];
  summary: Summary;
  question: string | null;
  model?: { stages: StageUse[] };
  choices?: Choice[];
  form?: Form | null;
  /** When its plan is to run, as the sentence says or as was agreed to: seconds since 1970. */
  later?: { at: number; zone: string } | null;
  /** Id of the run whose rest it is. */
  finishes?: string | null;
}

export interface Kind {
  function: string;
  destructive: boolean;
  /** Some tool takes back what it does. */
  undo: boolean;
}

/** What the reader calls things: canonical name → label; what has none goes by its own name. */
export interface Labels {
  environments?: Record<string, string>;
  actions?: Record<string, string>;
  entities?: Record<string, string>;
  attributes?: Record<string, string>;
  values?: Record<string, string>;
  /** Unit → a text with `{value}` in its place. */
  units?: Record<string, string>;
  roles?: Record<string, string>;
  missing?: Record<string, string>;
  tools?: Record<string, string>;
  /** Tool → what kind of thing it does, and whether that can be undone. */
  kinds?: Record<string, Kind>;
  /** Tool → path of an argument → what may be put there. */
  fields?: Record<string, Record<string, Field>>;
}

export interface Interrupt {
  id: string;
  reason: "approval" | "input";
  message: string | null;
}

/** One AG-UI event; which fields are there depends on its type. */
export interface WireEvent {
  type: string;
  /** When it happened, on the service's clock; milliseconds since 1970. */
  timestamp?: number;
  snapshot?: { run_id: string; text: string; labels?: Labels };
  delta?: { op: string; path: string; value: Json }[] | string;
  stepName?: string;
  toolCallId?: string;
  toolCallName?: string;
  name?: string;
  value?: Json;
  result?: Answer | null;
  outcome?: { type: "success" | "interrupt" | "cancelled"; interrupts?: Interrupt[] };
  message?: string;
}

export interface Conversation {
  session_id: string;
  title: string;
  pinned: boolean;
  status: string;
  runs: number;
  /** Seconds since 1970. */
  at: number;
}

export interface StoredTurn {
  run_id: string;
  request_id: string;
  text: string;
  status: string;
  attachments?: { name: string }[];
  /** The run whose rest a button asked for. */
  finishes?: string | null;
  /** It agreed to a plan, and changed nothing of it. */
  as_shown?: boolean;
}

/** A run that was agreed to and waits for its time. */
export interface Scheduled {
  run_id: string;
  session_id: string;
  text: string;
  environment: string | null;
  calls: number;
  /** Seconds since 1970. */
  due_at: number;
  zone: string;
  missed: boolean;
}

export interface DataRow {
  run_id: string;
  environment: string;
  entity: string;
  id: string | null;
  title: string;
  entity_label: string;
  environment_label: string;
  created: boolean;
  known: boolean;
  undoable: boolean;
  at: number;
  /** For whom it is and what it is like: the main values, by their names. */
  details: Record<string, string>;
}

/** Whether what a run left can be undone, or is. */
export interface Left {
  run_id: string;
  undoable: boolean;
  undone: boolean;
  partly: boolean;
  /** What cannot be undone and why, a sentence each. */
  stays: string[];
  /** How many calls for what was asked for are left, where they can be made now. */
  rest: number;
  /** Each of them makes one more of the same. */
  alike: boolean;
}

export interface Environment {
  name: string;
  label: { zh: string; en: string };
}

/** What a user has chosen for all conversations; null: nothing. */
export interface Preferences {
  environment: string | null;
  language: "zh" | "en" | null;
  approval: "always" | "destructive" | null;
  /** Whether anything is remembered beyond a conversation. */
  memory: "off" | null;
}

/** A file that goes with a sentence. */
export interface Attachment {
  name: string;
  text: string;
}

export interface Payload {
  approved?: boolean;
  text?: string;
  drop?: string[];
  /** When it is to run, on the clock of `zone`, or `now`; absent: when its sentence says, else now. */
  at?: string;
  zone?: string;
  /** Step → path of the argument → value, in the unit of its field. */
  values?: Record<string, Record<string, string>>;
}
