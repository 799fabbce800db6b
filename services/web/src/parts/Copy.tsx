import { Button } from "antd";
import { useState } from "react";
import { useSettings } from "../state/settings";

/** Copies a text; says so for two seconds. */
export function Copy({ text, label }: { text: string; label?: string }) {
  const { t } = useSettings();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await toClipboard(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button
      size="small"
      type={label ? "default" : "text"}
      aria-label={label ? undefined : t("copyId", { id: text })}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t("copied") : (label ?? t("copy"))}</span>
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
