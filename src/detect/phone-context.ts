// Evidence around a candidate that it is a phone number.

import { hasWordBefore, wordsBefore } from "./context.ts";

const PHONE_WORDS: ReadonlySet<string> = new Set(
  (
    "tel telephone phone phones cellphone smartphone mobile mob cell call calls calling dial ring " +
    "text sms whatsapp fax hotline helpline landline voicemail ph telefon handy mobil reach"
  ).split(" "),
);
/** Labels of a line in a form ("Desk: 555..."), too common to count without the colon. */
const LABELS = /(?:^|[^\p{L}])(?:desk|office|home|work)\s?:\s*$/iu;
/** The same behind a number: "555... (cell)", "555...-Fax". */
const LABEL_BEHIND = /^ ?[-(] ?(?:tel|phone|mobile|cell|fax|desk|office|home|work)(?!\p{L})/iu;
/** What may stand between a phone word and bare digits. */
const FILLERS: ReadonlySet<string> = new Set(
  "number no nr num is at on me us him her them back under to my your our the".split(" "),
);
/** How far before a number a phone word may stand. */
const CONTEXT_CHARS = 30;
/** What may stand between two numbers of one list. */
const LIST_JOINT = /^[\s,;/&|]{0,4}(?:and|or|to|und|oder)?[\s,;/&|]{0,4}$/i;
const MAX_JOINT_CHARS = 12;

/**
 * Whether a phone word or label stands before `start`, or the number that ended at `previousEnd`
 * (-1: none) is continued as a list.
 */
export function isPhoneContext(text: string, start: number, previousEnd: number): boolean {
  const gap = previousEnd === -1 ? "?" : text.slice(previousEnd, previousEnd + MAX_JOINT_CHARS + 1);
  if (
    start - previousEnd <= MAX_JOINT_CHARS &&
    LIST_JOINT.test(gap.slice(0, start - previousEnd))
  ) {
    return true;
  }
  return hasWordBefore(text, start, PHONE_WORDS, CONTEXT_CHARS) || hasLabelBefore(text, start);
}

/** The stricter form for digits without any grouping: nothing but filler words in between. */
export function isNamedPhone(text: string, start: number): boolean {
  const window = text.slice(Math.max(0, start - CONTEXT_CHARS), start);
  const isOtherNumberBetween = /\d[^\p{L}]*$/u.test(window);
  if (isOtherNumberBetween) return hasLabelBefore(text, start);
  const words = wordsBefore(text, start, CONTEXT_CHARS);
  const nearest = words.findLast((word) => !FILLERS.has(word));
  return (nearest !== undefined && PHONE_WORDS.has(nearest)) || hasLabelBefore(text, start);
}

/** Whether a label such as "(cell)" or "-Fax" follows a number that ends at `end`. */
export function hasLabelBehind(text: string, end: number): boolean {
  return LABEL_BEHIND.test(text.slice(end, end + MAX_JOINT_CHARS));
}

function hasLabelBefore(text: string, start: number): boolean {
  return LABELS.test(text.slice(Math.max(0, start - CONTEXT_CHARS), start));
}
