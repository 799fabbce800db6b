/** Words of memory outside of its panel. */
export const zh = {
  memory: "记忆",
  memoryUses: "用过 {count} 次",
  memoryOffered: "从记忆里选：",
  memoryOffers: "从记忆里选：{label}",
  memoryOffer: "，从记忆填入，上次用于「{words}」",
  fromMemory: "你从记忆里选的",
};

export const en: Record<keyof typeof zh, string> = {
  memory: "Memory",
  memoryUses: "used {count}×",
  memoryOffered: "From memory:",
  memoryOffers: "Choose from memory: {label}",
  memoryOffer: ", fill in from memory, last used in “{words}”",
  fromMemory: "chosen by you from memory",
};
