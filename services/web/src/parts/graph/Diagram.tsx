import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useInSight } from "../../state/useInSight";
import { type Arc, type Direction, drawn, type Drawing, type Sizes } from "../../wire/layout";
import { Text } from "../../text/visible";
import "./graph.css";

export interface Node {
  key: string;
  className: string;
  content: ReactNode;
  /** Stands in the node's corner, beside what opens it. */
  corner?: ReactNode;
}

export interface Line extends Arc {
  /** Shown while one of its ends is pointed at, focused or open. */
  label: string;
  dotted?: boolean;
}

/** Pixels around the drawing in its area, as in graph.css. */
const PADDING = 4;

const TURNS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** Boxes in layers and lines between them, from left to right where that fits, else downwards. */
export function Diagram({ name, how, nodes, lines, sizes, open, onOpen, spoken }: {
  name: string;
  /** How to get about with the keyboard. */
  how: string;
  nodes: readonly Node[];
  lines: readonly Line[];
  sizes: Sizes;
  /** Key of the node whose details are shown. */
  open?: string;
  onOpen: (key: string) => void;
  /** The lines in words, for who does not see them. */
  spoken: { title: string; lines: readonly string[] };
}) {
  const [pointed, setPointed] = useState<string>();
  const [area, width] = useWidth();
  const id = useId();
  const drawing = useDrawing(nodes, lines, sizes, width);
  const lit = (line: Line) => [pointed, open].some((one) => one === line.from || one === line.to);
  const move = (event: KeyboardEvent, key: string) => {
    const next = neighbour(drawing, key, TURNS[event.key]);
    if (next === undefined) return;
    event.preventDefault();
    [...event.currentTarget.querySelectorAll<HTMLElement>("button[data-node]")]
      .find((one) => one.dataset.node === next)?.focus();
  };
  return (
    <div className="diagram" role="group" aria-label={name} aria-describedby={`${id}-how`}>
      <p id={`${id}-how`} className="unseen">{how}</p>
      <div className="area" ref={area}>
        <div
          className="canvas"
          style={{ width: drawing.width, height: drawing.height }}
          onKeyDown={(event) => move(event, (event.target as HTMLElement).dataset.node ?? "")}
        >
          <Lines drawing={drawing} lines={lines} lit={lit} down={drawing.direction === "down"} />
          {nodes.map(({ key, className, content, corner }) => (
            <div
              key={key}
              className={`node ${className}`}
              style={{ ...place(drawing, key), width: sizes.width, height: sizes.height }}
              onPointerEnter={() => setPointed(key)}
              onPointerLeave={() => setPointed(undefined)}
              onFocus={() => setPointed(key)}
              onBlur={() => setPointed(undefined)}
            >
              <button type="button" data-node={key} aria-expanded={open === key} onClick={() => onOpen(key)}>
                {content}
              </button>
              {corner}
            </div>
          ))}
          {lines.map((line, number) => lit(line) ? (
            <span
              key={number}
              aria-hidden
              className="line-label"
              style={{ left: drawing.lines[number]?.middle.x, top: drawing.lines[number]?.middle.y }}
            >
              <Text>{line.label}</Text>
            </span>
          ) : null)}
        </div>
      </div>
      <div className="unseen">
        <p>{spoken.title}</p>
        <ul>{spoken.lines.map((one) => <li key={one}>{one}</li>)}</ul>
      </div>
    </div>
  );
}

/** What the open node holds, brought into sight. */
export function Opened({ children }: { children: ReactNode }) {
  const shown = useInSight<HTMLDivElement>();
  return <div className="opened" ref={shown}>{children}</div>;
}

function Lines({ drawing, lines, lit, down }: {
  drawing: Drawing;
  lines: readonly Line[];
  lit: (line: Line) => boolean;
  down: boolean;
}) {
  return (
    <svg width={drawing.width} height={drawing.height} aria-hidden>
      {drawing.lines.map(({ path, end: { x, y } }, number) => {
        const line = lines[number];
        if (!line) return null;
        return (
          <g key={number} className={`${lit(line) ? "lit" : ""} ${line.dotted ? "dotted" : ""}`}>
            <path d={path} />
            <path className="tip" d={down ? `M${x} ${y}l-4.5 -8h9z` : `M${x} ${y}l-8 -4.5v9z`} />
          </g>
        );
      })}
    </svg>
  );
}

type Directed = Drawing & { direction: Direction };

/** From left to right where that fits into the width, else downwards; drawn anew only where boxes,
 * lines or width are others. */
function useDrawing(nodes: readonly Node[], lines: readonly Line[], sizes: Sizes, width: number): Directed {
  const shape = JSON.stringify([nodes.map(({ key }) => key), lines.map(({ from, to }) => [from, to]), sizes]);
  return useMemo(() => {
    const [keys, ends, size] = JSON.parse(shape) as [string[], [string, string][], Sizes];
    const arcs = ends.map(([from, to]) => ({ from, to }));
    const across = drawn(keys, arcs, size, "right");
    if (across.width <= width) return { ...across, direction: "right" as const };
    return { ...drawn(keys, arcs, size, "down", width), direction: "down" as const };
  }, [shape, width]);
}

function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const shown = area.current;
    if (!shown) return;
    const measure = () => setWidth(shown.clientWidth - 2 * PADDING);
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(shown);
    return () => watching.disconnect();
  }, []);
  return [area, width];
}

function place(drawing: Drawing, key: string): { left?: number; top?: number } {
  const at = drawing.boxes.get(key);
  return { left: at?.x, top: at?.y };
}

/** The nearest box in that direction; what lies aside counts as farther. */
function neighbour(drawing: Drawing, key: string, turn: [number, number] | undefined): string | undefined {
  const from = drawing.boxes.get(key);
  if (!from || !turn) return undefined;
  const [x, y] = turn;
  const distances = [...drawing.boxes].flatMap(([name, at]) => {
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    const ahead = dx * x + dy * y;
    return ahead > 1 ? [{ name, far: ahead + 2 * Math.abs(dx * y + dy * x) }] : [];
  });
  return distances.sort((one, other) => one.far - other.far)[0]?.name;
}
