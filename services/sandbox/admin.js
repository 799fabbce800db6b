// A host page as any team's: it lists orders, tells the chat which one is in view, and lets it fill in
// the form of that order, which the page's own button saves.
const list = document.getElementById("orders");
const detail = document.getElementById("order");
let orders = [];
let inView = "";
const drafts = new Map();
let takeBack = [];

const name = (order) => `${order.environment}/${order.id}`;

async function load() {
  orders = await (await fetch("/admin/orders")).json();
  document.getElementById("none").hidden = orders.length > 0;
  list.replaceChildren(...orders.map((order) => {
    const button = document.createElement("button");
    button.textContent = `${order.id} · ${order.environment} · ${order.status}`;
    button.setAttribute("aria-current", String(name(order) === inView));
    button.addEventListener("click", () => view(order));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
  draw();
}

function view(order) {
  inView = name(order);
  for (const [place, item] of [...list.children].entries()) {
    item.firstChild.setAttribute("aria-current", String(name(orders[place]) === inView));
  }
  draw();
  window.Zhizao?.show({ entity: "订单", id: order.id, environment: order.environment });
  for (const back of takeBack) back();
  takeBack = TOOLS.flatMap((tool) => window.Zhizao?.register(tool) ?? []);
}

function draw() {
  const order = orders.find((one) => name(one) === inView);
  if (!order) return;
  const title = document.createElement("h2");
  title.textContent = `订单 ${order.id}`;
  const told = document.createElement("dl");
  for (const [key, value] of Object.entries(order)) {
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    term.textContent = key;
    text.textContent = typeof value === "object" ? JSON.stringify(value) : String(value);
    told.append(term, text);
  }
  detail.replaceChildren(title, form(), told);
}

const FIELDS = {
  remark: { zh: "备注", en: "remark", schema: { type: "string", maxLength: 50 } },
  cutlery: { zh: "餐具份数", en: "sets of cutlery", schema: { type: "integer", minimum: 0, maximum: 20 } },
};
const saved = () => JSON.parse(localStorage.getItem(inView) ?? "{}");
const draft = () => ({ remark: "", cutlery: "", ...saved(), ...drafts.get(inView) });

// What is typed is kept until it is saved: in this browser, as the demo business has no such columns.
function form() {
  const made = document.createElement("form");
  const note = document.createElement("output");
  const say = () => { note.textContent = drafts.has(inView) ? "未保存 Not saved" : ""; };
  for (const [key, { zh, en, schema }] of Object.entries(FIELDS)) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.textContent = `${zh} ${en}`;
    input.name = key;
    input.value = draft()[key];
    if (schema.type === "integer") Object.assign(input, { type: "number", min: schema.minimum, max: schema.maximum });
    else input.maxLength = schema.maxLength;
    input.addEventListener("input", () => {
      drafts.set(inView, { ...drafts.get(inView), [key]: input.value });
      say();
    });
    label.append(input);
    made.append(label);
  }
  const save = document.createElement("button");
  save.textContent = "保存 Save";
  made.append(save, note);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    localStorage.setItem(inView, JSON.stringify(draft()));
    drafts.delete(inView);
    note.textContent = "已保存 Saved";
  });
  say();
  return made;
}

const inputOf = (key) => detail.querySelector(`input[name=${key}]`);
const each = (make) => Object.fromEntries(Object.keys(FIELDS).map((key) => [key, make(FIELDS[key], key)]));

// One tool for the whole form, so that one sentence can fill in both fields: what it says nothing of stays.
const TOOLS = [{
  name: "fill_form",
  title: { zh: "填写备注和餐具份数", en: "Fill in the remark and the sets of cutlery" },
  description: "Writes into the form of the order; the page's own button saves it.",
  parameters: { type: "object", properties: each(({ schema }) => schema) },
  labels: each(({ zh, en }) => ({ zh, en })),
  effect: "fills",
  preview: () => each((_, key) => inputOf(key).value),
  run(values) {
    for (const [key, value] of Object.entries(values)) {
      inputOf(key).value = value;
      inputOf(key).dispatchEvent(new Event("input", { bubbles: true }));
    }
  },
}];

// Without the chat's script there is no button: how to have it stands there instead.
function noChat(tried) {
  const told = document.getElementById("no-chat");
  told.querySelector("code").textContent = tried;
  told.hidden = false;
}

window.onZhizao = (zhizao) => zhizao.onDone(load);
const port = Number(new URLSearchParams(location.search).get("chat") ?? 8000);
if (Number.isInteger(port) && port > 0 && port < 65536) {
  const script = document.createElement("script");
  script.src = `${location.protocol}//${location.hostname}:${port}/embed.js`;
  script.dataset.lang = navigator.language; // the page itself has both
  script.addEventListener("error", () => noChat(script.src));
  document.head.append(script);
} else noChat(location.search);
load();
