// Words of Italian.

import type { LanguageWords } from "./language-words.ts";

/** Words of Italian. */
export const italian: LanguageWords = {
  language: "it",
  birth: "nato nata nati nascita",
  discharge: "dimissione dimissioni dimesso dimessa",
  otherEvents:
    "morto morta deceduto deceduta ricoverato ricoverata ricovero assunto assunta rilasciato rilasciata scadenza",
};
