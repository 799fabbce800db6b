/** The form of a page's tools, looked at by both sides: what has it not is not offered. */
import type { Offered } from "./protocol";
import type { PageTool, ToolError, Words } from "./zhizao";

export const MOST = 20;
const LARGEST = 8000;
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const REGISTRATION = /^[A-Za-z0-9]{1,64}$/;
/** The one blank is U+0020; the service has the same rule. */
const LINE = /^(?:[^\p{C}\p{Z}]| ){1,80}$/u;
/** As JSON writes a half of a character, which no service can read. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89ab]/;
const TYPES = ["string", "integer", "number", "boolean"];
const NUMBERS = ["minimum", "maximum", "minLength", "maxLength"];
const KNOWN = new Set(["type", "title", "description", "enum", ...NUMBERS]);

export type Wrong = Pick<ToolError, "code" | "message">;

/** What goes to the frame of a tool, under the id of its registration; or what is wrong with it. */
export function offered(tool: PageTool, registration: string): Offered | Wrong {
  if (!isObject(tool)) return bad("a tool is an object");
  const told = {
    registration,
    name: tool.name,
    title: both(tool.title),
    description: tool.description ?? "",
    parameters: tool.parameters,
    labels: Object.fromEntries(Object.entries(tool.labels ?? {}).map(([path, words]) => [path, both(words)])),
    effect: tool.effect ?? "changes",
    previews: typeof tool.preview === "function",
  };
  if (typeof tool.run !== "function") return bad("run is the function that does it");
  const wrong = problemOf(told);
  if (wrong) return wrong;
  const { properties, required } = told.parameters;
  const whole = { ...told, parameters: { type: "object", properties, required: required ?? [] } };
  return problemOf(whole) ?? (JSON.parse(JSON.stringify(whole)) as Offered);
}

/** What is wrong with what says that it is a tool. */
export function problemOf(told: unknown): Wrong | undefined {
  if (!isObject(told)) return bad("a tool is an object");
  const { registration, name, title, description, parameters, labels, effect } = told;
  if (typeof registration !== "string" || !REGISTRATION.test(registration)) return bad("registration: up to 64 letters and digits");
  if (typeof name !== "string" || !NAME.test(name)) return bad("name: a letter, then up to 63 letters, digits, _ and -");
  if (!isWords(title)) return bad("title: a line of up to 80 characters, or one in zh and one in en");
  if (typeof description !== "string" || description.length > 500) return bad("description: up to 500 characters");
  if (!isObject(labels) || !Object.values(labels).every(isWords)) return bad("labels: a line of up to 80 characters for each argument");
  if (effect !== "fills" && effect !== "changes") return bad("effect: fills or changes");
  const wrong = schemaProblem(parameters);
  if (wrong) return { code: "bad_schema", message: wrong };
  const json = JSON.stringify(told);
  if (HALF.test(json)) return bad("half of a character (a lone surrogate)");
  return json.length > LARGEST ? bad(`more than ${LARGEST} characters`) : undefined;
}

function schemaProblem(schema: unknown): string | undefined {
  if (!isObject(schema) || schema.type !== "object") return 'parameters: {type: "object", properties: …}';
  const { properties, required = [] } = schema;
  if (!isObject(properties)) return "parameters.properties: an object";
  if (!Array.isArray(required) || !required.every((path) => typeof path === "string" && path in properties)) {
    return "parameters.required: names of properties";
  }
  for (const [path, argument] of Object.entries(properties)) {
    const wrong = argumentProblem(argument);
    if (wrong) return `parameters.properties.${path}: ${wrong}`;
  }
  return undefined;
}

function argumentProblem(argument: unknown): string | undefined {
  if (!isObject(argument)) return "an object";
  if (!TYPES.includes(String(argument.type))) return `type: ${TYPES.join(", ")}`;
  const unknown = Object.keys(argument).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return `${unknown} is not understood`;
  const number = NUMBERS.find((key) => key in argument && !Number.isFinite(argument[key]));
  if (number !== undefined) return `${number}: a number`;
  if ("enum" in argument && (!Array.isArray(argument.enum) || argument.enum.length === 0)) return "enum: values";
  return undefined;
}

function isObject(told: unknown): told is Record<string, unknown> {
  return typeof told === "object" && told !== null && !Array.isArray(told);
}

function both(words: Words): { zh: string; en: string } {
  const { zh, en } = typeof words === "string" ? { zh: words, en: words } : words;
  return { zh: blanks(zh), en: blanks(en) };
}

/** With U+0020 for each other blank, such as the ideographic one. */
export function blanks(text: string): string {
  return typeof text === "string" ? text.replace(/\p{Zs}/gu, " ") : text;
}

/** Up to so many characters, none halved; a mark at the end where there were more. */
export function cut(text: string, most: number): string {
  const all = Array.from(text.replace(/\p{Cs}/gu, "\ufffd"));
  return all.length > most ? `${all.slice(0, most - 1).join("")}…` : all.join("");
}

function isWords(told: unknown): boolean {
  return isObject(told) && Object.keys(told).length === 2 && isLine(told.zh) && isLine(told.en);
}

export function isLine(told: unknown): told is string {
  return typeof told === "string" && LINE.test(told);
}

function bad(message: string): Wrong {
  return { code: "bad_tool", message };
}
