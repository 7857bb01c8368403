import { describe, expect, it } from "vitest";
import { findTags, MAX_TOKEN_LENGTH } from "../../../src/tokens/reading/tagged.ts";
import { cases, fc } from "../../support/properties.ts";
import { readTags } from "../../support/tokens/read-tags.ts";

const TAGS = new Set(["EMAIL", "URL", "ACC_NO"]);
const contentsOf = (text: string): string[] =>
  readTags(text, TAGS, true).spans.map((span) => span.content);

describe("strict readTags", () => {
  it.each([
    ["nothing", "plain text", []],
    ["an empty text", "", []],
    ["one", "<EMAIL>abc</EMAIL>", ["abc"]],
    ["several, in order", "x <URL>a</URL> y <EMAIL>b</EMAIL>", ["a", "b"]],
    ["neighbours", "<URL>a</URL><URL>b</URL>", ["a", "b"]],
    ["content with blanks and brackets", "<URL> a < b > c </URL>", [" a < b > c "]],
    ["a tag with an underscore", "<ACC_NO>1</ACC_NO>", ["1"]],
    ["the innermost only", "<URL>a<EMAIL>b</EMAIL>c</URL>", ["b"]],
    ["the last opening tag", "<URL>a<URL>b</URL>c</URL>", ["b"]],
    ["nothing when tags do not match", "<URL>a</EMAIL>", []],
    ["nothing after a wrong closing tag", "<URL>a</EMAIL>b</URL>", []],
    ["nothing that is not closed", "<URL>a", []],
    ["nothing that is not opened", "a</URL>", []],
    ["nothing that is empty", "<URL></URL>", []],
    ["the one behind an empty one", "<URL></URL><URL>a</URL>", ["a"]],
    ["nothing in lower case", "<url>a</url>", []],
    ["nothing with other tags", "<B>a</B>", []],
    ["through other tags", "<URL>a<B>b</B></URL>", ["a<B>b</B>"]],
    ["nothing with blanks in the tag", "<URL >a</URL>", []],
    ["behind more opening brackets", "<<<URL>a</URL>>>", ["a"]],
    ["a tag spoilt by a bracket inside is none", "<U<RL>a</URL>", []],
    ["across lines", "<URL>a\nb</URL>", ["a\nb"]],
    ["with emoji around", "😀<URL>😀</URL>😀", ["😀"]],
  ])("finds %s", (_, text, contents) => {
    expect(contentsOf(text)).toEqual(contents);
  });

  it("gives offsets in UTF-16 units, tags included", () => {
    expect(readTags("😀<URL>é</URL>!", TAGS, true).spans).toEqual([
      { start: 2, end: 14, tag: "URL", content: "é", escaping: "none" },
    ]);
  });

  it.each([
    [MAX_TOKEN_LENGTH, 1],
    [MAX_TOKEN_LENGTH + 1, 0],
  ])("of content of %i characters finds %i", (length, found) => {
    expect(contentsOf(`<URL>${"a".repeat(length)}</URL>`).length).toBe(found);
  });

  it("finds spans that lie apart, in order, and are what they say", () => {
    const part = fc.constantFrom(
      "<URL>",
      "</URL>",
      "<EMAIL>",
      "</EMAIL>",
      "a",
      "<",
      ">",
      "</",
      "😀",
      "B>",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        let last = 0;
        for (const { start, end, tag, content } of readTags(text, TAGS, true).spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(text.slice(start, end)).toBe(`<${tag}>${content}</${tag}>`);
          expect(readTags(content, TAGS, true).spans).toEqual([]);
          last = end;
        }
      }),
      { numRuns: cases(2000) },
    );
  });

  it.each(["<", "</", "<URL", "<URL>", "</URL>", "<URL>a", "<A<", "<<URL>>"])(
    "ends with 1 MB of repetitions of %j",
    (part) => {
      // A scan that is not linear would take minutes.
      expect(readTags(part.repeat(1_000_000 / part.length), TAGS, true).spans).toEqual([]);
    },
  );
});

describe("findTags", () => {
  it("gives every tag, paired or not, exact or in disguise, and no other", () => {
    const text = "<URL>a</EMAIL> < url > &lt;/acc\\_no&gt; \\u003cEMAIL> <B> <URL \\<URL>";
    const found = findTags(text, TAGS).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual([
      "<URL>",
      "</EMAIL>",
      "< url >",
      "&lt;/acc\\_no&gt;",
      "\\u003cEMAIL>",
      "<URL>",
    ]);
  });
});
