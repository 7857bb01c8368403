// How a phone number is written: its digits, the punctuation between them, an extension. Pure.

/** A text that could be a phone number. */
export interface WrittenPhone {
  /** The number as it is written. */
  readonly number: string;
  /** What follows it: an extension with its mark, or nothing. */
  readonly extension: string;
  /** The number's digits in ASCII, whatever script they were in. */
  readonly digits: string;
  /** True when a "+" stands before them. */
  readonly hasPlus: boolean;
  /** Written 3-3-4 or 1-3-3-4, with area code and exchange as the North American plan has them. */
  readonly isNorthAmerican: boolean;
  /** True when no digit is from another script. */
  readonly isAscii: boolean;
}

/** Digits of the scripts that libphonenumber reads: ASCII, Arabic-Indic, Eastern Arabic-Indic, full-width. */
const DIGIT = "0-9\\u0660-\\u0669\\u06f0-\\u06f9\\uff10-\\uff19";
/** What stands between digits: blanks, dashes, point, slash, parentheses, and their full-width forms. */
const MARK =
  "\\t \\-./()\\u00a0\\u2007\\u2009\\u200a\\u2010-\\u2015\\u202f\\u2212\\u3000\\uff08\\uff09\\uff0d\\uff0e\\uff0f";
/** Never fails, so that time is linear in the text. */
const NUMBER = new RegExp(`[${MARK}]*[+\\uff0b]?[${MARK}${DIGIT}]*`, "y");
/** "x12", "ext. 12", "extension 12", "#12", perhaps behind a comma; at most 20 digits as in libphonenumber. */
const EXTENSION = new RegExp(
  `^[,;]?[ \\u00a0]{0,2}(?:ext(?:ension|n)?|x|#)[.:]?[ \\u00a0]{0,2}[${DIGIT}]{1,20}[ \\u00a0]{0,2}$`,
  "i",
);
const DIGIT_OR_REST = new RegExp(`[${DIGIT}]+|[^${DIGIT}]+`, "g");
const ANY_DIGIT = new RegExp(`[${DIGIT}]`, "g");
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
/** Area code and exchange begin with 2 to 9 (ATIS-0300051, Central Office Code Assignment Guidelines). */
const NORTH_AMERICAN = /^\D*(?:1\D+)?[2-9]\d\d\D+[2-9]\d\d\D+\d{4}\D*$/;

/** Read a text with so many digits; null when there is anything that is no part of a number. */
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

/** A text with the digits of other scripts in ASCII. */
function inAscii(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code < 0x06f0 ? 0x0660 : code < 0xff10 ? 0x06f0 : 0xff10));
  });
}

/**
 * Other digits, punctuated as the number. More digits go behind the last one; when there are fewer, what
 * stands between the missing ones is left out.
 */
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

/** The extension with its mark, each digit replaced by what `draw` gives. */
export function redrawExtension({ extension }: WrittenPhone, draw: () => string): string {
  return extension.replace(ANY_DIGIT, draw);
}
