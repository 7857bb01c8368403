// Recognizes the letter case of a value, and writes a token in it. Pure.

/** How a text is written: only in capitals, only in small letters, or otherwise. */
export type LetterCase = "capitals" | "small" | "capitalised";

/**
 * The letter case of a text. A single capital ("J") decides nothing, and a text without cased letters (digits, Chinese,
 * Arabic, Hebrew ...) counts as capitalised. A letter outside ASCII has case when Unicode's case mappings change it.
 */
export function letterCaseOf(text: string): LetterCase {
  let capitals = 0;
  let small = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let isSmall = code >= 97 && code <= 122;
    let isCapital = code >= 65 && code <= 90;
    if (code > 127) {
      const character = String.fromCodePoint(text.codePointAt(i) ?? code);
      if (character.length === 2) i++;
      isCapital = character.toLowerCase() !== character;
      isSmall = !isCapital && character.toUpperCase() !== character;
    }
    if (isCapital) capitals++;
    if (isSmall) small++;
    if (capitals > 0 && small > 0) return "capitalised";
  }
  if (small > 0) return "small";
  return capitals > 1 ? "capitals" : "capitalised";
}

/** Write a capitalised ASCII text in a letter case. */
export function inLetterCase(text: string, letterCase: LetterCase): string {
  if (letterCase === "capitals") return text.toUpperCase();
  return letterCase === "small" ? text.toLowerCase() : text;
}
