import { CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { say } from "../state/saying";
import { useSettings } from "../state/settings";

/** Copies a text; says so for two seconds. */
export function Copy({ text, label, name, small }: {
  /** Where it has to be asked for first, it has a label or a name. */
  text: string | (() => Promise<string>);
  label?: string;
  /** What is copied, for who cannot see it. */
  name?: string;
  /** A sign alone. */
  small?: boolean;
}) {
  const { t } = useSettings();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await toClipboard(typeof text === "string" ? text : await text());
    setCopied(true);
    say("copied");
    setTimeout(() => setCopied(false), 2000);
  };
  const sign = small ? <CopyOutlined /> : (label ?? t("copy"));
  return (
    <Button
      size="small"
      type={label ? "default" : "text"}
      aria-label={label ? undefined : (name ?? t("copyId", { id: typeof text === "string" ? text : "" }))}
      title={name}
      onClick={() => void copy()}
    >
      <span>{copied ? (small ? "✓" : t("copied")) : sign}</span>
    </Button>
  );
}

/** Off this machine and without TLS a page has no clipboard: there a selection is copied. */
async function toClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
