// Words of Japanese.

import type { LanguageWords } from "./language-words.ts";

/** Words of Japanese. */
export const japanese: LanguageWords = {
  language: "ja",
  birth: "生年月日 誕生日 出生 出生日",
  bornBehind: "生まれ 生れ 生",
  discharge: "退院 退院日",
  otherEvents: "死亡 死去 入院 入院日 入社 交付 発行 契約日",
};
