/** Text of tools, names and users as it is: characters that turn or hide text are made visible. */

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
  });
}

export function Text({ children, className }: { children: string; className?: string }) {
  return (
    <span className={className ? `text ${className}` : "text"} dir="auto">
      {visible(children)}
    </span>
  );
}

/** A JSON value for people: strings as they are, the rest as JSON. */
export function plain(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
