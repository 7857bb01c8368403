import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../src/platform/random.ts";
import { type TokenCipher, tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { shapedForm } from "../../../src/tokens/forms/plain/free-length.ts";
import { findTokens } from "../../../src/tokens/reading/find-tokens.ts";
import { cases, fc } from "../../support/properties.ts";
import { anyId, anyText, FORMS, VALUES } from "../../support/tokens/sample-values.ts";

const cipher = tokenCipher(systemRandom(16));
const idsIn = (text: string): number[] => findTokens(cipher, text).map(({ id }) => id);
const TOKENS: [string, string][] = [
  ["shaped", FORMS.shaped.token(cipher, 5, "Jane Doe")],
  ["opaque", FORMS.opaque.token(cipher, 5, "x")],
  ["email", FORMS.email.token(cipher, 5, "jane.doe@x.com")],
  ["url", FORMS.url.token(cipher, 5, "https://www.x.org/a/b?c=d")],
  ["compact", FORMS.compact.token(cipher, 5, "Jane Doe")],
  ["compact, in capitals", FORMS.compact.token(cipher, 5, "Jane Doe").toUpperCase()],
  ["bare url", FORMS.url.token(cipher, 5, "x.org/a")],
];

/** What stands before and behind a token in free text. */
const AROUND: [string, string][] = [
  ["", ""],
  ["Write to ", " today."],
  ["(", ")"],
  ["[", "](x)"],
  ["**", "**"],
  ["_", "_"],
  ["`", "`"],
  ["~~", "~~"],
  ["<", ">"],
  ["&lt;", "&gt;"],
  ['{"a":"', '"}'],
  ["line\\n", "\\nline"],
  ["\\u003c", "\\u003e"],
  ["", "'s"],
  ["", "’s"],
  ["", "."],
  ["é", "é"],
  ["客户", "的电子邮件"],
  ["顧客は", "です"],
  ["고객", "에게"],
  ["العميل ", "، شكرا"],
  ["לקוח־", "־"],
  ["ลูกค้า", "ครับ"],
  ["ग्राहक ", "।"],
  ["Клиент «", "»"],
  ["😀", "😀"],
  ["mailto:", "?subject=x"],
  ["\t", "\r\n"],
];

/** A backslash of a token may seem to begin an escape: such a token is only found inside tags. */
const plain = (values: fc.Arbitrary<string>) => values.filter((value) => !value.includes("\\"));

describe("findTokens", () => {
  it.each(TOKENS)("finds %s tokens in prose of many scripts and marks", (_, token) => {
    for (const [before, behind] of AROUND) {
      const text = before + token + behind;
      const found = findTokens(cipher, text);
      expect(
        found.map(({ id }) => id),
        text,
      ).toEqual([5]);
      for (const { form, at } of found) expect(at - form.anchor(token)).toBe(before.length);
    }
  });

  it("gives every token of a text in order, with its form", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            ...(["shaped", "email", "url", "compact"] as const).map((name) =>
              fc.record({ name: fc.constant(name), id: anyId, value: plain(VALUES[name]) }),
            ),
          ),
          { maxLength: 6 },
        ),
        fc.constantFrom(" ", "é ", " (", "\n", " | ", " 与 "),
        (mappings, between) => {
          const tokens = mappings.map((m) => FORMS[m.name].token(cipher, m.id, m.value));
          const text = tokens.join(between);
          const found = findTokens(cipher, text);
          expect(found.map(({ id, form }) => [id, form])).toEqual(
            mappings.map(({ id, name }) => [id, FORMS[name]]),
          );
          let offset = 0;
          found.forEach(({ at, form }, i) => {
            const token = tokens[i] ?? "";
            expect(at).toBe(offset + form.anchor(token));
            offset += token.length + between.length;
          });
        },
      ),
      { numRuns: cases(5000) },
    );
  });

  it("finds nothing in any text that holds no token", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(findTokens(cipher, text)).toEqual([]);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each(TOKENS)("does not find what is almost a token (%s)", (name, token) => {
    expect(idsIn(`x${token}`)).toEqual(token.includes("://") ? [5] : []);
    if (name.startsWith("compact")) {
      for (const text of [
        `${token}x`,
        token.slice(1),
        token.slice(0, -1),
        `org${token.slice(3)}`,
      ]) {
        const isOther = text.startsWith("org");
        expect(idsIn(text)).toEqual(isOther ? [5] : []);
      }
      expect(idsIn(`${token.slice(0, 9)}-${token.slice(9)}`)).toEqual([]);
      expect(idsIn(`per${token.slice(3).replace(/[0-9]/, "o")}`)).toEqual([]);
      return;
    }
    const anchor = FORMS.url.anchor(token);
    expect(idsIn(token.slice(0, anchor) + token.slice(anchor + 1))).toEqual([]);
    if (name === "shaped" || name === "opaque") {
      expect(idsIn(token.slice(0, 13))).toEqual([]);
      expect(idsIn(`${token.slice(0, 4)}é${token.slice(4)}`)).toEqual([]);
      expect(idsIn(token.slice(1))).toEqual([]);
      return;
    }
    for (const [from, to] of [
      ["example", "exampel"],
      [".example", "-example"],
      [/\.example\.(com|net|org)/, ".example.edu"],
      [/\.example\.(com|net|org)/, ".example.community"],
      [".example", "0.example"],
    ] as const) {
      expect(idsIn(token.replace(from, to))).toEqual([]);
    }
    if (name !== "email") return;
    expect(idsIn(token.replace("@", "."))).toEqual([]);
    expect(idsIn(token.replace(".", ".."))).toEqual([]);
    expect(idsIn(token.replace("@", ".@"))).toEqual([]);
    expect(idsIn(token.replace("@", " @"))).toEqual([]);
  });

  it("finds in a text of one id's letters what it finds with more text behind", () => {
    const letters = fc
      .integer({ min: 1, max: 5000 })
      .map((id) => FORMS.shaped.token(cipher, id, "x"));
    const cut = fc.tuple(letters, fc.nat(15)).map(([text, count]) => text.slice(0, count));
    const gaps = fc.array(fc.constantFrom("", "", " ", "-", "\\", "_", "(", "\n", "é"), {
      maxLength: 16,
    });
    fc.assert(
      fc.property(fc.oneof(letters, cut), gaps, (text, between) => {
        const spread = [...text].map((letter, i) => (between[i] ?? "") + letter).join("");
        const placesIn = (text: string) =>
          findTokens(cipher, text).map(({ id, at, end }) => ({ id, at, end }));
        expect(placesIn(spread)).toEqual(placesIn(`${spread} é`));
      }),
      { numRuns: cases(2000) },
    );
  });

  // No clock that could be trusted here: a scan that is not linear would not end.
  it.each([
    ...["a", "A", " ", "-", "é", "a ", "- ", "aaaaaaaaaaaaaa ", "aaaaaaaaaaaaaaaaaa "],
    ...[
      "per0123456789abcdef ",
      "\\nper0123456789abcdef",
      ".example.com",
      "a@",
      "@aaaaaa.example.com",
      "\\n",
      "\\u0041",
      "\u200b",
      "a\u200b",
      "&amp;",
      "&#38;",
      "&",
      "\\",
      "\n> ",
      "\n",
      "a\n",
      "\u00a0",
      "per01234\nab**",
      "\n@",
      "-\n",
    ],
  ])("ends with 512 KB of repetitions of %j", (part) => {
    expect(idsIn(part.repeat(512_000 / part.length))).toEqual([]);
  });

  it.each(["", " "])("ends with 60,000 times the same token with %j between them", (between) => {
    const token = shapedForm.token(cipher, 7, "Ann Lee");
    const ids = idsIn((token + between).repeat(60_000));
    expect(ids.length).toBe(between === "" ? 1 : 60_000);
  });

  it.each(["A ", "A-", "\\nA", "A B C D ", "00000000000000", "A----------"])(
    "deciphers at most once for each word of %j, repeated",
    (part) => {
      let calls = 0;
      const counting: TokenCipher = {
        ...cipher,
        decipher: () => {
          calls++;
          return null;
        },
      };
      const times = Math.floor(500_000 / part.length);
      findTokens(counting, part.repeat(times));
      expect(calls).toBeLessThanOrEqual((times * part.length) / 2);
    },
  );
});
