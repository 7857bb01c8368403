// NATIONALITY: adjectives and names of nations and peoples, religions and parties, as whole words, singular
// or with a plural s. By list; whether they speak of a person or of a dish is not judged.

import type { WordRule } from "../../labels/labelled.ts";
import { codeAt, isWord } from "../../text/chars.ts";
import { CAPITAL_NATIONALITIES, NATIONALITIES } from "./nationality-words.ts";

const SCORE = 0.7;
const LOWER_SCORE = 0.6;

/** Nationalities, religions and political groups. */
export const nationality: WordRule = {
  name: "nationality",
  entityType: "NATIONALITY",
  words: withPlurals(NATIONALITIES),
  judge(text, start, end) {
    if (!isAlone(text, start, end) || isPlaceOrLanguage(text, start, end)) return null;
    return { end, score: isUpper(codeAt(text, start)) ? SCORE : LOWER_SCORE, reason: REASON };
  },
};

/** The same for words that are others in small letters. */
export const capitalNationality: WordRule = {
  ...nationality,
  words: withPlurals(CAPITAL_NATIONALITIES),
  judge: (text, start, end) =>
    isUpper(codeAt(text, start)) ? nationality.judge(text, start, end) : null,
};

const REASON = "word for a nationality or group";

/** Entries that do not end like a plural, with and without "s". */
function withPlurals(entries: string): string {
  return entries
    .split("|")
    .flatMap((entry) => {
      const word = entry.replace("?", "");
      return /(?:s|sh|ch|ese|man|ies)$/.test(word) ? [word] : [word, `${word}s`];
    })
    .join("|");
}

/** Not a part of a name, an address or an identifier: "@american", "german-42", "italian.com". */
function isAlone(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  if (isWord(codeAt(text, start - 1)) || before === "@" || before === "#" || before === "/")
    return false;
  return !(isWord(codeAt(text, end)) || /^[.@]\w/.test(text.slice(end, end + 2)));
}

/** The rest of a place's name: "Czech Republic", "Saudi Arabia", "European Union", "English Channel". */
const PLACE_BEHIND =
  /^ (?:Republic|Arabia|Emirates|Union|Ocean|Sea|Islands?|Isles?|Channel|Polynesia|Guiana|Guinea|Virgin|Columbia|Samoa|Territory|Riviera|Alps)\b/;
const LANGUAGE_BEHIND = /^[ -](?:language|languages|lessons|grammar|alphabet)\b/i;
const LANGUAGE_BEFORE =
  /\b(?:speak|speaks|speaking|spoke|spoken|stud(?:y|ies|ied|ying)|learn(?:s|ed|ing)?|teach|teaches|teaching|taught|into|translate) $/i;
const BEHIND_CHARS = 12;
const BEFORE_CHARS = 12;

function isPlaceOrLanguage(text: string, start: number, end: number): boolean {
  const behind = text.slice(end, end + BEHIND_CHARS);
  if (PLACE_BEHIND.test(behind) || LANGUAGE_BEHIND.test(behind)) return true;
  return LANGUAGE_BEFORE.test(text.slice(Math.max(0, start - BEFORE_CHARS), start));
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}
