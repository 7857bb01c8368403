// Texts made to confuse unmask: tokens, tags in every disguise that it recognizes, and arbitrary scraps
// between them.

import { ENTITIES } from "../../../src/core/entities.ts";
import { fc } from "../properties.ts";

const TAG_NAMES = Object.values(ENTITIES).map(({ tag }) => tag);
const PADS = [
  "",
  "",
  "",
  "\u200b",
  ' id="1"',
  " a=b c='d'",
  " ",
  "\n",
  "**",
  "_",
  "`",
  "~~",
  "\\n",
  "\\_",
  " * ",
  "\t",
];
const OPENING = [
  "<",
  "<",
  "<",
  "&lt;",
  "&LT;",
  "&#60;",
  "&#x3C;",
  "&amp;lt;",
  "\\u003c",
  "\\<",
  "＜",
];
const CLOSING = ["", ">", ">", ">", "&gt;", "&#62;", "&#x3e;", "&amp;gt;", "\\u003E", "\\>", "＞"];
const SLASHES = ["", "/", "/", "\\/", "&#47;", "&sol;", "\\u002f"];

const name = fc
  .tuple(fc.constantFrom(...TAG_NAMES), fc.constantFrom("as is", "lower", "title", "escaped"))
  .map(([tag, how]) => {
    if (how === "lower") return tag.toLowerCase();
    if (how === "title") return tag.slice(0, 1) + tag.slice(1).toLowerCase();
    return how === "escaped" ? tag.replaceAll("_", "\\_") : tag;
  });

/** A tag in some disguise, or almost a tag. */
const tag = fc
  .tuple(
    fc.constantFrom(...OPENING),
    fc.constantFrom(...PADS),
    fc.constantFrom(...SLASHES),
    fc.constantFrom(...PADS),
    name,
    fc.constantFrom(...PADS),
    fc.constantFrom(...CLOSING),
  )
  .map((parts) => parts.join(""));

const exactTag = fc.constantFrom(...TAG_NAMES.flatMap((one) => [`<${one}>`, `</${one}>`]));

const SCRAPS = [
  ..." \n.,;:-_*`~'\"<>/\\&#",
  "**",
  "'s",
  "&lt;",
  "&gt;",
  "&amp;",
  "\\u003c",
  "\\/",
  "</",
  "x",
  "7",
  "two words",
  "é",
  "e\u0301",
  "\u0301",
  "\u0600",
  "\u200d",
  "\u200b",
  "\u00ad",
  "\u00a0",
  "\u202f",
  "\n> ",
  "-\n",
  "\\n",
  "\\u00",
  "&#",
  "x41;",
  "‑",
  "’",
  "👩‍👩‍👧",
  "🇩🇪",
  "🇫",
  "\r\n",
];
const SENSITIVE = [
  "jane.doe@example.com",
  "https://example.com/a?b=c",
  "192.168.10.20",
  "4111 1111 1111 1111",
  "+1 650-253-0000",
];

/** Text inserted into tokens; unmask recognizes the token regardless. */
const WITHIN = [
  "\n",
  "\r\n> > ",
  "-\n",
  "\u00a0",
  "\u200b",
  "\u00ad",
  "**",
  "`",
  "\\_",
  "\\n",
  "&nbsp;",
  "’",
  "‑",
  "\\u00ad",
];

/** Tokens, most of them intact, some with text inserted or replaced. */
function damaged(tokens: readonly string[]): fc.Arbitrary<string> {
  const some = fc.constantFrom(...tokens);
  const broken = fc.tuple(some, fc.nat(), fc.constantFrom(...WITHIN)).map(([token, cut, part]) => {
    const at = cut % (token.length + 1);
    return token.slice(0, at) + part + token.slice(at);
  });
  const spaced = fc
    .tuple(some, fc.constantFrom(...WITHIN))
    .map(([token, part]) => token.replace(/[ -]/g, () => part));
  return fc.oneof({ weight: 3, arbitrary: some }, broken, spaced);
}

/** A token in most of the surroundings in which unmask looks for tokens. */
function surrounded(tokens: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom("", " ", "**", '"', "`", '\\"', "&quot;"),
      damaged(tokens),
      fc.constantFrom("", ".", "'s", "’s", "s'", "x", "7", "\u0301", "\\n"),
      fc.boolean(),
    )
    .map(
      ([around, token, ending, isDoubled]) =>
        around + (isDoubled ? token + token : token) + ending + around,
    );
}

/** Texts that contain some of the tokens, and everything else that unmask may look for. */
export function hostileTexts(
  tokens: readonly string[],
  more: readonly string[] = ["⟦abcDEF123xyz⟧"],
): fc.Arbitrary<string> {
  const token = tokens.length === 0 ? fc.constantFrom(...SCRAPS) : surrounded(tokens);
  const pair = fc.tuple(tag, token, tag).map((parts) => parts.join(""));
  const matching = fc
    .tuple(fc.constantFrom(...TAG_NAMES), token, fc.constantFrom(...OPENING.slice(2)))
    .map(([one, inside, open]) => `<${one}>${inside}${open}/${one}>`);
  const part = fc.oneof(
    { weight: 2, arbitrary: tag },
    { weight: 2, arbitrary: exactTag },
    { weight: 2, arbitrary: token },
    { weight: 1, arbitrary: pair },
    { weight: 1, arbitrary: matching },
    { weight: 3, arbitrary: fc.constantFrom(...SCRAPS) },
    { weight: 1, arbitrary: fc.constantFrom(...SENSITIVE) },
    { weight: Math.min(more.length, 6), arbitrary: fc.constantFrom(...more) },
  );
  return fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));
}
