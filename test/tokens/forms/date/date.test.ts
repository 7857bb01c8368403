// Tokens of dates: what is read as one, and which dates stand for it.

import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { dateForm, isoDateForm } from "../../../../src/tokens/forms/date/date.ts";
import { ID_STAGE_SIZE, type Stage } from "../../../../src/tokens/stages.ts";
import { cases, fc, IS_LONG } from "../../../support/properties.ts";
import { isIsoDay } from "../../../support/tokens/written-dates.ts";

/** Places of a stage that are looked at: two neighbours of ten each, all in the long run. */
const placesOf = (size: number) =>
  Array.from({ length: size }, (_, place) => place).filter((place) => IS_LONG || place % 10 < 2);
const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => 7 * i));
const spell = (stage: Stage, place: number): string => stage.spell(cipher, place, systemRandom);
const stagesOf = (value: string): readonly Stage[] => dateForm.stages(value) ?? [];

describe("stages of dates", () => {
  it.each([
    ["2023-03-10", 73_049],
    ["25.03.2023", 73_049],
    ["03/04/2023", 28_800],
    ["3/25/23", 36_525],
    ["03.04.23", 14_400],
    ["10 mars 2023", 73_049],
    ["Mar-10-23", 36_525],
  ])("the natural one of %s has %d texts, all different", (value, size) => {
    const [natural] = stagesOf(value);
    expect(natural?.usable).toBe(size);
    const texts = new Set<string>();
    const places = placesOf(size);
    for (const place of places) texts.add(spell(natural!, place));
    expect(texts.size).toBe(places.length);
  });

  it.each([
    ["2023-03-10", [1408, 1416, 1412, null]],
    ["10 March 2023", [1408, 1416, 1412, null]],
    ["03/04/2023", [1409, 1417, 1413, null]],
    ["3/25/23", [1400, 1408, 1416, 1412, null]],
    ["2023-03-10 14:22", [1410, 1418, null]],
    ["2023-03-10T14:22:05Z", [1412, 1420, null]],
    ["2023-03-10T14:22:05.123Z", [1414, null]],
  ])("of %s: spaces %j, each longer than the one before", (value, spaces) => {
    const stages = stagesOf(value);
    expect(stages.map((stage) => stage.space)).toEqual(spaces);
    const sizes = stages.map((stage) => stage.usable);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    const last = stages.at(-1)!;
    expect(() => spell(last, ID_STAGE_SIZE - 1)).not.toThrow();
    expect(() => spell(last, 2 ** 50)).toThrow("overrun");
  });

  it.each(["2023-03-10", "03/04/23", "20230310", "Friday, March 10, 2023 at 2:05 PM"])(
    "later ones of %s do not repeat, and stay dates",
    (value) => {
      for (const stage of stagesOf(value).slice(1)) {
        const texts = new Set<string>();
        for (let place = 0; place < 5_000; place++) {
          texts.add(spell(stage, place));
          texts.add(spell(stage, Math.min(stage.usable, ID_STAGE_SIZE) - 1 - place));
        }
        expect(texts.size).toBe(10_000);
        for (const text of texts) if (!dateForm.mayBe(text)) throw new Error(text);
      }
    },
  );

  it("one space always has the same days in the same order, whatever the style", () => {
    const [iso, german] = [stagesOf("2023-03-10")[0]!, stagesOf("25.03.2023")[0]!];
    for (let place = 0; place < 1000; place++) {
      expect(spell(german, place).split(".").reverse().join("-")).toBe(spell(iso, place));
    }
  });

  it.each([
    ["2023-03-10", /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/],
    ["20230310", /^\d{8}T\d{6}$/, /^\d{8}T\d{6}\.\d{3}$/],
    ["3/4/23", /^\d+\/\d+\/\d{4} \d\d:\d\d:\d\d$/, /^\d+\/\d+\/\d{4} \d\d:\d\d:\d\d\.\d{3}$/],
    ["10 mars 2023 ", /^\d+ \S+ \d{4} \d\d:\d\d:\d\d $/, /^\d+ \S+ \d{4} \d\d:\d\d:\d\d\.\d{3} $/],
  ])("%s grows by a time of day", (value, seconds, milliseconds) => {
    const stages = stagesOf(value);
    expect(spell(stages.at(-2)!, 5)).toMatch(seconds);
    expect(spell(stages.at(-1)!, 5)).toMatch(milliseconds);
  });

  it("offsets from UTC are drawn evenly and never -00", () => {
    const [natural] = stagesOf("2023-03-10T14:22:05+05:30");
    const counts = new Map<string, number>();
    for (let place = 0; place < 12_000; place++) {
      const zone = spell(natural!, place).slice(-6);
      counts.set(zone, (counts.get(zone) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    expect(counts.has("-00:00")).toBe(false);
    // 23 degrees of freedom; less than once in 10^6 runs.
    const chi2 = [...counts.values()].reduce((sum, n) => sum + (n - 500) ** 2 / 500, 0);
    expect(chi2).toBeLessThan(75);
  });
});

describe("what is a date", () => {
  it.each([
    "",
    "31.02.2023",
    "29/02/2023",
    "2023-13-01",
    "2023-00-10",
    "0000-01-01",
    "20230230",
    "March 2023",
    "2023-03",
    "10 March",
    "Febtober 3, 2023",
    "10 mars 2023 um 25:00",
    "10.03.2023 24:00",
    "3/1/23 13:05 PM",
    "2023-03/10",
    "1.2.3.4",
    "1.2.345",
    "192.168.0.1",
    "10 de March de 2023",
    "lundi, March 10, 2023",
    "call me on 10/03/2023",
    "555-12-3456",
    "-2023-03-10",
    "٢٠٢٣-٠٣-١٠",
    "2023-03-10T",
    "2023-W10-5",
  ])("not %j", (value) => {
    expect(dateForm.stages(value)).toBeNull();
    expect(dateForm.mayBe(value)).toBe(false);
  });

  it("2,000 ordinary texts are none, and nothing throws", () => {
    const words = fc.array(
      fc.constantFrom("March", "may", "2", "2pm", "the", "of", "ten", "sat", "at", "ok", "de"),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          words.map((w) => w.join(" ")),
        ),
        (text) => {
          if (!text.isWellFormed()) return;
          expect(dateForm.stages(text)).toBeNull();
          expect(dateForm.mayBe(text)).toBe(false);
          expect(isoDateForm.mayBe(text)).toBe(false);
          expect(isoDateForm.stages(text)).toHaveLength(4);
        },
      ),
      { numRuns: cases(2_000) },
    );
  });

  it("texts made of the pieces of dates never throw, and what they give may be a date", () => {
    const piece = fc.constantFrom(
      ..."1 10 2023 85 20230310 142205 14:22 14:22:05.5 PM a.m. March mar. Lunes fr r º st T Z UTC".split(
        " ",
      ),
      ..."+02:00 -5 - / . , : 年 月 日 de le segunda-feira ' ’".split(" "),
      " ",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), fc.nat({ max: 14_000 }), (pieces, place) => {
        for (const stage of dateForm.stages(pieces.join("")) ?? []) {
          const text = spell(stage, place);
          if (!dateForm.mayBe(text)) throw new Error(`${pieces.join("")} gives ${text}`);
        }
      }),
      { numRuns: cases(10_000) },
    );
  });

  it("no date is read whose token could not be read again", () => {
    const texts = ["85-5-5", "85-10-5", " 10-5-5", "mar. 1º85", "March1º85", "mar.-domingo1º10"];
    for (const text of [...texts, "2023segunda-feiramar.10", "mar. -5segunda-feirade85"]) {
      expect(dateForm.stages(text), text).toBeNull();
    }
    for (const stage of stagesOf("20230310102023a.m.")) {
      for (let place = 0; place < 50; place++) {
        expect(dateForm.mayBe(spell(stage, place))).toBe(true);
      }
    }
  });

  it("takes linear time", () => {
    for (const text of ["1/".repeat(80), "March ".repeat(26), "1".repeat(160), "'".repeat(160)]) {
      expect(dateForm.mayBe(text)).toBe(false);
    }
    expect(dateForm.stages(`${" ".repeat(70)}2023-03-10`)).not.toBeNull();
    expect(dateForm.stages(`${" ".repeat(71)}2023-03-10`)).toBeNull();
  });
});

describe("ISO dates for any value", () => {
  it("every day of the natural space is a valid date", () => {
    const [natural] = isoDateForm.stages("6/12/1967") ?? [];
    const texts = new Set<string>();
    const places = placesOf(73_049);
    for (const place of places) texts.add(spell(natural!, place));
    expect(texts.size).toBe(places.length);
    for (const text of texts) {
      if (!isIsoDay(text) || !isoDateForm.mayBe(text)) throw new Error(text);
    }
  });

  it("grow by other years, then by a time of day", () => {
    const styles = [
      /^\d{4}-\d\d-\d\d$/,
      /^\d{4}-\d\d-\d\d$/,
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/,
    ];
    const stages = isoDateForm.stages("whatever") ?? [];
    expect(stages).toHaveLength(styles.length);
    stages.forEach((stage, i) => {
      for (const place of placesOf(3_000)) {
        const text = spell(stage, place);
        expect(text).toMatch(styles[i]!);
        expect(isIsoDay(text.slice(0, 10)) && isoDateForm.mayBe(text), text).toBe(true);
        expect(Number.isNaN(Date.parse(`${text.replace(" ", "T")}${i < 2 ? "" : "Z"}`))).toBe(
          false,
        );
      }
    });
  });

  it.each([
    "2023-3-1",
    "0999-01-01",
    "2023-02-30",
    "2023-03-10T10:00:00",
    " 2023-03-10",
    "10.03.2023",
  ])("%j cannot be one", (text) => expect(isoDateForm.mayBe(text)).toBe(false));
});
