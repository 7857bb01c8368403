import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { stateForm } from "../../../../src/tokens/forms/names/state.ts";
import type { Stage } from "../../../../src/tokens/stages.ts";
import { cases, fc } from "../../../support/properties.ts";

const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => 3 * i));
const spell = (stage: Stage, place: number): string => stage.spell(cipher, place, systemRandom);
const stagesOf = (value: string): readonly Stage[] => stateForm.stages(value) ?? [];

// USPS Publication 28, appendix B, in the order of the states' names there, then the military ones.
const CODES =
  "ALAKASAZARCACOCTDEDCFMFLGAGUHIIDILINIAKSKYLAMEMHMDMAMIMNMSMOMTNENVNHNJNMNYNCNDMPOHOKORPWPAPRRISCSDTNTXUTVTVIVAWAWVWIWYAEAPAA".match(
    /../g,
  )!;

describe("state tokens", () => {
  it("are all the codes of Publication 28, once each", () => {
    const [natural] = stagesOf("TN");
    expect(natural?.usable).toBe(62);
    const texts = Array.from({ length: 62 }, (_, place) => spell(natural!, place));
    expect(texts.toSorted()).toEqual([...CODES].sort());
  });

  it.each([
    [1, 2, 6_200],
    [2, 4, 620_000],
    [3, 6, 62_000_000],
    [4, 12, Number.POSITIVE_INFINITY],
  ])("at stage %d have %d digits behind the code", (index, digits, usable) => {
    const stage = stagesOf("TN")[index]!;
    expect(stage.usable).toBe(usable);
    const texts = new Set<string>();
    const count = Math.min(usable, 20_000);
    for (let place = 0; place < count; place++) texts.add(spell(stage, place));
    expect(texts.size).toBe(count);
    for (const text of texts) {
      if (!CODES.includes(text.slice(0, 2)) || !/^\d+$/.test(text.slice(2))) throw new Error(text);
      if (text.length !== 2 + digits || !stateForm.mayBe(text)) throw new Error(text);
    }
    if (usable === Number.POSITIVE_INFINITY) expect(stage.space).toBeNull();
  });

  it.each([
    ["tn", /^[a-z]{2}\d*$/],
    ["TN", /^[A-Z]{2}\d*$/],
    ["Tn", /^[A-Z][a-z]\d*$/],
    ["xx", /^[a-z]{2}\d*$/],
    ["Tennessee", /^[A-Z]{2}\d*$/],
    ["", /^[A-Z]{2}\d*$/],
  ])("of %j have its letter case", (value, style) => {
    for (const stage of stagesOf(value)) {
      for (let place = 0; place < 62; place++) expect(spell(stage, place)).toMatch(style);
    }
  });

  it("of texts that differ in letter case alone never meet", () => {
    const [lower, upper] = [stagesOf("tn")[0]!, stagesOf("TN")[0]!];
    for (let place = 0; place < 62; place++) {
      expect(spell(lower, place).toUpperCase()).toBe(spell(upper, place));
    }
  });

  it("fit any text, and only codes may be one (20,000 cases)", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 5 }),
        fc.nat({ max: 61 }),
        (text, place) => {
          if (!text.isWellFormed()) return;
          if (!stateForm.mayBe(spell(stagesOf(text)[0]!, place))) throw new Error(text);
          if (stateForm.mayBe(text) && !/^[a-z]{2}\d*$/i.test(text)) throw new Error(text);
        },
      ),
      { numRuns: cases(20_000) },
    );
  });

  it.each(["XX", "TN1", "TN123", "T", "", "TN 12", "Tennessee", "QQ12"])("not %j", (text) =>
    expect(stateForm.mayBe(text)).toBe(false),
  );
});
