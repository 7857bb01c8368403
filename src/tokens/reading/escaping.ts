// Escapes that language models and the software around them add to text: HTML character references and JSON string escapes.
// Pure.

/** How a text is escaped at its place. */
export type Escaping = "none" | "html" | "json";

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** Named references of characters that tokens can contain: HTML standard, "Named character references". */
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
/** The characters that letters in JSON escapes mean (RFC 8259, section 7). */
export const JSON_LETTERS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const MAX_CODE_POINT = 0x10ffff;

/** A text with escapes added. */
export function escaped(text: string, escaping: Escaping): string {
  if (escaping === "html") return text.replace(/[&<>"']/g, (char) => HTML_ESCAPES[char] ?? char);
  // RFC 8259 section 7; the text is already inside the quotation marks of a string.
  return escaping === "json" ? JSON.stringify(text).slice(1, -1) : text;
}

/** A text with its escapes resolved; everything else stays as it is. */
export function unescaped(text: string, escaping: Escaping): string {
  if (escaping === "html")
    return text.replace(/&(?:#x?)?\w{1,8};/gi, (one) => characterOf(one) ?? one);
  if (escaping !== "json") return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/gi, (whole, hex, letter) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    // The letters of JSON escapes are lower case only.
    return /[A-Z]/.test(letter) ? whole : (JSON_LETTERS[letter] ?? letter);
  });
}

/** The escaping that a text shows. HTML is tried first, because its references contain no backslash. */
export function escapingSeen(text: string): Escaping {
  if (unescaped(text, "html") !== text) return "html";
  return unescaped(text, "json") === text ? "none" : "json";
}

/** The character that a reference means, its name in either letter case; null when tokens cannot contain it. */
export function characterOf(reference: string): string | null {
  const numeric = /^&#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(reference);
  if (numeric === null) return HTML_NAMES[reference.slice(1, -1).toLowerCase()] ?? null;
  const [, hex, decimal] = numeric;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code <= MAX_CODE_POINT && !isSurrogate ? String.fromCodePoint(code) : null;
}
