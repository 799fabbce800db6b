import { Sender } from "@ant-design/x";
import { type GetRef } from "antd";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import type { Attachment, Environment, Span } from "../wire/types";
import { AttachButton, Chips, useAttached } from "./Attaching";
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
  busy: boolean;
  onEnvironment: (name: string) => void;
  onSend: (text: string, attachments: Attachment[]) => void;
  onStop: () => void;
}

export function Composer(props: Props) {
  const { t, language } = useSettings();
  const [draft, setDraft] = useState("");
  const attached = useAttached((text) => setDraft((held) => [held.trim(), text].filter(Boolean).join("\n")));
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
    attached.clear();
    props.onSend(text.trim(), attached.files.map(({ name, text: content }) => ({ name, text: content })));
  };
  const named = props.environments.map((one) => [one.name, one.label[language]] as const);
  return (
    <div
      className="composer"
      id="message"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attached.add([...event.dataTransfer.files]);
      }}
    >
      <Chips attached={attached} />
      <Sender
        ref={sender}
        prefix={<AttachButton onFiles={(files) => void attached.add(files)} />}
        onPasteFile={(files) => void attached.add([...files])}
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
