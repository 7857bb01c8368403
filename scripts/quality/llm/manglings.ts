// What language models and surrounding programs do to masked text. Each mangling takes a text with marked
// tokens (marked-text.ts) and returns the changed text.
import { eachToken, widthOf } from "./marked-text.ts";

type Mangle = (marked: string) => string;

const within = (token: string, part: string): string => {
  const at = Math.ceil(token.length / 2);
  return token.slice(0, at) + part + token.slice(at);
};
/** Change tokens, but not their wrappers. */
const inTokens =
  (change: (token: string) => string): Mangle =>
  (marked) =>
    eachToken(marked, (token, prefix, suffix) => prefix + change(token) + suffix);
/** Put text around each token, inside its wrapper. */
const besideParts = (before: string, behind = before) =>
  inTokens((token) => before + token + behind);
/** Put text around each token, outside its wrapper. */
const around =
  (before: string, behind = before): Mangle =>
  (marked) =>
    eachToken(marked, (token, prefix, suffix) => before + prefix + token + suffix + behind);
const tags =
  (change: (tag: string) => string): Mangle =>
  (marked) =>
    eachToken(
      marked,
      (token, prefix, suffix) =>
        prefix.replace(/<.*>/, change) + token + suffix.replace(/<.*>/, change),
    );
const words = (text: string, change: (word: string) => string) =>
  text.replace(/[\p{L}\p{N}]+/gu, change);
const titleCase = (text: string) =>
  words(text, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
const htmlEscaped: Mangle = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
const changedDigit = (token: string) =>
  token.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** Wrap lines at `columns` columns, at blanks, inside tokens as well. */
function wrapped(columns: number, lineEnd = "\n"): Mangle {
  return (marked) => {
    const lines: string[] = [];
    let line = "";
    for (const word of marked.split(" ")) {
      if (line !== "" && widthOf(line) + 1 + widthOf(word) > columns) {
        lines.push(line);
        line = word;
      } else {
        line = line === "" ? word : `${line} ${word}`;
      }
    }
    return [...lines, line].join(lineEnd);
  };
}

function sentences(marked: string): string[] {
  return marked.split(/(?<=[.?!:]) (?![^\ue000]*\ue003)/);
}

/** Makes another number of a number; in the style `shape`, which has no check digits, it may be another token. */
export const ALTERED = "last digit changed";

/** Manglings by name. */
export const MANGLINGS: Readonly<Record<string, Mangle>> = {
  unchanged: (text) => text,
  "upper case": (text) => text.toUpperCase(),
  "lower case": (text) => text.toLowerCase(),
  "title-cased tokens": inTokens(titleCase),
  "tags in lower case": tags((tag) => tag.toLowerCase()),
  "blanks in the tags": tags((tag) => tag.replace("<", "< ").replace(">", " >")),
  "attributes in the tags": tags((tag) =>
    tag.startsWith("</") ? tag : tag.replace(">", ' id="1">'),
  ),
  "translated tags": tags((tag) => tag.replace(/\w+/, (name) => `${name}ONNE`)),
  "tags in square brackets": tags((tag) => tag.replace("<", "[").replace(">", "]")),
  "no tags": tags(() => ""),
  "no closing tag": (marked) => eachToken(marked, (token, prefix) => prefix + token),
  "no opening tag": (marked) => eachToken(marked, (token, _, suffix) => token + suffix),
  "wrapped at 72": wrapped(72),
  "wrapped at 40": wrapped(40),
  "wrapped and quoted": (text) => `> ${wrapped(60, "\n> ")(text)}`,
  "quoted twice": (text) => `> > ${wrapped(50, "\n> > ")(text)}`,
  "no-break blanks": inTokens((token) => token.replaceAll(" ", "\u00a0")),
  "narrow blanks": inTokens((token) => token.replaceAll(" ", "\u202f")),
  "double blanks": inTokens((token) => token.replaceAll(" ", "  ")),
  "line break in the token": inTokens((token) =>
    token.includes(" ") ? token.replace(" ", "\n") : within(token, "\n"),
  ),
  "hyphenated at a line end": inTokens((token) => within(token, "-\n")),
  "curly apostrophes and quotes": (text) => text.replaceAll("'", "’").replace(/"([^"]*)"/g, "“$1”"),
  "non-breaking hyphens": (text) => text.replaceAll("-", "‑"),
  "zero-width space inside": inTokens((token) => within(token, "\u200b")),
  "soft hyphen inside": inTokens((token) => within(token, "\u00ad")),
  "HTML escapes": htmlEscaped,
  "HTML escapes, twice": (text) => htmlEscaped(htmlEscaped(text)),
  "JSON string": (text) => JSON.stringify({ answer: text }),
  "JSON with \\u003c": (text) =>
    JSON.stringify({ answer: text }).replace(/[<>&']/g, (sign) => {
      return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
    }),
  "JSON in JSON": (text) => JSON.stringify({ arguments: JSON.stringify({ text }) }),
  "Markdown escapes": inTokens((token) => token.replace(/[-_*.()#+!]/g, "\\$&")),
  "bold around": around("**"),
  "bold inside the tags": besideParts("**"),
  "bold inside the token": inTokens((token) => `${within(token, "**")}**`),
  "code around": around("`"),
  "code inside the tags": besideParts("`"),
  "italics inside the tags": besideParts("_"),
  "quotes inside the tags": besideParts("“", "”"),
  "full stop inside the tags": besideParts("", "."),
  "possessive inside the tags": besideParts("", "'s"),
  "possessive behind": around("", "'s"),
  "code block": (text) => `\`\`\`text\n${text}\n\`\`\``,
  "table cells": (text) => `| who | what |\n| --- | --- |\n| 1 | ${text} |`,
  "bullet list": (text) =>
    sentences(text)
      .map((one) => `- ${one}`)
      .join("\n"),
  "sentences moved": (text) => sentences(text).reverse().join(" "),
  duplicated: (text) => `${text}\n\nAgain: ${text}`,
  "first word alone": inTokens((token) => token.split(" ")[0] ?? ""),
  "words turned round": inTokens((token) => token.split(" ").reverse().join(", ")),
  "invented token beside": (text) =>
    `${text} Also ask <PER>K7q2Vx Pm4tZs9</PER>, <PHN>(312) 555-0190</PHN> and per7k2m9x4t8q3w5z1a.`,
  "half an invented tag": (text) => `<PER>Dear all, ${text}`,
  [ALTERED]: inTokens(changedDigit),
  "last letter lost": inTokens((token) => token.slice(0, -1)),
};
