import { Sender } from "@ant-design/x";
import { type GetRef } from "antd";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import type { Environment, Span } from "../wire/types";
import { Select } from "./Select";

export interface ComposerRef {
  focus(): void;
  /** Puts a sentence into the box; the span's words, or the first blank, are selected. */
  write(text: string, span?: Span): void;
}

interface Props {
  ref: Ref<ComposerRef>;
  environments: Environment[];
  environment: string;
  review: string;
  busy: boolean;
  onEnvironment: (name: string) => void;
  onReview: (review: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
}

export function Composer(props: Props) {
  const { t, language } = useSettings();
  const [draft, setDraft] = useState("");
  const sender = useRef<GetRef<typeof Sender>>(null);
  useImperativeHandle(props.ref, () => ({
    focus: () => sender.current?.focus(),
    write(text, span) {
      setDraft(text);
      requestAnimationFrame(() => select(sender.current?.nativeElement, text, span));
    },
  }));
  const send = (text: string) => {
    if (text.trim() === "") return;
    setDraft("");
    props.onSend(text.trim());
  };
  const named = props.environments.map((one) => [one.name, one.label[language]] as const);
  return (
    <div className="composer" id="message">
      <Sender
        ref={sender}
        value={draft}
        loading={props.busy}
        placeholder={t("placeholder")}
        autoSize={{ minRows: 1, maxRows: 8 }}
        onChange={(text) => setDraft(text)}
        onSubmit={send}
        onCancel={props.onStop}
      />
      <div className="wishes">
        <Select
          label={t("environment")}
          value={props.environment}
          options={[["", t("anyEnvironment")], ...named]}
          onChange={props.onEnvironment}
        />
        <Select
          label={t("review")}
          value={props.review}
          options={[
            ["always", t("reviewAlways")],
            ["destructive", t("reviewDestructive")],
            ["unasked", t("reviewUnasked")],
          ]}
          onChange={props.onReview}
        />
        <span className="aside hint">{t("hint")}</span>
      </div>
    </div>
  );
}

/** Spans count characters, a text box UTF-16 units. */
function select(box: HTMLElement | undefined, text: string, span?: Span): void {
  const area = box?.querySelector("textarea");
  if (!area) return;
  area.focus();
  const chars = Array.from(text);
  const units = (count: number) => chars.slice(0, count).join("").length;
  const blank = /_{2,}/.exec(text);
  if (span) area.setSelectionRange(units(span.start), units(span.end));
  else if (blank) area.setSelectionRange(blank.index, blank.index + blank[0].length);
  else area.setSelectionRange(text.length, text.length);
}
