// Evidence around a candidate that it is, or is not, a phone number.

import { wordSet } from "../../../core/word-set.ts";
import { charsAfterDigit, isWordOf, wordsBefore } from "../../labels/context.ts";
import type { Surroundings } from "../../language/surroundings.ts";
import { wordsAbroad, wordsWithLanguages } from "../../words/all-words.ts";

const PHONE_WORDS = wordSet(
  "tel telephone phone phones cellphone smartphone mobile mob cell call calls calling dial ring " +
    "text sms whatsapp fax hotline helpline landline voicemail ph reach facsimile callback switchboard " +
    `${wordsAbroad("phone")} ${wordsAbroad("fax")}`,
);
/** Words for phones in one language that mean something else in others. */
const PHONE_THERE = wordsWithLanguages("phoneInLanguage");
const SIGNED = /[.:] ?$/;
/** Words for other numbers: digits after one of these need more evidence than their form. */
const OTHER_NUMBERS = wordSet(
  "order invoice ref reference no nr account acct id case ticket part isbn ean sku iban serial " +
    "customer article item konto kontonummer rechnung rechnungsnummer kundennummer bestellung",
);
/** Labels of form fields ("Desk: 555..."), which are too common to count without a colon. */
const LABELS = /(?:^|[^\p{L}])(?:desk|office|home|work|contact|direct|[tmpf])\s?:\s*$/iu;
/** "Her new number is", "My number's"; "il mio numero è", "mi número es", "mój numer to". */
const OWNERS =
  "my|his|her|their|our|your|['’]s|meine|deine|seine|ihre|unsere|mon|ton|son|votre|notre|mi|tu|su|mio|tuo|suo|nostro|meu|teu|seu|" +
  "mijn|zijn|haar|mitt|ditt|hans|hennes|mój|jego|jej";
const ADJECTIVES = "new|old|other|own|work|home|private";
const IS = "is(?: now)?|ist|est|es|è|é|to|är";
const SOMEBODYS = new RegExp(
  `(?<!\\p{L})(?:${OWNERS})(?: (?:${ADJECTIVES}))? (?:number|nummer|num[eé]ro|número|numer)(?: (?:${IS})|['’]s)?(?: (?:le|el|il|o|die))?:? $`,
  "iu",
);
/** Labels after a number: "555... (cell)", "555...-Fax". */
const LABEL_AFTER = /^ ?[-(] ?(?:tel|phone|mobile|cell|fax|desk|office|home|work)(?!\p{L})/iu;
const FAX_LABEL = /(?:^|[^\p{L}])f\s?:\s*$/iu;
const FAX_WORDS = wordSet(`fax facsimile ${wordsAbroad("fax")}`);
const FAX_AFTER = /^ ?[-(] ?fax(?!\p{L})/iu;
/** Words between a phone word and ungrouped digits. */
const FILLERS = wordSet(
  "number no nr num is at on me us him her them back under to my your our the " +
    "nummer numéro número numero numer au al op på pod pelo para unter lautet ist es è numarası numaram " +
    "नंबर संख्या पर 番号 号码 號碼",
);
/** How many characters before a number are searched for a phone word. */
const CONTEXT_CHARS = 30;
/** The text between two numbers of a list. */
const LIST_SEPARATOR = /^[\s,;/&|]{0,4}(?:and|or|to|und|oder)?[\s,;/&|]{0,4}$/i;
const MAX_SEPARATOR_CHARS = 12;

/**
 * Whether a phone word or label precedes `start`, or the number there continues a list with the number that ended at
 * `previousEnd` (-1: none).
 */
export function isPhoneContext(
  text: string,
  start: number,
  previousEnd: number,
  surroundings: Surroundings,
): boolean {
  const gap =
    previousEnd === -1 ? "?" : text.slice(previousEnd, previousEnd + MAX_SEPARATOR_CHARS + 1);
  if (
    start - previousEnd <= MAX_SEPARATOR_CHARS &&
    LIST_SEPARATOR.test(gap.slice(0, start - previousEnd))
  ) {
    return true;
  }
  const words = wordsBefore(text, start, CONTEXT_CHARS);
  const isNamed = words.some((word) => isPhoneWord(word, text, start, surroundings));
  return isNamed || hasLabelBefore(text, start);
}

/** Whether a word before `start` is one for phones. An ambiguous one counts with a sign after it, or in its language. */
function isPhoneWord(
  word: string,
  text: string,
  start: number,
  surroundings: Surroundings,
): boolean {
  const languages = PHONE_THERE.get(word);
  if (languages === undefined) return isWordOf(PHONE_WORDS, word);
  const isSigned = SIGNED.test(text.slice(Math.max(0, start - 2), start));
  return isSigned || surroundings.isIn(languages, Math.max(0, start - 1 - word.length), start);
}

/** The stricter check for digits without any grouping: only filler words may be between. */
export function isNamedPhone(text: string, start: number, surroundings: Surroundings): boolean {
  const window = text.slice(Math.max(0, start - CONTEXT_CHARS), start);
  const isOtherNumberBetween = /\d[^\p{L}]*$/u.test(window);
  if (isOtherNumberBetween) return hasLabelBefore(text, start);
  const words = wordsBefore(text, start, CONTEXT_CHARS);
  const nearest = words.findLast((word) => !FILLERS.has(word));
  const isNamed = nearest !== undefined && isPhoneWord(nearest, text, start, surroundings);
  return isNamed || hasLabelBefore(text, start);
}

/** Words, by language, before a number with a trunk zero: "unter 0617...", "au 04...", "pod nr 02...". */
const REACHED = wordsWithLanguages("phoneToReach");
const LAST_WORD = /(?<!\p{L})(\p{L}{2,6})(?: (?:ist|lautet|nr|numerem))? ?:? $/u;
const REACHED_CHARS = 20;

/** Whether a word before `start` says, in the language of the text around it, that somebody can be reached there. */
export function isReachedAt(text: string, start: number, surroundings: Surroundings): boolean {
  const window = text.slice(Math.max(0, start - REACHED_CHARS), start);
  const last = LAST_WORD.exec(window);
  const languages = REACHED.get(last?.[1]?.toLowerCase() ?? "");
  if (last === null || languages === undefined) return false;
  const at = start - window.length + last.index;
  return surroundings.isIn(languages, at, at + (last[1] as string).length);
}

/** Whether the nearest word before `start` is for some other number, or a dash or "#" precedes the digits. */
export function isOtherNumber(text: string, start: number): boolean {
  const last = text.charAt(start - 1);
  if (last === "-" || last === "#") return true;
  return OTHER_NUMBERS.has(wordsBefore(text, start, CONTEXT_CHARS).at(-1) ?? "");
}

/** Whether a label such as "(cell)" or "-Fax" follows a number that ends at `end`. */
export function hasLabelAfter(text: string, end: number): boolean {
  return LABEL_AFTER.test(text.slice(end, end + MAX_SEPARATOR_CHARS));
}

/** Whether the number from `start` to `end` is a fax number: by the nearest phone word, or by a label. */
export function isFax(text: string, start: number, end: number): boolean {
  if (FAX_AFTER.test(text.slice(end, end + MAX_SEPARATOR_CHARS))) return true;
  const window = text.slice(Math.max(0, start - CONTEXT_CHARS), start);
  if (FAX_LABEL.test(window)) return true;
  const words = wordsBefore(text, start, charsAfterDigit(text, start, CONTEXT_CHARS));
  const nearest = words.findLast((word) => isWordOf(PHONE_WORDS, word));
  return nearest !== undefined && isWordOf(FAX_WORDS, nearest);
}

/** Whether somebody's number is announced before `start`: in English "my number" is also that of a Japanese person. */
export function isSomebodys(text: string, start: number): boolean {
  return SOMEBODYS.test(text.slice(Math.max(0, start - CONTEXT_CHARS), start));
}

function hasLabelBefore(text: string, start: number): boolean {
  return (
    LABELS.test(text.slice(Math.max(0, start - CONTEXT_CHARS), start)) || isSomebodys(text, start)
  );
}
