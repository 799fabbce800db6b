import { Sender } from "@ant-design/x";
import { type GetRef } from "antd";
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { useSettings } from "../state/settings";
import { hasKeys } from "../state/useFocusKept";
import { agree } from "../state/useKeys";
import type { Sentences } from "../state/useSaid";
import { isLabel } from "../text/messages";
import { visible } from "../text/visible";
import { blanksIn } from "../wire/blanks";
import { embedded } from "../wire/embedded";
import type { Attachment, Environment, Span } from "../wire/types";
import { AttachButton, Chips, useAttached } from "./Attaching";
import { Select } from "./Select";

export interface ComposerRef {
  focus(): void;
  /** What is typed. */
  draft(): string;
  /** Puts a sentence into the box; the span's words, or the first blank, are selected. `whole`: what
   * becomes of it is a request that stands for itself. */
  write(text: string, span?: Span, whole?: boolean): void;
}

/** A message that is sent once the run that is under way has ended. */
interface Held {
  text: string;
  asks: string;
}

interface Props {
  ref: Ref<ComposerRef>;
  environments: Environment[];
  environment: string;
  busy: boolean;
  /** What is in sight and waits for an answer, or will: what is sent while busy may only be for that. */
  asks: string;
  /** What was said, here and before. */
  said: Sentences;
  onEnvironment: (name: string) => void;
  onSend: (text: string, attachments: Attachment[], alone: boolean) => void;
  onStop: () => void;
}

export function Composer(props: Props) {
  const { t, language } = useSettings();
  const [draft, setDraft] = useState("");
  const alone = useRef(false);
  const attached = useAttached((text) => setDraft((held) => [held.trim(), text].filter(Boolean).join("\n")));
  const sender = useRef<GetRef<typeof Sender>>(null);
  useImperativeHandle(props.ref, () => ({
    focus: () => sender.current?.focus(),
    draft: () => draft,
    write(text, span, whole = false) {
      alone.current = whole;
      setDraft(text);
      requestAnimationFrame(() => select(sender.current?.nativeElement, text, span));
    },
  }));
  const area = () => sender.current?.nativeElement.querySelector("textarea");
  const left = blanksIn(draft);
  const [told, setTold] = useState(false);
  const [held, setHeld] = useState<Held>();
  const send = (text: string) => {
    if (text.trim() === "") return;
    if (blanksIn(text).length > 0) {
      setTold(true);
      select(sender.current?.nativeElement, text);
      return;
    }
    // A bare "stop" is for what runs, and would come too late behind it.
    if (props.busy && attached.files.length === 0 && isLabel(text, "stop")) {
      setDraft("");
      props.onStop();
      return;
    }
    if (props.busy) {
      setHeld({ text, asks: props.asks });
      return;
    }
    setDraft("");
    attached.clear();
    props.onSend(text.trim(), attached.files.map(({ name, text: content }) => ({ name, text: content })), alone.current);
    alone.current = false;
  };
  useEffect(() => {
    if (!hasKeys()) return undefined;
    // A frame that takes the focus would take it from the page around it: it passes on what it got.
    const take = () => {
      if ((!embedded || document.hasFocus()) && document.activeElement === document.body) sender.current?.focus();
    };
    take();
    if (embedded) addEventListener("focus", take);
    return () => removeEventListener("focus", take);
  }, []);
  const { busy } = props;
  useEffect(() => {
    if (busy || !held) return;
    setHeld(undefined);
    // What nobody had seen when it was said is not answered by it.
    if (held.text === draft && (props.asks === "" || props.asks === held.asks)) send(draft);
  }, [busy]);
  const typed = (text: string) => {
    // What has neither its beginning nor its end any more is another sentence.
    const same = draft !== "" && (text.startsWith(draft.slice(0, 2)) || text.endsWith(draft.slice(-2)));
    if (!same) alone.current = false;
    setDraft(text);
  };
  const recalled = useRecalled(draft, props.said, typed);
  const pressed = (event: KeyboardEvent) => {
    const box = area();
    if (!box || event.nativeEvent.isComposing) return;
    // As long as one is left, what is typed next is for it: behind the last comes the first.
    const next = left.find((one) => one.start >= box.selectionEnd) ?? left[0];
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (draft.trim()) send(draft);
      else agree();
    } else if (event.key === "Enter" && !event.shiftKey && busy) {
      event.preventDefault();
      send(draft);
    } else if (event.key === "Tab" && !event.shiftKey && next) {
      event.preventDefault();
      box.setSelectionRange(next.start, next.end);
    } else if (recalled(event.key)) {
      event.preventDefault();
    }
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
        onChange={typed}
        onSubmit={send}
        onKeyDown={pressed}
        onCancel={props.onStop}
      />
      {told && left.length > 0 ? (
        <p className="left" role="alert">
          {t(left.length > 1 ? "blanksLeft" : "blankLeft", { blanks: left.map((one) => visible(one.label)).join(language === "zh" ? "、" : ", ") })}
        </p>
      ) : null}
      <div className="wishes">
        <Select
          label={t("environment")}
          value={props.environment}
          options={[["", t("anyEnvironment")], ...named]}
          onChange={props.onEnvironment}
          place={placeOf(props.environments, props.environment)}
        />
        {held?.text === draft && busy ? <span className="aside" role="status">{t("sentLater")}</span> : <span className="aside hint">{t("hint")}</span>}
      </div>
    </div>
  );
}

/** Where an environment stands among all: its colour; undefined for none of them. */
export function placeOf(environments: Environment[], name: string): number | undefined {
  const place = environments.findIndex((one) => one.name === name);
  return place < 0 ? undefined : place % 6;
}

/** Arrows in an empty box go through what was said; returns whether a key did. */
function useRecalled(draft: string, { texts, coming }: Sentences, write: (text: string) => void): (key: string) => boolean {
  const [back, setBack] = useState(0);
  const awaited = useRef(false);
  const shown = back > 0 ? texts[texts.length - back] : "";
  const unchanged = draft === shown;
  const recall = (next: number) => {
    setBack(next);
    write(next > 0 ? (texts[texts.length - next] ?? "") : "");
  };
  useEffect(() => {
    // A key that was quicker than the service's answer is served by it, unless something was typed since.
    if (!coming && awaited.current && draft === "" && texts.length > 0) recall(1);
    if (!coming) awaited.current = false;
  }, [coming]);
  return (key) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[key];
    const now = unchanged ? back : 0;
    if (!step || (draft !== "" && !(unchanged && back > 0))) return false;
    const next = Math.min(texts.length, Math.max(0, now + step));
    awaited.current = coming && texts.length === 0 && step > 0;
    if (next === now) return false;
    recall(next);
    return true;
  };
}

/** Spans count characters, a text box UTF-16 units. */
function select(box: HTMLElement | undefined, text: string, span?: Span): void {
  const area = box?.querySelector("textarea");
  if (!area) return;
  area.focus();
  const chars = Array.from(text);
  const units = (count: number) => chars.slice(0, count).join("").length;
  const [blank] = blanksIn(text);
  if (span) area.setSelectionRange(units(span.start), units(span.end));
  else if (blank) area.setSelectionRange(blank.start, blank.end);
  else area.setSelectionRange(text.length, text.length);
}
