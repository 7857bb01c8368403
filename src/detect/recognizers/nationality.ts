// NATIONALITY: adjectives and names of nations and peoples, religions and parties, as whole words, singular
// or with a plural s. By list; whether they speak of a person or of a dish is not judged.

import { isWord } from "../chars.ts";
import { foldOf, WordCursor } from "../label-letters.ts";
import { LabelPhrases } from "../label-phrases.ts";
import { CAPITAL_NATIONALITIES, NATIONALITIES } from "../nationality-words.ts";
import type { Recognizer, Span } from "../span.ts";

interface Entry {
  readonly isCapitalOnly: boolean;
}

const PHRASES = new LabelPhrases<Entry>();
PHRASES.add(withPlurals(NATIONALITIES), { isCapitalOnly: false });
PHRASES.add(withPlurals(CAPITAL_NATIONALITIES), { isCapitalOnly: true });

const SCORE = 0.7;
const LOWER_SCORE = 0.6;

/** Recognizer of nationalities, religions and political groups. */
export const nationality: Recognizer = {
  name: "nationality",
  entityTypes: ["NATIONALITY"],
  scan(text) {
    const spans: Span[] = [];
    const cursor = new WordCursor(text);
    let at = 0;
    while (at < text.length) {
      if (foldOf(text.charCodeAt(at)) === 0) {
        at++;
        continue;
      }
      cursor.read(at);
      const wordEnd = cursor.end;
      const found = PHRASES.longestAt(cursor);
      const isFound = found !== null && isAlone(text, at, found.end);
      const isCapital = isFound && isUpper(text.charCodeAt(at));
      if (isFound && (isCapital || !found.owner.isCapitalOnly)) {
        spans.push(spanOf(at, found.end, isCapital ? SCORE : LOWER_SCORE));
        at = found.end;
      } else {
        at = wordEnd;
      }
    }
    return spans;
  },
};

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
  if (isWord(text.charCodeAt(start - 1)) || before === "@" || before === "#" || before === "/")
    return false;
  return !(isWord(text.charCodeAt(end)) || /^[.@]\w/.test(text.slice(end, end + 2)));
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function spanOf(start: number, end: number, score: number): Span {
  const reason = "word for a nationality or group";
  return { start, end, entityType: "NATIONALITY", score, recognizer: "nationality", reason };
}
