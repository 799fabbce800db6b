// A host page as any team's: it lists orders, and tells the chat which one is in view.
const list = document.getElementById("orders");
const detail = document.getElementById("order");
let orders = [];
let inView = "";

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
  detail.replaceChildren(title, told);
}

window.onZhizao = (zhizao) => zhizao.onDone(load);
const port = Number(new URLSearchParams(location.search).get("chat") ?? 8000);
if (Number.isInteger(port) && port > 0 && port < 65536) {
  const script = document.createElement("script");
  script.src = `${location.protocol}//${location.hostname}:${port}/embed.js`;
  document.head.append(script);
}
load();
