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
