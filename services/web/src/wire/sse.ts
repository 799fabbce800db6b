/** Reads one response of server-sent events; each event's id and JSON, in order. */
import type { WireEvent } from "./types";

export interface Received {
  id: string;
  event: WireEvent;
}

export async function* received(response: Response): AsyncGenerator<Received> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const found = parsed(block);
        if (found) yield found;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function parsed(block: string): Received | null {
  let id = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("id: ")) id = line.slice(4);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  return data ? { id, event: JSON.parse(data) as WireEvent } : null;
}
