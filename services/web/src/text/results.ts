/** Words of tables and times in results; they come with the cards of a conversation. */
import { filled, type Language } from "./messages";

const zh = {
  wide: "{count} 列，可左右滚动",
  more: "另有 {count} 条",
  timesIn: "时间按你的时区显示：{zone}",
  timeSaid: "工具返回：{said}",
  timeSaidNoZone: "工具返回：{said}（没有时区，按服务所在的 {zone} 理解）",
};

const en: Record<keyof typeof zh, string> = {
  wide: "{count} columns, scroll sideways",
  more: "{count} more",
  timesIn: "Times are in your zone: {zone}",
  timeSaid: "the tool said: {said}",
  timeSaidNoZone: "the tool said: {said} (no zone; taken as the service's, {zone})",
};

export function resultText(language: Language, key: keyof typeof zh, values: Record<string, string | number>): string {
  return filled((language === "zh" ? zh : en)[key], values);
}
