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
  /** Path of the field of the form that is to be open. */
  field: string;
}

export function whereOf(address: string): Where {
  const [place = "", asked = ""] = address.split("?");
  const [section = "", id = "", side = ""] = place.split("/");
  return {
    section: SECTIONS.find((one) => one === section) ?? "tools",
    id: decoded(id),
    side: SIDES.find((one) => one === side) ?? "form",
    field: new URLSearchParams(asked).get("field") ?? "",
  };
}

export function linkTo(section: Section, id = "", side?: Side): string {
  const parts = [section, id ? encodeURIComponent(id) : "", side ?? ""].filter(Boolean);
  return `#/authoring/${parts.join("/")}`;
}

/** The form of the tool with that field open. */
export function linkToField(id: string, field: string): string {
  return `${linkTo("tools", id, "form")}?${new URLSearchParams({ field }).toString()}`;
}

/** An address that somebody typed may be no text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
