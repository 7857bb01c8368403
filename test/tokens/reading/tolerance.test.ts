// Disguised tags, contents with other characters in between, escapes and untagged tokens: the rules one by one, and
// their cost.

import { describe, expect, it } from "vitest";
import { tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { shapedForm } from "../../../src/tokens/forms/plain/free-length.ts";
import { escaped, escapingSeen, unescaped } from "../../../src/tokens/reading/escaping.ts";
import { findTokens } from "../../../src/tokens/reading/find-tokens.ts";
import { readingsOf } from "../../../src/tokens/reading/readings.ts";
import { cases, fc } from "../../support/properties.ts";
import { readTags } from "../../support/tokens/read-tags.ts";

const TAGS = new Set(["EMAIL", "URL", "ACC_NO"]);
const found = (text: string) =>
  readTags(text, TAGS, false).spans.map(({ content, escaping }) => [content, escaping]);

describe("tolerant readTags", () => {
  it.each([
    ["<url>a</URL>", [["a", "none"]]],
    ["< URL >a</ URL >", [["a", "none"]]],
    ["<**URL**>a</__URL__>", [["a", "none"]]],
    ["\\<URL\\>a\\</URL\\>", [["a", "none"]]],
    ["<acc_no>a</acc\\_no>", [["a", "none"]]],
    ["&lt;URL&gt;a&lt;/URL&gt;", [["a", "html"]]],
    ["<URL>a&#60;&#47;URL&#62;", [["a", "html"]]],
    ["&amp;lt;URL&amp;gt;a&amp;lt;/URL&amp;gt;", [["a", "html"]]],
    ["<URL>a<\\/URL>", [["a", "json"]]],
    ["\\u003CURL\\u003Ea\\u003c\\u002fURL\\u003e", [["a", "json"]]],
    ["<URL\\n>a</URL>", [["a", "json"]]],
    ["<URL>a</Email>", []],
    ["<URLS>a</URLS>", []],
    ["<U RL>a</U RL>", []],
    ["<URL href=x>a</URL>", [["a", "none"]]],
    ["<URL id=\"1\" class='b c'>a</URL >", [["a", "none"]]],
    ["&lt;URL id=&quot;1&quot;&gt;a</URL>", [["a", "html"]]],
    ['<URL id=\\"1\\">a<\\/URL>', [["a", "json"]]],
    ["<U\u200bRL>a</UR\u00adL>", [["a", "none"]]],
    ["＜URL＞a＜／URL＞", [["a", "none"]]],
    ["<URL of it>a</URL>", []],
    ['<URL id="<1>">a</URL>', []],
    [`<URL id="${"x".repeat(81)}">a</URL>`, []],
    ["<URL a=1 b=2 c=3 d=4 e=5>a</URL>", []],
    ["<URL/>a</URL>", []],
    ["&ltURL&gt;a</URL>", []],
    ["<URL></ URL>", []],
    ["<URL>a</URL", [["a", "none"]]],
    ["<URL>a</URL b", [["a", "none"]]],
    ["<URL>a<*/_url\n>", [["a", "none"]]],
    ["&lt;URL&gt;a&lt;/URL\u00a0>", [["a", "html"]]],
    ["<URL>a</URL.", []],
    ["<URL>a</URLs", []],
    ["<URL a</URL>", []],
    ["<ACC__NO>a</ACC__NO>", []],
    [`<${" ".repeat(25)}URL>a</URL>`, []],
  ])("finds in %j", (text, contents) => {
    expect(found(text)).toEqual(contents);
  });

  it.each([
    ["<", "<URL>a</URL>", 1],
    ["\\", "<URL>a</URL>", 1],
    ["&lt;", "<URL>a</URL>", 4],
    ["\\u003c", "<URL>a</URL>", 6],
    ["**< ", "<URL>a</URL>", 4],
    ["<EMAIL>< url>", "<URL>a</URL>", 13],
  ])("begins behind %j in front of exact tags", (before, tagged, start) => {
    const end = start + tagged.length;
    for (const behind of ["", ">", "</URL>", "\\", "&gt;"]) {
      expect(readTags(before + tagged + behind, TAGS, false).spans).toMatchObject([{ start, end }]);
    }
  });

  it("finds every exact tag that has no other kind inside, as strict does", () => {
    const part = fc.constantFrom("<URL>", "</URL>", "<EMAIL>", "</EMAIL>", "a", "<", "\\", "&lt;");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join("");
        expect(readTags(text, TAGS, false)).toEqual(readTags(text, TAGS, true));
      }),
      { numRuns: cases(3000) },
    );
  });

  it.each([
    ..."<&\\*_ ",
    "< ",
    "<_",
    "<\\n",
    "<URL",
    "<A_",
    "&amp;lt;",
    "&#0000060;",
    "\\u003cURL",
    "<URL>a",
    "</url>",
    "</url ",
    "<url ",
    '<URL a="',
    "<URL a=b c=",
    "<URL \u200b",
    "＜",
    "\\",
    "&amp;",
    `<${" ".repeat(24)}/${" ".repeat(24)}U`,
  ])("ends with 512 KB of repetitions of %j", (part) => {
    // A scan that is not linear would take minutes.
    expect(readTags(part.repeat(512_000 / part.length), TAGS, false).spans).toEqual([]);
  });
});

describe("escapes", () => {
  it.each([
    [
      "html",
      "a&amp;b &NOSUCH; &#x3c;&#60;&quot;&apos; &nosuch; &#xd800; &#x110000; &",
      "a&b &NOSUCH; <<\"' &nosuch; &#xd800; &#x110000; &",
    ],
    ["json", '\\"\\\\\\/\\n\\u00e9\\x\\N\\u12', '"\\/\né\\x\\N\\u12'],
    ["none", "&lt;\\n", "&lt;\\n"],
  ] as const)("of %s are read from %j as %j", (escaping, text, said) => {
    expect(unescaped(text, escaping)).toBe(said);
  });

  it("come back from any text", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, fc.constantFrom("html", "json", "none"), (said, escaping) => {
        expect(unescaped(escaped(said, escaping), escaping)).toBe(said);
        if (escaping === "json") expect(JSON.parse(`"${escaped(said, "json")}"`)).toBe(said);
      }),
      { numRuns: cases(1000) },
    );
  });

  it.each([
    ["a&b", "none"],
    ["a&amp;b", "html"],
    ["a\\nb", "json"],
    ["a\\nb&gt;", "html"],
  ])("are seen in %j: %s", (text, escaping) => {
    expect(escapingSeen(text)).toBe(escaping);
  });
});

describe("readingsOf", () => {
  const tokens = (content: string) => readingsOf(content, "none").map(({ token }) => token);
  const lettersOf = (text: string) => text.replace(/[^a-z]/g, "");

  it.each([
    ["tok", ["tok"]],
    [" tok ", [" tok ", "tok"]],
    ["tok's", ["tok's", "tok"]],
    ["toks'", ["toks'", "toks", "tok"]],
    ["** tok's **", ["** tok's **", "tok's", "tok"]],
    [" **'tok's'** ", [" **'tok's'** ", "**'tok's'**", "tok's", "tok"]],
    ["&quot;tok&quot;", ["&quot;tok&quot;", '"tok"', "tok"]],
    ['\\"tok\\n', ['\\"tok\\n', '"tok\n', '"tok', "tok"]],
    ["***", ["***"]],
    ["'s", ["'s", "s"]],
    ["tok.", ["tok.", "tok"]],
    ["**tok.**", ["**tok.**", "tok.", "tok"]],
    ["(tok),", ["(tok),", "(tok)", "tok"]],
    ["t\n> ok", ["t\n> ok", "t ok", "tok"]],
    ["t\u00a0\u202fok", ["t\u00a0\u202fok", "t ok"]],
    ["**t** o-\nk", ["**t** o-\nk", "t** o-\nk", "t o-k", "t ok"]],
    ["t’o‑k", ["t’o‑k", "t'o-k"]],
    ["t\u200bok\u00ad", ["t\u200bok\u00ad", "t\u200bok", "tok"]],
    ["t\\_o\\*k", ["t\\_o\\*k", "tok"]],
  ])("of %j are in order", (content, expected) => {
    expect(tokens(content)).toEqual(expected);
  });

  it("begin with the content as it stands, are few and distinct, and lose nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..." *_'\"s’&;<lt\\na") }), (content) => {
        fc.pre(content !== "");
        const readings = readingsOf(content, "none");
        const texts = readings.map(({ token }) => token);
        expect(texts[0]).toBe(content);
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBeLessThanOrEqual(20);
        for (const { before, token, after } of readings) {
          expect(content.startsWith(before)).toBe(true);
          expect(content.slice(before.length).endsWith(after)).toBe(true);
          // Of what lies between, nothing but letters counts; those of escapes are signs.
          const between = content.slice(before.length, content.length - after.length);
          if (!/[\\&;]/.test(content)) expect(lettersOf(token)).toBe(lettersOf(between));
        }
      }),
      { numRuns: cases(3000) },
    );
  });

  it("takes a bounded number of marks off each side", () => {
    expect(tokens(`${'"'.repeat(192)}tok`)).toContain("tok");
    expect(tokens(`${'"'.repeat(193)}tok`)).not.toContain("tok");
  });
});

describe("findTokens", () => {
  const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i));
  const token = shapedForm.token(cipher, 7, "Ann Lee");

  it("finds a token at the start of a word only, with the letters of its id", () => {
    const text = `(${token}) x${token} ${token}x`;
    const all = findTokens(cipher, text);
    expect(all.map(({ id, at, end }) => [id, text.slice(at, end)])).toEqual([
      [7, token],
      [7, token],
    ]);
    expect(all[0]?.form.anchor(`(${token}`)).toBe(1);
  });

  it("finds none of another namespace", () => {
    expect(findTokens(tokenCipher(new Uint8Array(16)), `a ${token} b`)).toEqual([]);
  });
});
