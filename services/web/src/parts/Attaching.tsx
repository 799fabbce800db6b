import { useRef, useState } from "react";
import { useSettings } from "../state/settings";
import type { Key } from "../text/messages";
import { Text, visible } from "../text/visible";
import type { Table } from "../wire/table";

export interface Attached {
  files: Table[];
  /** Why the last file could not be taken. */
  problem: string;
  /** The picture that is being read, or what was last read of one and is yet to be looked at. */
  sight: "none" | "reading" | "read";
  add(files: Iterable<File>): Promise<void>;
  remove(name: string): void;
  clear(): void;
}

/** The files of a message that is being written. */
export function useAttached(onWords: (text: string) => void): Attached {
  const { t } = useSettings();
  const [sight, setSight] = useState<Attached["sight"]>("none");
  const see = async (file: File) => {
    setSight("reading");
    try {
      const { wordsOf } = await import("../wire/screenshot");
      onWords(await wordsOf(file));
      setSight("read");
    } catch (error) {
      setSight("none");
      throw error;
    }
  };
  const [files, setFiles] = useState<Table[]>([]);
  const [problem, setProblem] = useState("");
  return {
    files,
    problem,
    sight,
    async add(chosen) {
      const { tableOf, NotSendable } = await import("../wire/table");
      setProblem("");
      let held = files;
      for (const file of chosen) {
        const others = held.filter((one) => one.name !== file.name);
        try {
          if (file.type.startsWith("image/")) {
            await see(file);
            continue;
          }
          held = [...others, await tableOf(file, others)];
        } catch (error) {
          setProblem(error instanceof NotSendable ? t(error.message as Key, error.values) : (error as Error).message);
        }
      }
      setFiles(held);
    },
    remove(name) {
      setFiles((held) => held.filter((one) => one.name !== name));
      setProblem("");
    },
    clear() {
      setSight("none");
      setFiles([]);
      setProblem("");
    },
  };
}

/** Opens the file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useSettings();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".csv,.tsv,.txt,text/csv,text/plain,image/png,image/jpeg,image/webp"
        aria-label={t("attach")}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <button type="button" className="attach" title={t("attach")} aria-label={t("attach")} onClick={() => input.current?.click()}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden>
          <path d="M20 11.5 12 19.5a5 5 0 0 1-7-7l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.4 8.4a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7" />
        </svg>
      </button>
    </>
  );
}

/** The files as chips: what is in them, and a way to take each off again. */
export function Chips({ attached }: { attached: Attached }) {
  const { t } = useSettings();
  const { files, problem, sight, remove } = attached;
  if (files.length === 0 && !problem && sight === "none") return null;
  return (
    <div className="attached">
      {sight === "none" ? null : <p className="aside" role="status">{t(sight === "reading" ? "sightReading" : "sightRead")}</p>}
      {files.map((file) => (
        <span key={file.name} className="chip still">
          <strong><Text>{file.name}</Text></strong>{" "}
          <small>
            {t("attachRows", { rows: file.rows })}
            {file.columns.length > 0 ? <> · <Text>{file.columns.join(", ").slice(0, 120)}</Text></> : null}
          </small>
          <button
            type="button"
            className="link"
            aria-label={t("attachRemove", { name: visible(file.name) })}
            onClick={() => remove(file.name)}
          >
            ✕
          </button>
        </span>
      ))}
      {problem ? <p className="error" role="alert"><Text>{problem}</Text></p> : null}
    </div>
  );
}
