/** `embed.js`: a button and a side panel with the chat in a page of somebody else. It is built as
 * one classic script that puts nothing but `Zhizao` into the page. */
import { Docking } from "./docking";
import { Offering, titleOf } from "./offering";
import type { ToCall, ToFrame, ToHost } from "./protocol";
import type { Done, Entity, Zhizao } from "./zhizao";

const WORDS = {
  zh: {
    open: "造数据（打开智造）", close: "关闭智造", title: "智造", button: "造数据", edge: "面板宽度",
    blocked: "聊天没有打开：{service} 没有允许这个页面的来源，或者现在连不上。请服务的管理员把 {origin} 加进 ZHIZAO_EMBED_ORIGINS，或看看服务是否在运行。",
  },
  en: {
    open: "Test data (Open Zhizao)", close: "Close Zhizao", title: "Zhizao", button: "Test data", edge: "Width of the panel",
    blocked: "The chat did not open: {service} does not allow this page's origin, or cannot be reached. Ask whoever runs it to add {origin} to ZHIZAO_EMBED_ORIGINS, or to look whether it is running.",
  },
};
/** Milliseconds that the chat may take to answer in its frame. */
const PATIENCE = 8_000;

const STYLE = `
:host { all: initial; position: fixed; z-index: 2147483000; inset: auto 0 0 auto; color-scheme: light dark; }
button { font: 600 14px/1 system-ui, sans-serif; cursor: pointer; }
button:focus-visible { outline: 3px solid #7fd6b8; outline-offset: 2px; }
.open { position: fixed; right: 20px; bottom: 20px; min-width: 44px; min-height: 44px; padding: 0 18px;
  border: 0; border-radius: 22px; background: #0f6e56; color: #fff; box-shadow: 0 2px 10px #0005; }
section { position: fixed; inset: 0 0 0 auto; box-sizing: border-box; display: flex; flex-direction: column;
  background: light-dark(#fff, #1c1f21); color: light-dark(#1b1f22, #e6e7e8); box-shadow: 0 0 24px #0004; }
header { display: flex; align-items: center; justify-content: space-between; padding-inline-start: 16px;
  font: 650 15px/1 system-ui, sans-serif; border-bottom: 1px solid light-dark(#dfe3e5, #32373a); }
.close { width: 44px; height: 44px; border: 0; background: none; color: inherit; font-size: 20px; }
section.beside { box-shadow: none; border-inline-start: 1px solid light-dark(#dfe3e5, #32373a); }
.edge { position: absolute; inset: 0 auto 0 -4px; width: 8px; cursor: col-resize; touch-action: none; z-index: 1; }
.edge:hover, .edge:focus-visible, .moving .edge { background: #0f6e5666; outline: none; }
.moving iframe { pointer-events: none; }
@media (max-width: 700px) { .edge { display: none; } }
iframe { flex: 1; width: 100%; border: 0; }
.blocked { margin: 0; padding: 16px; font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
`;

function start(script: HTMLScriptElement): void {
  const service = new URL(script.src).origin;
  const said = script.dataset.lang ?? document.documentElement.lang;
  const words = WORDS[said.toLowerCase().startsWith("zh") ? "zh" : "en"];
  const parts = build(words);
  const listeners = new Set<(done: Done) => void>();
  let entity: Entity | null = null;
  let there = false;
  const say = (told: ToFrame) => there && parts.frame.contentWindow?.postMessage(told, service);
  const tell = () => say({ zhizao: 1, type: "view", entity });
  const offer = () => say({ zhizao: 1, type: "tools", title: titleOf(document), tools: offering.told });
  const offering = new Offering(offer);
  const docking = new Docking(parts.panel, parts.edge, script.dataset.layout === "over");
  const show = (open: boolean) => {
    docking.show(open);
    parts.panel.hidden = !open;
    parts.open.hidden = open;
    if (open && !parts.frame.src) {
      parts.frame.src = `${service}/embed`;
      setTimeout(() => heard || blocked(), PATIENCE);
    }
    (open ? parts.frame : parts.open).focus();
  };
  let heard = false;
  /** A frame that is refused looks to the page like any other: only its silence tells. */
  const blocked = () => {
    const text = words.blocked.replace("{service}", service).replace("{origin}", location.origin);
    parts.blocked.textContent = text;
    parts.blocked.hidden = false;
    parts.frame.hidden = true;
    offering.fail({ code: "not_opened", tool: "", message: text });
  };
  const zhizao: Zhizao = {
    version: 1,
    open: () => show(true),
    close: () => show(false),
    show(shown) {
      entity = shown && { entity: shown.entity, id: String(shown.id), environment: shown.environment };
      tell();
    },
    onDone(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    register: (tool) => offering.register(tool),
    onError: (listener) => offering.onError(listener),
  };
  parts.frame.addEventListener("load", () => {
    there = parts.frame.src !== "";
    tell();
    offer();
  });
  parts.open.addEventListener("click", zhizao.open);
  parts.close.addEventListener("click", zhizao.close);
  addEventListener("message", ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== service || source !== parts.frame.contentWindow || !isTold(data)) return;
    heard = true;
    parts.blocked.hidden = true;
    parts.frame.hidden = false;
    if (data.type === "here") return;
    if (data.type === "done") for (const listener of listeners) listener({ status: data.status });
    else if (data.type === "error") offering.fail(data);
    else void offering.answer(data).then((answer) => say({ zhizao: 1, ...answer }));
  });
  document.body.append(parts.root);
  window.Zhizao = Object.freeze(zhizao);
  window.onZhizao?.(zhizao);
}

function isTold(data: unknown): data is ToHost {
  const told = data as Record<string, unknown> | null;
  if (typeof told !== "object" || told?.zhizao !== 1) return false;
  if (told.type === "here") return true;
  if (told.type === "done") return typeof told.status === "string";
  if (told.type === "error") return typeof told.code === "string" && typeof told.tool === "string" && typeof told.message === "string";
  return isCall(told);
}

function isCall(told: Record<string, unknown>): told is Record<string, unknown> & ToCall {
  const kind = told.type === "preview" || told.type === "run";
  return kind && typeof told.call === "string" && typeof told.tool === "string" && typeof told.registration === "string" && typeof told.values === "object" && told.values !== null;
}

/** Inside a shadow root, so that neither page nor panel changes how the other looks. */
function build(words: (typeof WORDS)["zh"]) {
  const root = document.createElement("zhizao-chat");
  const inside = root.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet();
  style.replaceSync(STYLE);
  inside.adoptedStyleSheets = [style];
  const open = button("open", words.button, words.open);
  const close = button("close", "×", words.close);
  const panel = document.createElement("section");
  panel.hidden = true;
  panel.setAttribute("aria-label", words.title);
  const head = document.createElement("header");
  head.append(words.title, close);
  const frame = document.createElement("iframe");
  frame.title = words.title;
  frame.allow = "clipboard-write";
  const edge = document.createElement("div");
  edge.className = "edge";
  edge.tabIndex = 0;
  edge.setAttribute("role", "separator");
  edge.setAttribute("aria-orientation", "vertical");
  edge.setAttribute("aria-label", words.edge);
  const blocked = document.createElement("p");
  blocked.className = "blocked";
  blocked.hidden = true;
  blocked.setAttribute("role", "alert");
  panel.append(edge, head, blocked, frame);
  inside.append(open, panel);
  return { root, open, close, panel, frame, edge, blocked };
}

function button(name: string, text: string, label: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = name;
  made.textContent = text;
  made.setAttribute("aria-label", label);
  return made;
}

const script = document.currentScript;
if (script instanceof HTMLScriptElement && !window.Zhizao) {
  if (document.body) start(script);
  else addEventListener("DOMContentLoaded", () => start(script));
}
