// What is known of a text: digits and signs, against plain patterns.

import { describe, expect, it } from "vitest";
import { SIGN, surveyOf } from "../../../src/detect/text/survey.ts";
import { fc } from "../../support/properties.ts";

const pieces = fc.constantFrom(
  ..."0 12 345 a B zq Zq zqx ZQX dbZqx zqxY _ é 字 😀 \u00ad \ud800 – - . @ : ( & % \n".split(" "),
  " ",
  "",
);
const texts = fc.array(pieces, { maxLength: 40 }).map((list) => list.join(""));

function digitsIn(text: string): [number, number][] {
  const { digitRuns, digitStarts, digitEnds } = surveyOf(text);
  return Array.from({ length: digitRuns }, (_, i) => [digitStarts[i] ?? -1, digitEnds[i] ?? -1]);
}

describe("the survey of a text", () => {
  it("has every run of digits", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const expected = [...text.matchAll(/[0-9]+/g)].map(({ 0: run, index }) => [
          index,
          index + run.length,
        ]);
        expect(digitsIn(text)).toEqual(expected);
      }),
    );
  });

  it("has every sign", () => {
    const shapes: [number, RegExp][] = [
      [SIGN.at, /@/],
      [SIGN.colon, /:/],
      [SIGN.dot, /\./],
      [SIGN.dash, /-/],
      [SIGN.bracket, /[([{]/],
      [SIGN.ampersand, /&/],
      [SIGN.percent, /%/],
      [SIGN.foreign, /[\u0080-\uffff]/],
      [SIGN.disguise, /[\u00ad\u2013]/],
    ];
    fc.assert(
      fc.property(texts, (text) => {
        for (const [sign, shape] of shapes) {
          expect((surveyOf(text).signs & sign) !== 0, `${shape}`).toBe(shape.test(text));
        }
      }),
    );
  });

  it("looks anew at another text, of whatever length", () => {
    const long = `${"é".repeat(20_000)} 12`;
    expect(digitsIn(long)).toEqual([[20_001, 20_003]]);
    expect(digitsIn("7")).toEqual([[0, 1]]);
    expect(digitsIn("")).toEqual([]);
  });
});
