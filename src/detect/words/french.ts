// Words of French.

import type { LanguageWords } from "./language-words.ts";

/** Words of French. */
export const french: LanguageWords = {
  language: "fr",
  birth: "né née nés nées naissance",
  discharge: "sortie sorti",
  otherEvents: "décédé décédée décès admis admise embauché embauchée délivré délivrée signé établi",
};
