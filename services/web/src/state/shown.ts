/** In which of two ways something is shown, as this browser chose last. */
import { useState } from "react";
import { recalled, remember } from "./browser";

/** Each card keeps its own way once it is there; the next one begins with the last choice. */
export function useShown(name: "steps" | "things"): [graph: boolean, choose: (graph: boolean) => void] {
  const [graph, setGraph] = useState(() => recalled<string>(`show.${name}`) === "graph");
  const choose = (chosen: boolean) => {
    setGraph(chosen);
    remember(`show.${name}`, chosen ? "graph" : "list");
  };
  return [graph, choose];
}
