// Words of Hindi.

import type { LanguageWords } from "./language-words.ts";

/** Words of Hindi. */
export const hindi: LanguageWords = {
  language: "hi",
  birth: "जन्म जन्मतिथि जन्मदिन जन्मे जन्मी",
  bornBehind: "जन्मे जन्मी",
  discharge: "छुट्टी डिस्चार्ज",
  otherEvents: "मृत्यु निधन भर्ती नियुक्ति जारी",
};
