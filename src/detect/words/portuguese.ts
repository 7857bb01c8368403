// Words of Portuguese.

import type { LanguageWords } from "./language-words.ts";

/** Words of Portuguese. */
export const portuguese: LanguageWords = {
  language: "pt",
  birth: "nascido nascida nascidos nasceu nascimento",
  discharge: "alta",
  otherEvents:
    "falecido falecida falecimento óbito internado internada admissão emissão validade assinado",
};
