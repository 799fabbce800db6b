/** What the screens of owners and authors all say; it comes with them. */
export const zh = {
  ownBack: "返回对话",
  ownScreens: "负责人页面",
  ownRetry: "重试",
  ownAsTable: "显示为表格",
  ownAsChart: "显示为图形",
};

export const en: Record<keyof typeof zh, string> = {
  ownBack: "Back to the chat",
  ownScreens: "Screens for owners",
  ownRetry: "Try again",
  ownAsTable: "Show as table",
  ownAsChart: "Show as chart",
};
