/** What is said to owners outside of their own screens. */
export const zh = {
  insights: "数据看板",
  evaluation: "评测",
  caseOfRun: "生成评测用例",
};

export const en: Record<keyof typeof zh, string> = {
  insights: "Dashboard",
  evaluation: "Evaluation",
  caseOfRun: "Evaluation case",
};
