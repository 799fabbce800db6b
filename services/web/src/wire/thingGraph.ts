/** The things of a run and what hangs on what; many of the same stand together. */
import type { CameOf, Labels, Summary, Thing, ThingEdge, ThingNode } from "./types";

/** So many things of one kind are drawn as one. */
const MANY = 4;

export interface ThingBox {
  key: string;
  /** Its kind, as the reader says it. */
  entity: string;
  cameOf: CameOf;
  nodes: ThingNode[];
}

export interface ThingArc {
  from: string;
  to: string;
  /** Names of the arguments in which one was handed to the call that made the other. */
  names: string[];
  /** The tools that were called. */
  tools: string[];
}

export interface Things {
  boxes: ThingBox[];
  arcs: ThingArc[];
}

/** Boxes and arcs of a run's graph; nothing where nothing hangs together. */
export function thingsOf({ graph }: Summary, labels: Labels): Things | undefined {
  if (!graph || graph.edges.length === 0) return undefined;
  const boxes = new Map<string, ThingBox>();
  const keys = keysOf(graph.nodes, graph.edges);
  graph.nodes.forEach((node, place) => {
    const key = keys[place] ?? "";
    const entity = labels.entities?.[node.entity] ?? node.entity;
    const box = boxes.get(key) ?? { key, entity, cameOf: node.came_of, nodes: [] };
    boxes.set(key, { ...box, nodes: [...box.nodes, node] });
  });
  return { boxes: [...boxes.values()], arcs: arcsOf(graph.edges, keys, labels) };
}

/** For each thing the box that it is drawn in: many of one kind that came about in the same way and
 * hang on the same single things share one. */
function keysOf(nodes: readonly ThingNode[], edges: readonly ThingEdge[]): string[] {
  const kinds = nodes.map((node) => `${node.came_of} ${node.entity}`);
  const often = counted(kinds);
  const single = (place: number) => (often.get(kinds[place] ?? "") ?? 0) < MANY;
  const ties = nodes.map((): string[] => []);
  for (const { source, target, argument } of edges) {
    if (single(source)) ties[target]?.push(`${source} ${argument}`);
    if (single(target)) ties[source]?.push(`${argument} ${target}`);
  }
  const alike = kinds.map((kind, place) => `${kind}\n${[...(ties[place] ?? [])].sort().join("\n")}`);
  const many = counted(alike);
  return alike.map((key, place) => ((many.get(key) ?? 0) >= MANY ? key : `one ${place}`));
}

function counted(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

function arcsOf(edges: readonly ThingEdge[], keys: readonly string[], labels: Labels): ThingArc[] {
  const arcs = new Map<string, ThingArc>();
  for (const { source, target, tool, argument } of edges) {
    const [from, to] = [keys[source] ?? "", keys[target] ?? ""];
    if (from === to) continue;
    const name = labels.fields?.[tool]?.[argument]?.label ?? argument;
    const key = `${from}\r${to}`;
    const arc = arcs.get(key) ?? { from, to, names: [], tools: [] };
    const title = labels.tools?.[tool] ?? tool;
    arcs.set(key, {
      ...arc, names: [...new Set([...arc.names, name])], tools: [...new Set([...arc.tools, title])],
    });
  }
  return [...arcs.values()];
}

/** What is known of the box's things. */
export function heldIn(box: ThingBox, data: readonly Thing[]): Thing[] {
  return box.nodes.map(({ entity, id, place }) => {
    const known = place !== null ? data[place] : data.find((one) => one.entity === entity && one.id === id);
    return known ?? { entity, id, attributes: {} };
  });
}
