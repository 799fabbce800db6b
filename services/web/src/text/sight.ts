/** Words of screenshots. */
export const zh = {
  sightReading: "正在读截图……",
  sightRead: "下面是从截图里读出的，还没有发送：请核对、修改，再发送。",
};

export const en: Record<keyof typeof zh, string> = {
  sightReading: "Reading the screenshot…",
  sightRead: "This is what was read in the screenshot. It has not been sent: check it, change it, then send it.",
};
