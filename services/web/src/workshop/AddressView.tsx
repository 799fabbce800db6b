import type { ReactNode } from "react";
import { plain, Text } from "../text/visible";
import type { SubmissionDetail } from "./wire";
import { named, useWords } from "./words";

/** Where the calls of a submitted tool go, and what they carry. */
export function AddressView({ one }: { one: SubmissionDetail }) {
  const t = useWords();
  const { address, declared } = one;
  if (!address) return <p className="aside">{t("wsAddressUnkept")}</p>;
  const operation = [declared.method, declared.path].filter(Boolean).join(" ");
  const own = [address.place, ...address.reaches.map((reach) => reach.url)].some(isLoopback);
  return (
    <>
    {own ? <p className="note">{t("wsLoopback")}</p> : null}
    <dl className="fieldrows" data-part="address">
      <Line name={named(t, "wsKind_", address.kind)}><code><Text>{address.place || "–"}</Text></code></Line>
      <Line name={t(operation ? "wsOperation" : "wsCalledTool")}>
        <code><Text>{operation || declared.name}</Text></code>
      </Line>
      {address.reaches.map((reach) => (
        <Line key={reach.environment} name={address.labels[reach.environment] ?? reach.environment}>
          {reach.url ? <code><Text>{whole(reach.url, operation ? declared : {})}</Text></code> : null}
          <Carried names={reach.headers} word="wsCarriesHeaders" />
          {Object.entries(reach.arguments).map(([name, value]) => (
            <code key={name}><Text>{`${name} = ${plain(value)}`}</Text></code>
          ))}
          {reach.auth ? <small>{t("wsLogsIn", { how: reach.auth })}</small> : null}
        </Line>
      ))}
      {address.headers.length > 0 ? <Line name={t("wsHeadersOfAll")}><Carried names={address.headers} /></Line> : null}
      {address.variables.length > 0 ? <Line name={t("wsVariables")}><Carried names={address.variables} /></Line> : null}
    </dl>
    </>
  );
}

/** An address that means another machine to whoever reads it elsewhere. */
function isLoopback(address: string): boolean {
  const host = /^[a-z]+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?]*)/i.exec(address)?.[1]?.toLowerCase() ?? "";
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return <div className="fieldrow"><dt>{name}</dt><dd>{children}</dd></div>;
}

function Carried({ names, word }: { names: string[]; word?: "wsCarriesHeaders" }) {
  const t = useWords();
  if (names.length === 0) return null;
  return <small><Text>{word ? t(word, { names: names.join(", ") }) : names.join(", ")}</Text></small>;
}

/** The verb and the address of an operation; that of a server otherwise. */
function whole(url: string, { method, path }: { method?: string; path?: string }): string {
  if (!path) return url;
  const [base = "", query] = url.split("?");
  return `${method ?? ""} ${base.replace(/\/$/, "")}${path}${query ? `?${query}` : ""}`.trim();
}
