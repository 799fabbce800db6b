/** Times as the clock on the reader's wall shows them. */
import type { Language } from "../text/messages";

/** The browser's time zone, as `Asia/Shanghai`. */
export function homeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The browser's time zone with its offset now, as `Asia/Shanghai, UTC+8`. */
export function homeZoneTold(): string {
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(new Date());
  const offset = parts.find((one) => one.type === "timeZoneName")?.value.replace("GMT", "UTC");
  return [...new Set([homeZone(), offset])].filter((one) => one && one !== "UTC+0").join(", ");
}

/** A moment on the reader's clock, as tables have it: `2026-11-30 09:00:00`. */
export function clock(moment: string): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return moment;
  return `${wall(date).replace("T", " ")}:${String(date.getSeconds()).padStart(2, "0")}`;
}

/** The offset of a moment, as `UTC+08:00`; empty where it names none. */
export function offsetOf(moment: string): string {
  const found = /(Z|[+-]\d{2}:?\d{2})$/i.exec(moment.trim())?.[1];
  return found ? `UTC${found.toUpperCase() === "Z" ? "" : found}` : "";
}

/** The reader's own way of writing dates in that language: en-GB, not en-US. */
export function locale(language: Language): string {
  return navigator.languages.find((one) => one.toLowerCase().startsWith(language)) ?? language;
}

/** `2026-11-30T09:00`, as date fields have it. */
export function wall(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** With the day of the week, so that a wrong date is seen. */
export function told(date: Date, language: Language, zone?: string): string {
  return new Intl.DateTimeFormat(locale(language), {
    month: "short", day: "numeric", weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    year: date.getFullYear() === new Date().getFullYear() ? undefined : "numeric",
    timeZone: zone,
  }).format(date);
}

/** The same on the clock of that zone, which is named where it is not the reader's own. */
export function toldIn(zone: string, date: Date, language: Language): string {
  const there = told(date, language, zone);
  return zone === homeZone() || there === told(date, language) ? there : `${there} (${zone})`;
}

/** The times that people choose most, those that are over left out. */
export function usual(now: Date): { key: "laterFive" | "laterThirty" | "laterHour" | "laterEvening" | "laterTomorrow" | "laterMonday"; at: string }[] {
  const at = (days: number, hour: number) => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    date.setHours(hour, 0, 0, 0);
    return date;
  };
  const ahead = (minutes: number) => new Date(Math.ceil(now.getTime() / 60_000 + minutes) * 60_000);
  const monday = ((8 - now.getDay()) % 7) || 7;
  return ([
    { key: "laterFive", date: ahead(5) },
    { key: "laterThirty", date: ahead(30) },
    { key: "laterHour", date: ahead(60) },
    { key: "laterEvening", date: at(0, 20) },
    { key: "laterTomorrow", date: at(1, 9) },
    { key: "laterMonday", date: at(monday, 9) },
  ] as const).filter((one) => one.date > now).map((one) => ({ key: one.key, at: wall(one.date) }));
}

/** Seconds as the two largest of days, hours and minutes; a minute at least. */
export function rest(seconds: number): { key: "days" | "hours" | "minutes"; count: number }[] {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    { key: "days" as const, count: Math.floor(minutes / 1440) },
    { key: "hours" as const, count: Math.floor((minutes % 1440) / 60) },
    { key: "minutes" as const, count: minutes % 60 },
  ];
  const first = parts.findIndex((one) => one.count > 0);
  return parts.slice(first, first + 2).filter((one) => one.count > 0);
}
