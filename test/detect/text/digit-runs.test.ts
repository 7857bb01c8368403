// The positions of a text's digits, compared with a plain pattern.

import { describe, expect, it } from "vitest";
import { digitRunsOf } from "../../../src/detect/text/digit-runs.ts";
import { fc } from "../../support/properties.ts";

const pieces = fc.constantFrom(
  ..."0 12 345 a B zq Zq zqx ZQX dbZqx zqxY _ é 字 😀 \u00ad \ud800 – - . @ : ( & % \n".split(" "),
  " ",
  "",
);
const texts = fc.array(pieces, { maxLength: 40 }).map((list) => list.join(""));

const digitsIn = (text: string) => digitRunsOf(text).map(({ start, end }) => [start, end]);

describe("the runs of digits of a text", () => {
  it("are all there", () => {
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

  it("are looked for anew in another text, of whatever length", () => {
    const long = `${"é".repeat(20_000)} 12`;
    expect(digitsIn(long)).toEqual([[20_001, 20_003]]);
    expect(digitsIn("7")).toEqual([[0, 1]]);
    expect(digitsIn("")).toEqual([]);
  });
});
