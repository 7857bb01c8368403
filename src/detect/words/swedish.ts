// Words of Swedish.

import type { LanguageWords } from "./language-words.ts";

/** Words of Swedish. */
export const swedish: LanguageWords = {
  language: "sv",
  birth: "född födda födelsedatum födelsedag födelsedata",
  discharge: "utskriven utskrivning",
  otherEvents: "död avliden avled inskriven anställd utfärdad undertecknad",
};
