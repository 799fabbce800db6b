/** What is said to owners outside of their own screens. */
export const zh = {
  insights: "数据看板",
  evaluation: "评测",
  people: "成员与权限",
  caseOfRun: "下载评测用例",
  caseOfRunMore: "按这次的结果生成一个评测用例（YAML），放进评测集前请检查",
};

export const en: Record<keyof typeof zh, string> = {
  insights: "Dashboard",
  evaluation: "Evaluation",
  people: "People and keys",
  caseOfRun: "Download as evaluation case",
  caseOfRunMore: "A case (YAML) that expects what came of this run; look at it before it goes into a suite",
};
