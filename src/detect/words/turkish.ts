// Words of Turkish.

import type { LanguageWords } from "./language-words.ts";

/** Words of Turkish. */
export const turkish: LanguageWords = {
  language: "tr",
  birth: "doğum doğdu doğumu",
  bornBehind: "doğumlu doğumludur",
  discharge: "taburcu",
  otherEvents: "öldü ölüm vefat yatış işe düzenlenme",
};
