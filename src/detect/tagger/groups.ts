// Which model tags which languages. Languages that lend each other names and words share a model: what is learnt in one
// helps in the others, and seven models of one language each would be larger together and each of them worse.

import type { Language } from "../language/languages.ts";

/** The languages of one model. */
export interface GroupRule {
  readonly languages: readonly Language[];
  /** Its scripts are written without blanks between words: each character is a token. */
  readonly byCharacter?: true;
}

/** Every group of languages, by name. */
export const GROUPS = {
  en: { languages: ["en"] },
  west: { languages: ["de", "nl", "sv", "fr", "es", "it", "pt"] },
  "pl-tr": { languages: ["pl", "tr"] },
  hi: { languages: ["hi"] },
  "ja-zh": { languages: ["ja", "zh"], byCharacter: true },
} as const satisfies Record<string, GroupRule>;

/** Name of a group. */
export type Group = keyof typeof GROUPS;

const GROUP_OF = new Map<Language, Group>(
  Object.entries(GROUPS).flatMap(([group, { languages }]) =>
    languages.map((language) => [language, group as Group] as const),
  ),
);

/** The group whose model tags this language. */
export function groupOf(language: Language): Group {
  return GROUP_OF.get(language) as Group;
}

/** Whether the group's model uses the language of the text it reads. */
export function isOfLanguages(group: Group): boolean {
  return GROUPS[group].languages.length > 1;
}

/** Whether the group's texts are cut into characters. */
export function isByCharacter(group: Group): boolean {
  const rule: GroupRule = GROUPS[group];
  return rule.byCharacter === true;
}
