// The one look at all characters of a text: digits, signs and watched places, against plain patterns.

import { describe, expect, it } from "vitest";
import {
  PLACE_SHIFT,
  SIGN,
  surveyOf,
  WATCH,
  watchRuns,
  watchWords,
} from "../../../src/detect/text/survey.ts";
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

function placesIn(text: string, watch: number): number[] {
  const { places, placeCount } = surveyOf(text);
  return Array.from(places.subarray(0, placeCount))
    .filter((place) => (place & watch) !== 0)
    .map((place) => place >>> PLACE_SHIFT);
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
      [SIGN.digit, /[0-9]/],
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

  it("reports where watched words and runs may begin, whatever stands before", () => {
    watchWords(["zqxy"], WATCH.label);
    watchRuns(["zqx"]);
    fc.assert(
      fc.property(texts, (text) => {
        for (const { index } of text.matchAll(/zqx/g)) {
          if (/[\p{L}\u00ad\ud800-\udfff]/u.test(text.charAt(index - 1))) continue;
          expect(placesIn(text, WATCH.label)).toContain(index);
        }
        for (const { index } of text.matchAll(/(?<!\w)zqx/g)) {
          expect(placesIn(text, WATCH.run)).toContain(index);
        }
      }),
    );
    expect(placesIn("dbZqx and azqx", WATCH.label)).toContain(2);
    expect(placesIn("dbZqx and azqx", WATCH.label)).not.toContain(11);
  });

  it("looks anew at another text, of whatever length", () => {
    const long = `${"é".repeat(20_000)} 12`;
    expect(digitsIn(long)).toEqual([[20_001, 20_003]]);
    expect(digitsIn("7")).toEqual([[0, 1]]);
    expect(digitsIn("")).toEqual([]);
  });
});
