/** A JSON schema as rows for people: each value with its path, type, choices and limits. */
import type { Json } from "../wire/types";

export interface Row {
  path: string;
  type: string;
  required: boolean;
  description: string;
  choices: Json[];
  /** Keyword and value of what else limits it. */
  limits: [string, Json][];
}

export type Schema = Record<string, Json>;

const LIMITS = [
  "default", "format", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
  "minLength", "maxLength", "minItems", "maxItems", "multipleOf", "example", "examples",
];
const DEEPEST = 12;
const MOST = 500;

export function rowsOf(schema: Schema | null | undefined): Row[] {
  const rows = new Map<string, Row>();
  if (schema) new Walk(schema, rows).into(schema, "", false, 0);
  return [...rows.values()];
}

class Walk {
  constructor(private readonly root: Schema, private readonly rows: Map<string, Row>) {}

  into(given: Schema, path: string, required: boolean, depth: number): void {
    if (depth > DEEPEST || this.rows.size >= MOST) return;
    const schema = this.resolved(given, 0);
    const variants = ["anyOf", "oneOf", "allOf"].flatMap((name) => list(schema[name]));
    if (path && !this.rows.has(path)) this.rows.set(path, this.row(schema, variants, path, required));
    const wanted = new Set(Array.isArray(schema.required) ? schema.required : []);
    for (const [name, one] of Object.entries(object(schema.properties))) {
      this.into(object(one), path ? `${path}.${name}` : name, wanted.has(name), depth + 1);
    }
    if (isObject(schema.items)) this.into(schema.items, `${path}[]`, false, depth + 1);
    if (isObject(schema.additionalProperties)) {
      this.into(schema.additionalProperties, path ? `${path}.*` : "*", false, depth + 1);
    }
    for (const one of variants) this.into(one, path, required, depth + 1);
  }

  private row(schema: Schema, variants: Schema[], path: string, required: boolean): Row {
    const all = [schema, ...variants.map((one) => this.resolved(one, 0))];
    const types = all.flatMap((one) => (Array.isArray(one.type) ? one.type : one.type ? [one.type] : []));
    const choices = all.flatMap((one) => (Array.isArray(one.enum) ? one.enum : "const" in one ? [one.const] : []));
    return {
      path,
      type: [...new Set(types.map(String))].join(" | "),
      required,
      description: all.map((one) => one.description).find((text) => typeof text === "string") ?? "",
      choices: choices.filter((one): one is Json => one !== undefined),
      limits: all.flatMap((one) => LIMITS.flatMap((name): [string, Json][] => {
        const value = one[name];
        return value === undefined ? [] : [[name, value]];
      })),
    };
  }

  /** What a reference inside the document stands for, with what stands beside it. */
  private resolved(schema: Schema, depth: number): Schema {
    const ref = schema.$ref;
    if (typeof ref !== "string" || !ref.startsWith("#/") || depth > DEEPEST) return schema;
    const names = ref.slice(2).split("/").map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const found = names.reduce<Json | undefined>((at, name) => object(at)[name], this.root);
    return { ...this.resolved(object(found), depth + 1), ...schema };
  }
}

function isObject(value: Json | undefined): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function object(value: Json | undefined): Schema {
  return isObject(value) ? value : {};
}

function list(value: Json | undefined): Schema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
