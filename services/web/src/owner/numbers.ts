/** Numbers and days as the reader writes them. */
import type { Language } from "../text/messages";
import { locale } from "../wire/times";

export function whole(number: number, language: Language): string {
  return new Intl.NumberFormat(language).format(number);
}

/** A share of 1; none of nothing. */
export function percent(part: number, all: number, language: Language): string {
  if (all === 0) return "–";
  const digits = { style: "percent", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, digits).format(part / all);
}

/** `2026-11-30`, which is a day and no moment. */
export function dayName(day: string, language: Language, style: "short" | "long" = "short"): string {
  const form = style === "short"
    ? { month: "numeric", day: "numeric" } as const
    : { year: "numeric", month: "short", day: "numeric" } as const;
  return new Intl.DateTimeFormat(locale(language), { ...form, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The Monday of its week. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7));
}

/** A whole number at or above the greatest, which is easy to read off an axis. */
export function ceiling(greatest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(greatest, 1)));
  const step = [1, 2, 4, 5, 10].find((one) => one * unit >= greatest) ?? 10;
  return Math.max(2, step * unit);
}
