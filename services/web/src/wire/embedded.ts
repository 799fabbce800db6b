/** Whose page the chat may be shown inside: nobody else's words are heard. */
export const HOSTS: ReadonlySet<string> = new Set(
  document.querySelector('meta[name="zhizao-hosts"]')?.getAttribute("content")?.split(" ").filter(Boolean),
);

export const embedded = HOSTS.size > 0 && window.parent !== window;
