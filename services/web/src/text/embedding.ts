/** Words of the chat inside a page of somebody else. */
export const zh = {
  inView: "页面上的",
  inViewDrop: "不用页面上的{entity}",
  inViewTakeBack: "使用页面上的{entity} {id}",
  page: "来自页面",
  logInFirst: "先登录",
  logInHere: "在这个页面里使用智造之前，请先登录。",
  logInOpen: "打开登录页",
  logInBack: "登录后回到这里即可继续。如果仍然看到这条提示，说明本页面与智造不在同一站点，浏览器不会发送登录信息，请联系管理员。",
};

export const en: Record<keyof typeof zh, string> = {
  inView: "On the page:",
  inViewDrop: "Leave the page's {entity} out",
  inViewTakeBack: "Use the page's {entity} {id}",
  page: "from the page",
  logInFirst: "Log in first",
  logInHere: "Log in to use Zhizao inside this page.",
  logInOpen: "Open the login page",
  logInBack: "Come back here afterwards. If you still see this, the page and Zhizao are not of one site, so the browser sends no login: ask your administrator.",
};
