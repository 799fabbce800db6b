/** A screenshot as words, read by the service's model that sees. */
import { post } from "./api";
import { NotSendable } from "./table";

const BYTES = 4_000_000;

/** What is seen in the picture; NotSendable where it is too big, an Error of the service's else. */
export async function wordsOf(file: File): Promise<string> {
  if (file.size > BYTES) throw new NotSendable("attachTooBig", { name: file.name, size: Math.ceil(file.size / 1000), most: BYTES / 1000 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return (await post<{ text: string }>("/api/screenshots", { image: btoa(text) })).text;
}
