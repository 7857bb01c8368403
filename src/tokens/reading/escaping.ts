// Escapes that language models and their surroundings put on text: HTML character references and JSON
// string escapes. Pure.

/** How a text is escaped where it stands. */
export type Escaping = "none" | "html" | "json";

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** Named references of what a token can hold: HTML standard, "Named character references". */
const HTML_NAMES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  sol: "/",
  bsol: "\\",
  shy: "\u00ad",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  hyphen: "‐",
  ndash: "–",
  mdash: "—",
  lowbar: "_",
  ast: "*",
  commat: "@",
};
/** What the letters of JSON escapes stand for (RFC 8259, section 7). */
export const JSON_LETTERS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const MAX_CODE_POINT = 0x10ffff;

/** A text as it has to stand in such a place. */
export function escaped(text: string, escaping: Escaping): string {
  if (escaping === "html") return text.replace(/[&<>"']/g, (char) => HTML_ESCAPES[char] ?? char);
  // RFC 8259 section 7; the quotation marks around a string stand in the text already.
  return escaping === "json" ? JSON.stringify(text).slice(1, -1) : text;
}

/** What an escaped text says. What is no escape stays as it is. */
export function unescaped(text: string, escaping: Escaping): string {
  if (escaping === "html")
    return text.replace(/&(?:#x?)?\w{1,8};/gi, (one) => characterOf(one) ?? one);
  if (escaping !== "json") return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/gi, (whole, hex, letter) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    // The letters of JSON's escapes are lower-case only.
    return /[A-Z]/.test(letter) ? whole : (JSON_LETTERS[letter] ?? letter);
  });
}

/** How a text looks escaped, if it does: HTML first, whose references hold no backslash. */
export function escapingSeen(text: string): Escaping {
  if (unescaped(text, "html") !== text) return "html";
  return unescaped(text, "json") === text ? "none" : "json";
}

/** What a character reference stands for, its name in either letter case; null: nothing that a token can hold. */
export function characterOf(reference: string): string | null {
  const numeric = /^&#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(reference);
  if (numeric === null) return HTML_NAMES[reference.slice(1, -1).toLowerCase()] ?? null;
  const [, hex, decimal] = numeric;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code <= MAX_CODE_POINT && !isSurrogate ? String.fromCodePoint(code) : null;
}
