// How fast auto-detect reads records, in one thread.

import type { GoldRecord } from "./gold.ts";
import { everyEntity } from "./tagger-model.ts";

/** Records searched before the clock starts. */
const WARM_UP = 2_000;
/** Runs over all of them against the clock: on a machine that others use, too, single ones differ by half. */
const PASSES = 5;

/** The median speed over all records, when the code has run warm, as a sentence: in characters and in bytes of UTF-8. */
export function speedOf(records: readonly GoldRecord[]): string {
  const find = everyEntity();
  for (const { text } of records.slice(0, WARM_UP)) find(text);
  const passes = Array.from({ length: PASSES }, () => {
    const started = performance.now();
    for (const { text } of records) find(text);
    return performance.now() - started;
  });
  const milliseconds = passes.sort((a, b) => a - b)[PASSES >> 1] as number;
  const rate = (sizeOf: (text: string) => number) =>
    (records.reduce((sum, { text }) => sum + sizeOf(text), 0) / 1000 / milliseconds).toFixed(2);
  const characters = rate(({ length }) => length);
  return `${characters} million characters/s, ${rate(Buffer.byteLength)} MB/s`;
}
