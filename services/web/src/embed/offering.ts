/** The tools that the page has registered: told to the frame, called when the frame asks for it. */
import type { CallAnswer, Offered, ToCall } from "./protocol";
import { blanks, cut, MOST, offered, type Wrong } from "./tools";
import type { PageTool, ToolError } from "./zhizao";

/** Characters of a value that is there now, and of what the page says of a call. */
const LONGEST = 500;
const REPORT = 2000;

export class Offering {
  private readonly tools = new Map<string, { tool: PageTool; told: Offered }>();
  private readonly listeners = new Set<(error: ToolError) => void>();
  /** Calls that were begun: none is made a second time. */
  private readonly begun = new Set<string>();

  constructor(private readonly changed: () => void) {}

  get told(): Offered[] {
    return [...this.tools.values()].map((one) => one.told);
  }

  onError(listener: (error: ToolError) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  register(tool: PageTool): () => void {
    const told = this.looked(tool);
    if ("code" in told) {
      const name: unknown = (tool as Partial<PageTool> | null)?.name;
      this.fail({ ...told, tool: typeof name === "string" ? name.slice(0, 64) : "" });
      return () => undefined;
    }
    const held = { tool, told };
    this.tools.set(told.name, held);
    this.changed();
    return () => {
      if (this.tools.get(told.name) !== held) return;
      this.tools.delete(told.name);
      this.changed();
    };
  }

  fail(error: ToolError): void {
    const what = error.code === "not_opened" ? "" : `the tool ${JSON.stringify(error.tool)} is not offered (${error.code}): `;
    console.error(`Zhizao: ${what}${error.message}`);
    for (const listener of this.listeners) listener(error);
  }

  async answer({ type, call, tool: name, registration, values }: ToCall): Promise<CallAnswer> {
    const kind = type === "preview" ? "previewed" : "ran";
    const found = this.tools.get(name);
    const held = found?.told.registration === registration ? found.tool : undefined;
    if (!held) return { type: kind, call, ok: false, text: `no tool ${name}` };
    if (type === "run" && this.begun.has(call)) return { type: kind, call, ok: false, text: "called before" };
    try {
      if (type === "preview") return { type: "previewed", call, ok: true, ...texts(await held.preview?.(values)) };
      this.begun.add(call);
      return { type: "ran", call, ok: true, text: text(await held.run(values)) };
    } catch (error) {
      return { type: kind, call, ok: false, text: text(error instanceof Error ? error.message : error) || "error" };
    }
  }

  private looked(tool: PageTool): Offered | Wrong {
    try {
      const told = offered(tool, newRegistration());
      if ("code" in told) return told;
      if (this.tools.has(told.name)) return { code: "same_name", message: "a tool of that name is offered" };
      return this.tools.size < MOST ? told : { code: "too_many", message: `at most ${MOST} tools` };
    } catch (error) {
      return { code: "bad_tool", message: text(error) };
    }
  }
}

/** The page's title as a line. */
export function titleOf(page: Document): string {
  return Array.from(blanks(page.title)).slice(0, 80).join("");
}

/** Of this load of the page, too: a page that is loaded again registers anew. */
function newRegistration(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");
}

function text(told: unknown): string {
  return typeof told === "string" || typeof told === "number" || told instanceof Error ? cut(String(told), REPORT) : "";
}

/** What is there now, and of which arguments only the beginning is told. */
function texts(told: Record<string, unknown> = {}): { before: Record<string, string>; shortened: string[] } {
  const whole = Object.entries(told).map(([path, value]) => [path, String(value ?? "")] as const);
  const before = whole.map(([path, value]) => [path, cut(value, LONGEST)] as const);
  const shortened = whole.filter(([, value], place) => value.length > (before[place]?.[1].length ?? 0));
  return { before: Object.fromEntries(before), shortened: shortened.map(([path]) => path) };
}
