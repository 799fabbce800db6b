/** Where in the workshop one is, as the address has it. */
export const SECTIONS = ["tools", "import", "checks", "usage", "gaps", "review"] as const;
export type Section = (typeof SECTIONS)[number];
export const SIDES = ["form", "lint", "try", "rivals", "history", "submit"] as const;
export type Side = (typeof SIDES)[number];

export interface Where {
  section: Section;
  /** Id of a tool or of a submission; none: the list. */
  id: string;
  side: Side;
}

export function whereOf(address: string): Where {
  const [section = "", id = "", side = ""] = address.split("?")[0]?.split("/") ?? [];
  return {
    section: SECTIONS.find((one) => one === section) ?? "tools",
    id: decoded(id),
    side: SIDES.find((one) => one === side) ?? "form",
  };
}

export function linkTo(section: Section, id = "", side?: Side): string {
  const parts = [section, id ? encodeURIComponent(id) : "", side ?? ""].filter(Boolean);
  return `#/authoring/${parts.join("/")}`;
}

/** An address that somebody typed may be no text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
