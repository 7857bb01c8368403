// Words of Chinese.

import type { LanguageWords } from "./language-words.ts";

/** Words of Chinese. */
export const chinese: LanguageWords = {
  language: "zh",
  birth: "出生日期 出生年月 出生年月日 出生 生日 生于 生於 出生時間 出生时间",
  bornBehind: "出生 生",
  discharge: "出院 出院日期",
  otherEvents: "去世 逝世 死亡 入院 入院日期 入职 签发 發證 有效期",
};
