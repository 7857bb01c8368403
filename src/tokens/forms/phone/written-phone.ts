// How a phone number is written: its digits, the punctuation between them, and an extension. Pure.

/** A text that may be a phone number. */
export interface WrittenPhone {
  /** The number as written, without the extension. */
  readonly number: string;
  /** The text after the number: an extension with its mark, or "". */
  readonly extension: string;
  /** The number's digits in ASCII, whatever their script. */
  readonly digits: string;
  /** Whether a "+" precedes the digits. */
  readonly hasPlus: boolean;
  /** Whether it is written 3-3-4 or 1-3-3-4, with an area code and an exchange that the North American plan allows. */
  readonly isNorthAmerican: boolean;
  readonly isAscii: boolean;
}

/** Digits of the scripts that libphonenumber reads: ASCII, Arabic-Indic, Eastern Arabic-Indic, full-width. */
const DIGIT = "0-9\\u0660-\\u0669\\u06f0-\\u06f9\\uff10-\\uff19";
/** Characters between digits: blanks, dashes, dot, slash, parentheses, and their full-width forms. */
const MARK =
  "\\t \\-./()\\u00a0\\u2007\\u2009\\u200a\\u2010-\\u2015\\u202f\\u2212\\u3000\\uff08\\uff09\\uff0d\\uff0e\\uff0f";
/** Matches any text, if only the empty string, so the search is linear. */
const NUMBER = new RegExp(`[${MARK}]*[+\\uff0b]?[${MARK}${DIGIT}]*`, "y");
/** "x12", "ext. 12", "extension 12", "#12", maybe after a comma; at most 20 digits as in libphonenumber. */
const EXTENSION = new RegExp(
  `^[,;]?[ \\u00a0]{0,2}(?:ext(?:ension|n)?|x|#)[.:]?[ \\u00a0]{0,2}[${DIGIT}]{1,20}[ \\u00a0]{0,2}$`,
  "i",
);
const DIGIT_OR_REST = new RegExp(`[${DIGIT}]+|[^${DIGIT}]+`, "g");
const ANY_DIGIT = new RegExp(`[${DIGIT}]`, "g");
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Area code and exchange begin with 2 to 9 (ATIS-0300051, Central Office Code Assignment Guidelines). */
const NORTH_AMERICAN = /^\D*(?:1\D+)?[2-9]\d\d\D+[2-9]\d\d\D+\d{4}\D*$/;

/** Read a text; null when the number of digits is out of range or a character is not part of a phone number. */
export function writtenPhone(
  text: string,
  minDigits: number,
  maxDigits: number,
): WrittenPhone | null {
  NUMBER.lastIndex = 0;
  const number = NUMBER.exec(text)?.[0] ?? "";
  const extension = text.slice(number.length);
  if (extension !== "" && !EXTENSION.test(extension)) return null;
  const ascii = inAscii(number);
  const digits = ascii.replace(/\D/g, "");
  if (digits.length < minDigits || digits.length > maxDigits) return null;
  return {
    number,
    extension,
    digits,
    hasPlus: /[+\uff0b]/.test(number),
    isNorthAmerican: NORTH_AMERICAN.test(ascii),
    isAscii: ascii === number && inAscii(extension) === extension,
  };
}

/** A text with the digits of other scripts replaced by ASCII. */
function inAscii(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code < 0x06f0 ? 0x0660 : code < 0xff10 ? 0x06f0 : 0xff10));
  });
}

/** Other digits with the number's punctuation: more follow the last one, fewer lose the punctuation between them. */
export function applyMarks({ number, digits: own }: WrittenPhone, digits: string): string {
  let text = "";
  let taken = 0;
  for (const part of number.match(DIGIT_OR_REST) ?? []) {
    if (part.search(ANY_DIGIT) === 0) {
      const next = taken + part.length;
      text += digits.slice(taken, next === own.length ? digits.length : next);
      taken = next;
    } else if (taken === own.length || taken < digits.length) text += part;
  }
  return text;
}

/** The extension with its mark, each digit replaced by one from `draw`. */
export function redrawExtension({ extension }: WrittenPhone, draw: () => string): string {
  return extension.replace(ANY_DIGIT, draw);
}
