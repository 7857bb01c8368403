// Checks that hold for every fixed-shape form of tokens.

import { expect } from "vitest";
import { systemRandom } from "../../../src/platform/random.ts";
import { tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { type FixedForm, ID_ATTEMPTS, type Stage } from "../../../src/tokens/stages.ts";
import { cases, fc } from "../properties.ts";

/** The cipher of these tests. */
export const testCipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i * 11));

/** A cipher whose permutation changes nothing: the place equals the number. */
const inOrder = { ...testCipher, mix: () => 0 };

/** The text of a number in a stage, without permutation: for tests of a stage's ends and seams. */
export function textOf(stage: Stage | undefined, number: number): string {
  if (stage === undefined) throw new Error("no such stage");
  return stage.spell(inOrder, number, systemRandom);
}

/** The stages of a value that has the form; throws for others. */
export function stagesOf(form: FixedForm, value: string): readonly Stage[] {
  const stages = form.stages(value);
  if (stages === null) throw new Error(`no form: ${value}`);
  return stages;
}

/** The text at a place of a stage. */
export function spelled(stage: Stage | undefined, place: number): string {
  if (stage === undefined) throw new Error("no such stage");
  return stage.spell(testCipher, place, systemRandom);
}

/** Places spread over a stage's usable range, including the first and the last. */
function placesOf(stage: Stage, count: number): number[] {
  const last = Math.min(stage.usable, 2 ** 40 * ID_ATTEMPTS) - 1;
  const places = new Set([0, last]);
  for (let i = 0; i < count; i++) places.add(Math.floor((last / count) * i));
  for (let i = 0; i < count; i++) places.add(Math.min(i, last));
  return [...places];
}

/** Check that sampled texts of all stages are distinct and accepted by `mayBe`; returns them. */
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

/** Space and usable size of each stage; the last stage has no space. */
export function spacesOf(form: FixedForm, value: string): (readonly [number | null, number])[] {
  return stagesOf(form, value).map((stage) => [stage.space, stage.usable] as const);
}

/** Check that neither function throws for any well-formed text. */
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
 * Try texts of half a million characters: with quadratic time, the test would exceed its time limit (the clock
 * stands still inside workerd, so time cannot be measured).
 */
export function expectLinear(form: FixedForm, pieces: readonly string[]): void {
  for (const piece of pieces) {
    const text = piece.repeat(500_000 / piece.length);
    expect(form.mayBe(text)).toBe(false);
    expect(form.stages(text)).toBeNull();
  }
}
