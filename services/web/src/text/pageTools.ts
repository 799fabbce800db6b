/** Words of what the page around the chat can do itself, ahead of a call. */
export const zh = {
  pageTools: "这个页面能做：{titles}",
  pageToolsAnd: "、",
  pageToolsMore: " 等 {count} 项",
};

export const en: Record<keyof typeof zh, string> = {
  pageTools: "This page can: {titles}",
  pageToolsAnd: ", ",
  pageToolsMore: " and {count} more",
};
