// Words of Spanish.

import type { LanguageWords } from "./language-words.ts";

/** Words of Spanish. */
export const spanish: LanguageWords = {
  language: "es",
  birth: "nacido nacida nacidos nació nacimiento",
  discharge: "alta",
  otherEvents:
    "fallecido fallecida fallecimiento ingreso ingresado ingresada baja expedido expedida firmado caduca",
};
