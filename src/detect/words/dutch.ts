// Words of Dutch.

import type { LanguageWords } from "./language-words.ts";

/** Words of Dutch. */
export const dutch: LanguageWords = {
  language: "nl",
  birth: "geb geboren geboortedatum geboortedag geboorte",
  discharge: "ontslag ontslagen",
  otherEvents: "overleden opgenomen opname aangenomen afgegeven ondertekend",
};
