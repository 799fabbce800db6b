import { Button } from "antd";
import { useEffect, useState } from "react";
import { useOwnWords } from "../owner/words";
import { recalled, remember } from "../state/browser";
import { cut } from "../embed/tools";
import { askHost, useHostOffer } from "../state/hostTools";
import type { TurnView } from "../state/useChat";
import { en, zh } from "../text/pageCalls";
import { Text, visible } from "../text/visible";
import type { PageCall, Run } from "../wire/run";
import type { PageDone } from "../wire/stream";
import type { Json } from "../wire/types";
import { Card } from "./Card";

type Word = keyof typeof zh;
const useWords = () => useOwnWords({ zh, en });

const LOOK = 5_000;
/** Milliseconds that the page may take to do what was agreed to. */
const PATIENCE = 30_000;
/** Characters of what the page says of it, as the service takes them. */
const REPORT = 2000;

/** A call of the page's own tool: what would be put where, agreed to here, done by the page. */
export function PageCallCard({ call, run, active, then, rejected, onDone }: {
  call: PageCall;
  run: Run;
  /** True while it can be agreed to. */
  active: boolean;
  /** What the next message made of it: what became of that is told there. */
  then: TurnView["then"];
  /** What the service said against what the page has told. */
  rejected?: string;
  onDone: (done: PageDone) => void;
}) {
  const t = useWords();
  const host = useHostOffer();
  const [working, setWorking] = useState(false);
  const [elsewhere, setElsewhere] = useState(false);
  // The same name is not enough: it may be the form of another thing, or another page by now.
  const tool = host.tools.find((one) => `page:${one.name}` === call.call.tool && one.registration === call.registration);
  const begun = begunCalls().includes(call.id);
  const open = active && !rejected && (!begun || working) && !elsewhere;
  const look = useLook(call, open && tool?.previews === true);
  const values = call.call.arguments as Record<string, string | number | boolean>;
  const end = (outcome: PageDone["outcome"], text = "") => onDone({ call: call.id, outcome, text });
  const agree = async () => {
    if (!tool) return;
    if (!(await claim(call.id))) return setElsewhere(true);
    setWorking(true);
    const { name, registration } = tool;
    const answer = await askHost({ type: "run", call: call.id, tool: name, registration, values }, PATIENCE);
    const text = answer && "text" in answer && typeof answer.text === "string" ? cut(answer.text, REPORT) : "";
    end(!answer ? "unknown" : answer.ok === true ? "done" : "failed", text);
  };
  // What a person has typed is done once: a conversation that is only told again does nothing.
  const typed = call.agreed === true && run.live === true && open && !working && !begun && tool !== undefined;
  const ready = typed && !look.looking && look.problem === undefined;
  useEffect(() => {
    if (ready) void agree();
  }, [ready]); // not `agree`: it is another one with each rendering
  const refuse = async () => ((await claim(call.id)) ? end("refused") : setElsewhere(true));
  const outcome = run.pageOutcome;
  const place = [call.page, call.about, open ? hostOf(host.origin) : ""].filter(Boolean).join(" · ");
  return (
    <Card
      name="page-call"
      tone={open ? "asks" : undefined}
      title={t(SETTLED[then ?? ""] ?? headOf(run, { working, open, elsewhere, begun, rejected: rejected !== undefined }))}
      aside={<Text>{place || t("pageThis")}</Text>}
    >
      <p className="page-tool"><strong><Text>{call.title}</Text></strong> <small>{t(call.effect === "fills" ? "pageFills" : "pageChanges")}</small></p>
      <Values call={call} before={look.before} shortened={look.shortened} />
      {look.problem !== undefined ? <p className="error" role="alert"><Text>{t("pageCannot", { reason: look.problem })}</Text></p> : null}
      {open && !tool && !working ? <p className="error" role="alert">{t("pageGone")}</p> : null}
      {rejected ? <p className="error" role="alert"><Text>{rejected}</Text></p> : null}
      {open ? (
        <div className="buttons">
          {tool && look.problem === undefined ? (
            <Button type="primary" loading={working} disabled={look.looking} onClick={() => void agree()}>{t("pageAgree")}</Button>
          ) : null}
          <Button disabled={working} onClick={() => void refuse()}>{t("pageRefuse")}</Button>
          <span role="status" className="aside">{working ? t("pageWorking") : ""}</span>
        </div>
      ) : null}
      {!open && !SETTLED[then ?? ""] && !rejected && !outcome && run.state === "waiting" ? <p className="aside">{t(elsewhere ? "pageElsewhere" : begun ? "pageUnknown" : "pageLeft")}</p> : null}
    </Card>
  );
}

/** How far the call has come, in a heading. */
function headOf(run: Run, at: { working: boolean; open: boolean; elsewhere: boolean; begun: boolean; rejected: boolean }): Word {
  const told = OUTCOMES[run.pageOutcome ?? ""];
  if (told) return told;
  if (at.working) return "pageCallWorking";
  if (run.state === "cancelled") return "pageCallRefused";
  if (at.open) return "pageCallAsks";
  if (at.rejected || run.state !== "waiting") return "pageCallProposed";
  return at.elsewhere || at.begun ? "pageCallUnknown" : "pageCallLeft";
}

const SETTLED: Record<string, Word> = {
  agreed: "pageCallAgreed", changed: "pageCallChanged", refused: "pageCallRefused",
};

const OUTCOMES: Record<string, Word> = {
  done: "pageCallDone", refused: "pageCallRefused", failed: "pageCallFailed", unknown: "pageCallUnknown",
};

/** Each argument: what is there now, what would be, and whose words it is. */
function Values({ call, before, shortened }: { call: PageCall; before?: Record<string, string>; shortened?: string[] }) {
  const t = useWords();
  return (
    <dl className="arguments page-values">
      {Object.entries(call.call.arguments).map(([path, value]) => (
        <div key={path}>
          <dt title={path}><Text>{call.labels[path] ?? path}</Text></dt>
          <dd>
            {before?.[path] === undefined ? null : (
              <>
                {before[path] === "" ? <small>{t("pageEmpty")}</small> : (
                  <del aria-label={t("pageBefore", { value: visible(before[path]) })}><Text>{before[path]}</Text></del>
                )}{" "}
                {shortened?.includes(path) ? <><small>{t("pageShortened")}</small>{" "}</> : null}
                <span aria-hidden>→</span>{" "}
              </>
            )}
            <ins aria-label={t("pageAfter", { value: visible(shown(value)) || t("pageEmpty") })}>
              <Text>{shown(value) || t("pageEmpty")}</Text>
            </ins>
            <span className="source">
              <span>{t("words")}</span> <Text>{call.call.bindings[path]?.detail ?? ""}</Text>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Look {
  looking: boolean;
  before?: Record<string, string>;
  /** Arguments of which `before` has only the beginning. */
  shortened?: string[];
  problem?: string;
}

/** What the page says is there now; without an answer nothing is shown of it. */
function useLook(call: PageCall, wanted: boolean): Look {
  const [look, setLook] = useState<Look>({ looking: wanted });
  const { id, registration = "" } = call;
  const tool = call.call.tool.slice("page:".length);
  const values = JSON.stringify(call.call.arguments);
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const asked = { type: "preview" as const, call: id, tool, registration, values: JSON.parse(values) as Record<string, string> };
    void askHost(asked, LOOK).then((answer) => {
      if (gone) return;
      if (answer?.ok === false) setLook({ looking: false, problem: String(answer.text).slice(0, 500) });
      else setLook({ looking: false, ...(answer && "before" in answer ? seen(answer) : {}) });
    });
    return () => {
      gone = true;
    };
  }, [id, tool, registration, values, wanted]);
  return wanted || look.before ? look : { looking: false };
}

function seen({ before, shortened }: { before: unknown; shortened: unknown }): Pick<Look, "before" | "shortened"> {
  const paths: unknown[] = Array.isArray(shortened) ? shortened : [];
  return { before: textsOf(before), shortened: paths.filter((one) => typeof one === "string") };
}

function textsOf(told: unknown): Record<string, string> {
  const entries = typeof told === "object" && told !== null ? Object.entries(told) : [];
  return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
}

const BEGUN = "page-calls";
const begunCalls = () => recalled<string[]>(BEGUN) ?? [];

/** True for the first who decides on a call, in whichever tab: it is not offered again, whatever
 * became of the word of it. */
async function claim(call: string): Promise<boolean> {
  const first = () => {
    if (begunCalls().includes(call)) return false;
    remember(BEGUN, [...begunCalls().slice(-49), call]);
    return true;
  };
  const locks = (navigator as { locks?: LockManager }).locks; // not there without HTTPS
  return locks ? locks.request(`zhizao ${call}`, first) : first();
}

function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}
