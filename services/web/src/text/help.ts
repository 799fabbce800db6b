/** What the keys of the page do; it comes with their list. */
export const zh = {
  helpOpen: "打开命令与搜索",
  helpFocus: "到输入框（输入框有内容时除外）",
  helpRecall: "在空输入框里：上一句、下一句",
  helpBlank: "到句子里的下一个空",
  helpSend: "发送",
  helpLine: "换行",
  helpAgree: "执行等待确认的计划（破坏性的计划先选中按钮），或采用唯一的一种理解；正在别处填写时除外，输入框里有字时是发送",
  helpEscape: "关闭打开的窗口；回到输入框",
  helpNew: "新对话",
  helpStop: "停止正在执行的请求",
  helpThis: "这张表（输入框里没有内容时）",
};

export const en: Record<keyof typeof zh, string> = {
  helpOpen: "Open commands and search",
  helpFocus: "Go to the message box (unless a text is being typed)",
  helpRecall: "In an empty box: the previous, the next sentence",
  helpBlank: "To the next blank of the sentence",
  helpSend: "Send",
  helpLine: "New line",
  helpAgree: "Run the plan that waits (a destructive one has its button selected first), or take the only reading offered; not while you fill in something else, and with text in the box it sends",
  helpEscape: "Close what is open; back to the message box",
  helpNew: "New conversation",
  helpStop: "Stop what is running",
  helpThis: "This list (while nothing is typed)",
};
