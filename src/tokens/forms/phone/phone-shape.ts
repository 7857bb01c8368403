// How a phone number is written: its digits, the punctuation between them, an extension. Pure.

/** A text that could be a phone number. */
export interface PhoneShape {
  readonly text: string;
  /** One past the number: what follows is the extension with its mark. */
  readonly numberEnd: number;
  /** The number's digits in ASCII, whatever script they were in. */
  readonly digits: string;
  /** True when a "+" stands before them. */
  readonly hasPlus: boolean;
  /** Written 3-3-4 or 1-3-3-4, with area code and exchange as the North American plan has them. */
  readonly isNorthAmerican: boolean;
  /** Digits of the extension, 0 when there is none. */
  readonly extensionDigits: number;
  /** True when no digit is from another script. */
  readonly isAscii: boolean;
}

const PLUS = 1;
const MARK = 2;
const EXTENSION_START = 3;

/**
 * What stands between digits: blanks, dashes, point, slash, parentheses, and their full-width forms, and
 * what an extension may begin with.
 */
const ROLES = new Map<number, number>([
  ...[..."+\uff0b"].map((char): [number, number] => [char.charCodeAt(0), PLUS]),
  ...[
    ..."\t -./()\u00a0\u2007\u2009\u200a\u2010\u2011\u2012\u2013\u2014\u2015\u202f\u2212\u3000",
    ..."\uff08\uff09\uff0d\uff0e\uff0f",
  ].map((char): [number, number] => [char.charCodeAt(0), MARK]),
  ...[...",;xXeE#"].map((char): [number, number] => [char.charCodeAt(0), EXTENSION_START]),
]);

/** Roles of ASCII characters, for a quick look-up. */
const ASCII_ROLES = new Uint8Array(128);
for (const [code, role] of ROLES) if (code < 128) ASCII_ROLES[code] = role;

function roleOf(code: number): number {
  return (code < 128 ? ASCII_ROLES[code] : ROLES.get(code)) ?? 0;
}

/** "x12", "ext. 12", "extension 12", "#12", perhaps behind a comma; at most 20 digits as in libphonenumber. */
const EXTENSION =
  /^[,;]?[ \u00a0]{0,2}(?:ext(?:ension|n)?|x|#)[.:]?[ \u00a0]{0,2}([0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]{1,20})[ \u00a0]{0,2}$/i;

/** Zeros of the scripts whose digits count: Arabic-Indic, Eastern Arabic-Indic, full-width. */
const ZEROS = [0x0660, 0x06f0, 0xff10] as const;
const ASCII_ZERO = 48;
/** A run of digits is counted in five bits. */
const RUN = 32;
const THREE_THREE_FOUR = (3 * RUN + 3) * RUN + 4;
const ONE_THREE_THREE_FOUR = RUN ** 3 + THREE_THREE_FOUR;

/** The shape of a text with so many digits; null when there is anything that is no part of a number. */
export function phoneShape(text: string, minDigits: number, maxDigits: number): PhoneShape | null {
  const number = scan(text, maxDigits);
  if (number === null || number.digits.length < minDigits) return null;
  const { numberEnd, runs } = number;
  const extension = numberEnd === text.length ? "" : EXTENSION.exec(text.slice(numberEnd))?.[1];
  if (extension === undefined) return null;
  return {
    text,
    numberEnd,
    digits: number.digits,
    hasPlus: number.hasPlus,
    isNorthAmerican: isNorthAmerican(runs, number.digits),
    extensionDigits: extension.length,
    isAscii: number.isAscii && (extension === "" || /^[0-9]+$/.test(extension)),
  };
}

interface Scanned {
  readonly numberEnd: number;
  readonly digits: string;
  readonly hasPlus: boolean;
  readonly isAscii: boolean;
  /** Lengths of the runs of digits, five bits each. */
  readonly runs: number;
}

/** The number up to its extension; null when something else stands in it. */
function scan(text: string, maxDigits: number): Scanned | null {
  let digits = "";
  let hasPlus = false;
  let isAscii = true;
  let runs = 0;
  let at = 0;
  while (at < text.length) {
    const run = at;
    // One digit too many is enough to know.
    const last = run + maxDigits - digits.length + 1;
    while (at < last && digitOf(text.charCodeAt(at)) >= 0) at++;
    if (at > run) {
      if (at === last) return null;
      const written = text.slice(run, at);
      const ascii = inAscii(written);
      isAscii &&= ascii === written;
      digits += ascii;
      runs = runs * RUN + at - run;
      continue;
    }
    const role = roleOf(text.charCodeAt(at));
    if (role === EXTENSION_START) break;
    if (role === PLUS && !hasPlus && digits === "") hasPlus = true;
    else if (role !== MARK) return null;
    at++;
  }
  return { numberEnd: at, digits, hasPlus, isAscii, runs };
}

/** Digits of one run in ASCII, whatever script they are in. */
function inAscii(digits: string): string {
  let ascii = "";
  let kept = 0;
  for (let i = 0; i < digits.length; i++) {
    const code = digits.charCodeAt(i);
    if (code < 128) continue;
    ascii += digits.slice(kept, i) + digitOf(code);
    kept = i + 1;
  }
  return kept === 0 ? digits : ascii + digits.slice(kept);
}

/**
 * The number with other digits at the places of its own. More digits go behind the last one; when there
 * are fewer, the places left over are left out with what stands between them.
 */
export function dressed(shape: PhoneShape, digits: string): string {
  const { text, numberEnd } = shape;
  const places = shape.digits.length;
  let dress = "";
  let place = 0;
  let at = 0;
  while (at < numberEnd) {
    const mark = at;
    while (at < numberEnd && digitOf(text.charCodeAt(at)) < 0) at++;
    if (at > mark && (place === places || place < digits.length)) dress += text.slice(mark, at);
    const run = at;
    while (at < numberEnd && digitOf(text.charCodeAt(at)) >= 0) at++;
    if (at === run) break;
    const next = place + at - run;
    dress += digits.slice(place, next === places ? digits.length : next);
    place = next;
  }
  return dress;
}

/** The extension with its mark, with other digits. */
export function dressedExtension(shape: PhoneShape, digits: string): string {
  let dress = "";
  let place = 0;
  for (let at = shape.numberEnd; at < shape.text.length; at++) {
    const isDigit = digitOf(shape.text.charCodeAt(at)) >= 0;
    dress += isDigit ? digits[place++] : shape.text[at];
  }
  return dress;
}

/** Value of a digit of a script that counts, else -1. */
function digitOf(code: number): number {
  if (code < 128) return code >= ASCII_ZERO && code < ASCII_ZERO + 10 ? code - ASCII_ZERO : -1;
  for (const zero of ZEROS) if (code >= zero && code < zero + 10) return code - zero;
  return -1;
}

/** Area code and exchange begin with 2 to 9 (ATIS-0300051, Central Office Code Assignment Guidelines). */
function isNorthAmerican(runs: number, digits: string): boolean {
  if (runs !== THREE_THREE_FOUR && (runs !== ONE_THREE_THREE_FOUR || digits[0] !== "1"))
    return false;
  const area = digits.length - 10;
  return digits.charCodeAt(area) > 49 && digits.charCodeAt(area + 3) > 49;
}
