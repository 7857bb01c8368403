// Compact tokens: one run of lower-case letters and digits that begins with the tag letters of its value's entity type
// ("per5hz81jxvq2mw0c4t"). The 16 digits after them spell the id, enciphered together with its 40 check bits, in base 32. So
// a token follows from its mapping alone, survives a change of letter case, and is found in any text without a tag. Pure.
//
// The digits are Crockford's (crockford.com/base32.html): without "i", "l", "o" and "u", so there are few misreadings and no
// words. They are read in either letter case, but look-alikes are not accepted: the check could not tell "o" from "0", and
// one token has one spelling.
import { ENTITIES, type EntityName, type EntityType } from "../../../core/entities.ts";
import { digitValue } from "../../cipher/alphabet.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import { lettersEnd } from "../../cipher/id-letters.ts";
import type { FoundToken, FreeForm } from "../free-form.ts";

/** Number of each type in its compact tokens' kind, in place of a format. Stored: append only, 254 at most. */
const NUMBERS: Readonly<Record<EntityType, number>> = {
  EMAIL_ADDRESS: 1,
  PHONE_NUMBER: 2,
  URL: 3,
  IP_ADDRESS: 4,
  MAC_NUMBER: 5,
  CREDIT_CARD: 6,
  US_SSN: 7,
  ACC_NO: 8,
  LITERAL: 9,
  PERSON: 10,
  ADDRESS: 11,
  ORGANIZATION: 12,
  DATE_OF_BIRTH: 13,
  FAX_NUMBER: 14,
  DRIVING_LICENSE_NUMBER: 15,
  VEHICLE_REGISTRATION_NUMBER: 16,
  VEHICLE_IDENTIFICATION_NUMBER: 17,
  LICENCE_NO: 18,
  INSURANCE_NUMBER: 19,
  DISCHARGE_DATE: 20,
  MEDICAL_RECORD_NUMBER: 21,
  LOCATION: 22,
  DATE: 23,
  AGE: 24,
  NATIONALITY: 25,
  USERNAME: 26,
  PASSWORD: 27,
  SECRET: 28,
  IBAN: 29,
  PASSPORT: 30,
  TAX_ID: 31,
  NATIONAL_ID: 32,
  ZIP: 33,
  CRYPTO: 34,
  ID_OTHER: 35,
};

/** The number shared by all types that policies define, and the letters of their tokens. */
const CUSTOM = 255;
const CUSTOM_LETTERS = "cus";

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
/** Digits of one 40-bit half, with 5 bits each. */
const HALF_LENGTH = 8;
/** Number of digits that carry an id. */
const ID_LENGTH = 2 * HALF_LENGTH;

/** Value of each ASCII code as a digit, in either letter case; -1 for other characters. */
const DIGIT_VALUE = new Int8Array(128).fill(-1);
for (const [value, digit] of [...DIGITS].entries()) {
  DIGIT_VALUE[digit.charCodeAt(0)] = value;
  DIGIT_VALUE[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The form of all compact tokens of an entity type. */
interface CompactForm extends FreeForm {
  readonly letters: string;
}

const FORMS: ReadonlyMap<number, CompactForm> = new Map([
  [CUSTOM, formOf(CUSTOM_LETTERS)],
  ...Object.entries(NUMBERS).map(([entity, number]): [number, CompactForm] => {
    const { tag } = ENTITIES[entity as EntityType];
    return [number, formOf(tag.replaceAll("_", "").toLowerCase())];
  }),
]);
const FORM_OF_LETTERS = new Map([...FORMS.values()].map((form) => [form.letters, form]));
const LETTER_COUNTS = [...FORM_OF_LETTERS.keys()].map(({ length }) => length);
const SHORTEST = ID_LENGTH + Math.min(...LETTER_COUNTS);
export const LONGEST_COMPACT = ID_LENGTH + Math.max(...LETTER_COUNTS);

/** The number of an entity type, built-in or defined by a policy, in the kind of its compact tokens. */
export function compactNumber(entity: EntityName): number {
  return Object.hasOwn(NUMBERS, entity) ? NUMBERS[entity as EntityType] : CUSTOM;
}

const ENTITY_OF = new Map(
  Object.entries(NUMBERS).map(([entity, number]) => [number, entity as EntityType]),
);

/** The built-in entity type with a number; null when policies define it. */
export function compactEntity(number: number): EntityType | null {
  return ENTITY_OF.get(number) ?? null;
}

/** The form of an entity type's tokens, by its number. Throws for a number that was never assigned. */
export function compactFormOf(number: number): FreeForm {
  const form = FORMS.get(number);
  if (form === undefined) throw new Error("unknown kind");
  return form;
}

/** The id that a whole text carries as a compact token of any entity type; null when it is none. */
export function readCompact(cipher: TokenCipher, text: string): number | null {
  return compactAt(cipher, text, 0, text.length)?.id ?? null;
}

/** A compact token found in a text, and its form. */
export interface FoundCompact extends FoundToken {
  readonly form: FreeForm;
}

/**
 * Every compact token that is a whole word of the text, in order. Reads only a few characters of most texts: it checks each
 * run of the shortest token's length backwards, and skips past the first character that is not a letter or digit.
 */
export function findCompact(cipher: TokenCipher, text: string): FoundCompact[] {
  const found: FoundCompact[] = [];
  let start = 0;
  while (start + SHORTEST <= text.length) {
    let at = start + SHORTEST - 1;
    while (at >= start && digitValue(text.charCodeAt(at)) >= 0) at--;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    const end = lettersEnd(text, start + SHORTEST, text.length);
    const token = compactAt(cipher, text, start, end);
    if (token !== null) found.push(token);
    start = end + 1;
  }
  return found;
}

/** Whether a text looks like a compact token in lower case. */
export function isCompact(text: string): boolean {
  if (text.length > LONGEST_COMPACT) return false;
  const letters = text.slice(0, -ID_LENGTH);
  return (
    FORM_OF_LETTERS.has(letters) && areDigits(text, letters.length) && text === text.toLowerCase()
  );
}

function formOf(letters: string): CompactForm {
  const form: CompactForm = {
    letters,
    fits: () => true,
    token: (cipher, id) => letters + cipher.encipher(id).map(spelt).join(""),
    read: (cipher, text) => {
      const token = compactAt(cipher, text, 0, text.length);
      return token?.form === form ? token.id : null;
    },
    // Two 40-bit halves have only one spelling, so these digits are the ones that the id has.
    matches: (_cipher, _id, _value, text) =>
      text.length === letters.length + ID_LENGTH &&
      text.slice(0, letters.length).toLowerCase() === letters &&
      areDigits(text, letters.length),
    find: (cipher, text) => findCompact(cipher, text).filter((found) => found.form === form),
    anchor: () => 0,
  };
  return form;
}

/** The compact token that fills a text from one offset to another; null when there is none. */
export function compactAt(
  cipher: TokenCipher,
  text: string,
  at: number,
  end: number,
): FoundCompact | null {
  const length = end - at;
  if (length < SHORTEST || length > LONGEST_COMPACT) return null;
  const low = halfAt(text, end - HALF_LENGTH);
  const high = low < 0 ? -1 : halfAt(text, end - ID_LENGTH);
  if (high < 0) return null;
  const form = FORM_OF_LETTERS.get(text.slice(at, end - ID_LENGTH).toLowerCase());
  const id = form === undefined ? null : cipher.decipher(high, low);
  return form === undefined || id === null ? null : { id, at, end, form };
}

/** The number that the eight digits from an offset spell; -1 when one of them is not a digit. */
function halfAt(text: string, from: number): number {
  let half = 0;
  for (let i = from; i < from + HALF_LENGTH; i++) {
    const code = text.charCodeAt(i);
    const digit = code < 128 ? (DIGIT_VALUE[code] ?? -1) : -1;
    if (digit < 0) return -1;
    half = half * 32 + digit;
  }
  return half;
}

function areDigits(text: string, from: number): boolean {
  return halfAt(text, from) >= 0 && halfAt(text, from + HALF_LENGTH) >= 0;
}

function spelt(half: number): string {
  let digits = "";
  for (let rest = half, i = 0; i < HALF_LENGTH; i++, rest = Math.floor(rest / 32)) {
    digits = (DIGITS[rest % 32] ?? "") + digits;
  }
  return digits;
}
