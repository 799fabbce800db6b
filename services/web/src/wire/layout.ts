/** A layered drawing of boxes of one size and arcs between them; a few dozen of them. */

export interface Arc {
  from: string;
  to: string;
}

export interface Sizes {
  width: number;
  height: number;
  /** Between layers, in the direction in which arcs run. */
  along: number;
  /** Between boxes of one layer. */
  across: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Drawing {
  width: number;
  height: number;
  /** Upper left corners of the boxes. */
  boxes: ReadonlyMap<string, Point>;
  /** For each arc, in the order given: its line, where its label goes, and where it ends. */
  lines: { path: string; middle: Point; end: Point }[];
}

export type Direction = "right" | "down";

/** A box, or a bend of an arc that crosses a layer. `at`: its middle, across the layers. */
interface Spot {
  name: string;
  layer: number;
  size: number;
  at: number;
  /** Of the layers before and behind. */
  before: Spot[];
  behind: Spot[];
}

const SWEEPS = 6;
const BEND = 10;

/** Where everything goes, the first layer at the left or at the top; arcs may form circles. `room`:
 * across the layers; one that is broader is broken into several. */
export function drawn(
  names: readonly string[], arcs: readonly Arc[], sizes: Sizes, direction: Direction, room = Number.MAX_SAFE_INTEGER,
): Drawing {
  const size = direction === "right" ? sizes.height : sizes.width;
  const most = Math.max(1, Math.floor((room + sizes.across) / (size + sizes.across)));
  const layers = broken(layersOf(names, arcs), most);
  const spots = new Map(names.map((name) => [name, spot(name, layers.get(name) ?? 0, size)]));
  const ways = arcs.map(({ from, to }) => way(spots.get(from), spots.get(to)));
  const rows = rowsOf([...new Set([...spots.values(), ...ways.flat()])]);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) order(rows, sweep % 2 === 0);
  for (const row of rows) pack(row, sizes.across);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) settle(rows, sweep % 2 === 1, sizes.across);
  fit(rows, room);
  return measured(names, spots, ways, rows.length, sizes, direction);
}

/** Longest way from a start; arcs that close a circle are left out. */
function layersOf(names: readonly string[], arcs: readonly Arc[]): Map<string, number> {
  const targets = new Map(names.map((name) => [name, arcs.filter((arc) => arc.from === name).map((arc) => arc.to)]));
  const order: string[] = [];
  const forward: Arc[] = [];
  const open = new Set<string>();
  const visit = (name: string) => {
    if (order.includes(name) || open.has(name)) return;
    open.add(name);
    for (const to of targets.get(name) ?? []) {
      if (open.has(to)) continue;
      forward.push({ from: name, to });
      visit(to);
    }
    open.delete(name);
    order.unshift(name);
  };
  for (const name of names) visit(name);
  const layer = new Map(names.map((name) => [name, 0]));
  for (const name of order) {
    for (const { to } of forward.filter((arc) => arc.from === name)) {
      layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(name) ?? 0) + 1));
    }
  }
  return layer;
}

/** The same with so many boxes in a layer at most. */
function broken(layers: ReadonlyMap<string, number>, most: number): Map<string, number> {
  const rows: string[][] = [];
  for (const [name, layer] of layers) (rows[layer] ??= []).push(name);
  const parts = rows.flatMap((row) =>
    Array.from({ length: Math.ceil(row.length / most) }, (_, part) => row.slice(part * most, (part + 1) * most)));
  return new Map(parts.flatMap((row, layer) => row.map((name) => [name, layer] as const)));
}

function spot(name: string, layer: number, size: number): Spot {
  return { name, layer, size, at: 0, before: [], behind: [] };
}

/** The arc's spots: its ends and a bend in each layer between; of one that runs back, its ends. */
function way(from: Spot | undefined, to: Spot | undefined): Spot[] {
  if (!from || !to) return [];
  const bends = Array.from({ length: Math.max(0, to.layer - from.layer - 1) }, (_, number) =>
    spot("", from.layer + number + 1, BEND));
  const all = [from, ...bends, to];
  if (to.layer > from.layer) {
    all.slice(1).forEach((one, number) => {
      all[number]?.behind.push(one);
      const back = all[number];
      if (back) one.before.push(back);
    });
  }
  return all;
}

function rowsOf(spots: readonly Spot[]): Spot[][] {
  const rows: Spot[][] = [];
  for (const one of spots) (rows[one.layer] ??= []).push(one);
  return rows;
}

/** Fewer crossings: each layer in the order of the middles of what it hangs on. */
function order(rows: Spot[][], forth: boolean): void {
  for (const row of rows) row.forEach((one, place) => { one.at = place; });
  for (const row of forth ? rows : [...rows].reverse()) {
    const middle = new Map(row.map((one) => [one, mean(forth ? one.before : one.behind) ?? one.at]));
    row.sort((one, other) => (middle.get(one) ?? 0) - (middle.get(other) ?? 0) || one.at - other.at);
    row.forEach((one, place) => { one.at = place; });
  }
}

/** One beside the other, about a common middle. */
function pack(row: Spot[], gap: number): void {
  let least = -row.reduce((sum, one) => sum + one.size + gap, -gap) / 2;
  for (const one of row) {
    one.at = least + one.size / 2;
    least += one.size + gap;
  }
}

/** Straighter arcs: each as near to the middle of its neighbours as the others of its layer allow. */
function settle(rows: Spot[][], forth: boolean, gap: number): void {
  for (const row of forth ? rows : [...rows].reverse()) {
    const wanted = row.map((one) => mean(forth ? one.before : one.behind) ?? one.at);
    let least = Number.NEGATIVE_INFINITY;
    const taken = row.map((one, place) => {
      const at = Math.max(wanted[place] ?? 0, least + one.size / 2);
      least = at + one.size / 2 + gap;
      return at;
    });
    const off = taken.reduce((sum, at, place) => sum + at - (wanted[place] ?? 0), 0) / row.length;
    row.forEach((one, place) => { one.at = (taken[place] ?? 0) - off; });
  }
}

/** Layers that stand out on a side are moved back into the room. */
function fit(rows: readonly Spot[][], room: number): void {
  const middle = mean(rows.flat().filter((one) => one.name !== "")) ?? 0;
  for (const row of rows) {
    const least = Math.min(...row.map((one) => one.at - one.size / 2));
    const most = Math.max(...row.map((one) => one.at + one.size / 2));
    const off = Math.max(middle - room / 2 - least, Math.min(0, middle + room / 2 - most));
    for (const one of row) one.at += off;
  }
}

function mean(spots: readonly Spot[]): number | undefined {
  return spots.length > 0 ? spots.reduce((sum, one) => sum + one.at, 0) / spots.length : undefined;
}

function measured(
  names: readonly string[], spots: ReadonlyMap<string, Spot>, ways: readonly Spot[][], layers: number, sizes: Sizes,
  direction: Direction,
): Drawing {
  const every = [...spots.values(), ...ways.flat()];
  const least = Math.min(...every.map((one) => one.at - one.size / 2));
  const most = Math.max(...every.map((one) => one.at + one.size / 2));
  const deep = direction === "right" ? sizes.width : sizes.height;
  const start = (layer: number) => layer * (deep + sizes.along);
  const point = (along: number, across: number): Point =>
    (direction === "right" ? { x: along, y: across - least } : { x: across - least, y: along });
  const corner = (one: Spot) => point(start(one.layer), one.at - one.size / 2);
  const whole = point(start(layers - 1) + deep, most);
  return {
    width: Math.ceil(whole.x),
    height: Math.ceil(whole.y),
    boxes: new Map(names.flatMap((name) => {
      const one = spots.get(name);
      return one ? [[name, corner(one)] as const] : [];
    })),
    lines: ways.map((all) => line(all, (one) => start(one.layer), deep, point)),
  };
}

/** A smooth line from the far side of the first spot to the near side of the last one. */
function line(
  all: readonly Spot[], start: (one: Spot) => number, deep: number, point: (along: number, across: number) => Point,
): Drawing["lines"][number] {
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const [first] = all;
  let path = "";
  let middle: Point = { x: 0, y: 0 };
  let end = middle;
  if (first) path = `M${text(point(start(first) + deep, first.at))}`;
  all.slice(1).forEach((one, number) => {
    const last = all[number] ?? one;
    const [begin, stop] = [start(last) + deep, start(one)];
    const pull = Math.max(18, Math.abs(stop - begin) / 2);
    end = point(stop, one.at);
    path += `C${text(point(begin + pull, last.at))} ${text(point(stop - pull, one.at))} ${text(end)}`;
    if (one.name === "") path += `L${text(point(stop + deep, one.at))}`;
    if (number === 0) middle = point((begin + stop) / 2, (last.at + one.at) / 2);
  });
  return { path, middle, end };
}
