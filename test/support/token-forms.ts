// What every fixed-shape form of tokens must keep, for the tests of each.

import { expect } from "vitest";
import { systemRandom } from "../../src/platform/random.ts";
import { tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { type FixedForm, ID_ATTEMPTS, type Stage } from "../../src/tokens/stages.ts";
import { cases, fc } from "./properties.ts";

const testCipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i * 11));

/** A cipher under which the permutation does nothing: the place is the number. */
const inOrder = { ...testCipher, mix: () => 0 };

/** The text that a stage has for a number, at its ends and seams. */
export function textOf(stage: Stage | undefined, number: number): string {
  if (stage === undefined) throw new Error("no such stage");
  return stage.spell(inOrder, number, systemRandom);
}

/** The stages of a value that has the form. */
export function stagesOf(form: FixedForm, value: string): readonly Stage[] {
  const stages = form.stages(value);
  if (stages === null) throw new Error(`no form: ${value}`);
  return stages;
}

/** The text of a stage at a place. */
export function spelled(stage: Stage | undefined, place: number): string {
  if (stage === undefined) throw new Error("no such stage");
  return stage.spell(testCipher, place, systemRandom);
}

/** Places spread over all that a stage gives out, the first and the last among them. */
function placesOf(stage: Stage, count: number): number[] {
  const last = Math.min(stage.usable, 2 ** 40 * ID_ATTEMPTS) - 1;
  const places = new Set([0, last]);
  for (let i = 0; i < count; i++) places.add(Math.floor((last / count) * i));
  for (let i = 0; i < count; i++) places.add(Math.min(i, last));
  return [...places];
}

/** Every text of a sample of each stage is other than the rest, and `mayBe`; gives them all. */
export function expectSoundStages(form: FixedForm, value: string, sample = 300): string[] {
  const stages = stagesOf(form, value);
  const all: string[] = [];
  for (const [i, stage] of stages.entries()) {
    expect(stage.space === null).toBe(i === stages.length - 1);
    const places = placesOf(stage, sample);
    const texts = places.map((place) => spelled(stage, place));
    expect(new Set(texts).size).toBe(places.length);
    expect(texts.filter((text) => !form.mayBe(text))).toEqual([]);
    all.push(...texts);
  }
  expect(new Set(all).size).toBe(all.length);
  return all;
}

/** The spaces that have a counter, each with what it gives out. */
export function spacesOf(form: FixedForm, value: string): (readonly [number | null, number])[] {
  return stagesOf(form, value).map((stage) => [stage.space, stage.usable] as const);
}

/** Neither question throws on any text that is well formed. */
export function expectNeverThrows(form: FixedForm): void {
  const text = fc.string({ unit: "binary" }).filter((s) => s.isWellFormed());
  fc.assert(
    fc.property(text, (value) => {
      form.stages(value)?.[0]?.spell(testCipher, 0, systemRandom);
      form.mayBe(value);
    }),
    { numRuns: cases(2_000) },
  );
}

/**
 * Texts of half a million signs are judged: were the time to grow with their square, the test would not
 * end within its limit (the clock stands still inside workerd, so it is no use here).
 */
export function expectLinear(form: FixedForm, pieces: readonly string[]): void {
  for (const piece of pieces) {
    const text = piece.repeat(500_000 / piece.length);
    expect(form.mayBe(text)).toBe(false);
    expect(form.stages(text)).toBeNull();
  }
}
