// Words of German.

import type { LanguageWords } from "./language-words.ts";

/** Words of German. */
export const german: LanguageWords = {
  language: "de",
  birth: "geb geboren geborene geborener geburtsdatum geburtstag geburt gebdatum",
  discharge: "entlassen entlassung entlassungsdatum",
  otherEvents:
    "gestorben verstorben aufgenommen aufnahme eingestellt ausgestellt termin unterzeichnet erstellt",
};
