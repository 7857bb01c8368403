// Characters that look like ASCII ones. Facts of Unicode's "confusables" (UTS #39, Unicode License V3),
// the ones that pass for an ASCII letter, digit or sign in common typefaces.

// Pairs: the character, then what it looks like.
const LETTERS =
  "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlАAВBЕEКKМMНHОOРPСCТTХXІIЈJЅSҮY" + // Cyrillic
  "αaοoρpνvυuιiκkΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϲcϳj" + // Greek
  "ɡgɑaʟLɩi"; // Latin beyond ASCII

const SIGNS = "‐-‑-‒-–-—-―-−-﹣-․.﹒.﹫@∕/⁄/∶:";

/** ASCII letter that a letter of another script passes for. */
export const LETTER_LIKE: ReadonlyMap<number, string> = pairsOf(LETTERS);

/** ASCII sign that another sign passes for. */
export const SIGN_LIKE: ReadonlyMap<number, string> = pairsOf(SIGNS);

function pairsOf(written: string): ReadonlyMap<number, string> {
  const pairs = new Map<number, string>();
  for (let i = 0; i < written.length; i += 2)
    pairs.set(written.charCodeAt(i), written.charAt(i + 1));
  return pairs;
}

/** Zeros of the decimal digits of other scripts (Unicode general category Nd), ten in a row each. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** The ASCII digit of the same value, or "". */
export function asciiDigit(code: number): string {
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? "" : String(code - zero);
}

/** Characters that print nothing or turn the direction (Unicode: default ignorable, bidirectional). */
export const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
/** Beyond ASCII, whatever a step below may change: digits, letters and signs that pass for ASCII ones. */
export const FOREIGN =
  /[\u0251-\u029f\u0370-\u052f\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u2010-\u2015\u2024\u2044\u2212\u2215\u2236\ufe52\ufe63\ufe6b\uff0b-\uff5a]|\ud835[\udc00-\udfff]/;
