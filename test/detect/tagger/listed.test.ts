// The listed words that sequences of characters form, and the language of a token.
import { describe, expect, it } from "vitest";
import type { Lexicon } from "../../../src/detect/tagger/lexicon.ts";
import { fillListed, LISTED, LISTED_COUNT } from "../../../src/detect/tagger/listed.ts";
import { markLanguages, tokenize } from "../../../src/detect/tagger/tokens.ts";
import { hashesOf, lexiconOf } from "../../support/detect/character-lexicon.ts";
import { cases, fc } from "../../support/properties.ts";

const kindsIn = (text: string, lexicon: Lexicon) => {
  const tokens = tokenize(text, undefined, true);
  const listed = new Int32Array(tokens.count).fill(7);
  fillListed(tokens, listed, lexicon);
  return [...listed];
};

const { lexicon, state } = lexiconOf({
  ...{ 北京: LISTED.places, 北京大学: LISTED.organizations },
  ...{ 学生: LISTED.words, 田中: LISTED.persons | LISTED.places },
});

describe("listed sequences", () => {
  it("are noted from begin to end, the longest first", () => {
    const [o, p] = [LISTED.organizations, LISTED.places];
    expect(kindsIn("在北京大学生", lexicon)).toEqual([0, o | 16, o | 32, o | 32, o | 48, 0]);
    expect(kindsIn("北京的学生", lexicon)).toEqual([p | 16, p | 48, 0, ...[8 | 16, 8 | 48]]);
    expect(kindsIn("田中", lexicon)).toEqual([3 | 16, 3 | 48]);
    expect(kindsIn("北 京", lexicon)).toEqual([0, 0]);
  });

  it("tell what is written as names from abroad are", () => {
    expect(kindsIn("マ字A Ab", lexicon)).toEqual([64, 0, 0, 64]);
  });

  it("are the same in traditional characters, whose shape stays", () => {
    expect(kindsIn("北京大學", lexicon)).toEqual(kindsIn("北京大学", lexicon));
    const [traditional, simplified] = ["國學會", "国学会"].map((text) => {
      const { count, word, ends3, ends4 } = tokenize(text, undefined, true);
      return [word, ends3, ends4].map((hashes) => [...hashes.subarray(0, count)]);
    });
    expect(traditional).toEqual(simplified);
    expect(hashesOf("國")).not.toEqual(hashesOf("中"));
  });

  it("are below their bound and looked up a few times a token, in any text", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."北京大学生田中 aア。"), maxLength: 200 });
    fc.assert(
      fc.property(texts, (text) => {
        state.asked = 0;
        const kinds = kindsIn(text, lexicon);
        expect(kinds.every((kind) => kind >= 0 && kind < LISTED_COUNT)).toBe(true);
        expect(state.asked).toBeLessThanOrEqual(4 * kinds.length);
      }),
      { numRuns: cases(300) },
    );
  });
});

describe("languages", () => {
  it("are noted by stretch, from where the text begins in it", () => {
    const tokens = tokenize("Herr Weber. Monsieur Roche");
    expect(tokens.hasLanguages).toBe(false);
    const stretches = [
      { start: 100, end: 112, language: "de" },
      { start: 112, end: 126, language: "fr" },
    ] as const;
    markLanguages(tokens, stretches, 100);
    expect(tokens.hasLanguages).toBe(true);
    expect([...tokens.language.subarray(0, tokens.count)]).toEqual([2, 2, 2, 3, 3]);
    expect(tokenize("again", tokens).hasLanguages).toBe(false);
  });
});
