// Words of Polish.

import type { LanguageWords } from "./language-words.ts";

/** Words of Polish. */
export const polish: LanguageWords = {
  language: "pl",
  birth: "urodzony urodzona urodzonego urodzonej urodzenia urodził urodziła",
  discharge: "wypis wypisu wypisany wypisana",
  otherEvents:
    "zmarł zmarła zgonu przyjęcia przyjęty przyjęta zatrudniony zatrudniona wydany wydana wydania",
};
