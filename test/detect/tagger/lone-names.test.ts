// Names without another name nearby need a higher probability.
import { describe, expect, it } from "vitest";
import { withoutLone } from "../../../src/detect/tagger/corrections/edges-abroad.ts";
import { ADDRESS, ORGANIZATION, PERSON, type Tagged } from "../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../src/detect/tagger/tokens.ts";

const SURE = 4;

/** What stays of findings in a text of so many words of nine letters; each is its word, type and margin. */
function keptOf(
  words: number,
  found: readonly (readonly [at: number, type: number, margin: number])[],
) {
  const tokens = tokenize("Fritziana ".repeat(words));
  const tagged = found.map(
    ([from, type, margin]): Tagged => ({ from, to: from + 1, type, margin }),
  );
  return withoutLone(tokens, tagged, ({ margin }) => margin >= SURE).map(({ from }) => from);
}

describe("names that stand alone", () => {
  it("go where they are unsure, and stay where they are sure", () => {
    expect(keptOf(50, [[3, PERSON, 1]])).toEqual([]);
    expect(keptOf(50, [[3, PERSON, SURE]])).toEqual([3]);
    const several = [2, 5, 9].map((at) => [at, ORGANIZATION, 3] as const);
    expect(keptOf(50, several)).toEqual([]);
  });

  it("stay near one that is sure, on either side, and no farther than 200 letters", () => {
    const around = [0, 9, 10, 30, 50, 51, 70].map(
      (at) => [at, PERSON, at === 30 ? SURE : 1] as const,
    );
    expect(keptOf(80, around)).toEqual([10, 30, 50]);
  });

  it("stay near an address, which needs no voucher itself", () => {
    expect(keptOf(50, [[3, ADDRESS, -9]])).toEqual([3]);
    expect(
      keptOf(50, [
        [3, PERSON, 1],
        [7, ADDRESS, -9],
      ]),
    ).toEqual([3, 7]);
  });

  it("are judged by the nearest of many", () => {
    const many = Array.from(
      { length: 20_001 },
      (_, i) => [i, PERSON, i % 40 === 0 ? SURE : 1] as const,
    );
    expect(keptOf(20_001, many).length).toBe(20_001);
  });
});
