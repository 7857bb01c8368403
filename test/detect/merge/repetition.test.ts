// Names that occur in a text again. More cases: test/detect/detector.test.ts.
import { describe, expect, it } from "vitest";
import type { Language } from "../../../src/detect/language/languages.ts";
import { repeatNames } from "../../../src/detect/merge/repetition.ts";

const TEXT = "Das Wetter war schlecht, und am Abend wurde das Wetter besser.";

/** Places of "Wetter" that are found, when the first one was found in this language with this score. */
function found(language: Language | undefined, score: number): number[] {
  const at = TEXT.indexOf("Wetter");
  const span = { start: at, end: at + 6, entityType: "PERSON", score, language } as const;
  const named = { ...span, recognizer: "tagger", reason: "" };
  return repeatNames(TEXT, [named as never], () => true).map(({ start }) => start);
}

describe("a word that is taken for a name", () => {
  it("is found again from a score on that is higher outside English", () => {
    const both = [TEXT.indexOf("Wetter"), TEXT.lastIndexOf("Wetter")];
    expect(found("en", 0.6)).toEqual(both);
    expect(found(undefined, 0.6)).toEqual(both);
    expect(found("de", 0.89)).toEqual(both.slice(0, 1));
    expect(found("de", 0.9)).toEqual(both);
    expect(found("en", 0.59)).toEqual(both.slice(0, 1));
  });
});
