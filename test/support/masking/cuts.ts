// Long texts cut into parts for tests: at once, and as they come in a stream.

import { runToEnd } from "../../../src/core/steps.ts";
import { TextCutter } from "../../../src/http/mask/free-cuts.ts";
import { StreamCuts } from "../../../src/http/mask/stream-cuts.ts";
import { searchWith } from "../../../src/masking/mask/second-opinion.ts";
import type { MaskRules } from "../../../src/masking/policy/rules.ts";
import { TextSegments } from "../../../src/masking/unmask/text-segments.ts";
import { BatchCipher } from "../../../src/tokens/batch-cipher.ts";

/** Bytes. */
export const KIB = 1_024;

const cipher = new BatchCipher(new Uint8Array(16));

/** A search by rules that no external recognizer helps. */
const searchOf = (given: MaskRules) =>
  searchWith(given, { run: async (steps) => runToEnd(steps), ask: async () => null });

/** Cuts a text into parts of at most so many bytes, in a request of so many letters. */
export const cutterOf = (most: number, letters: number, given: MaskRules) =>
  new TextCutter(most, letters, given, searchOf(given));

/** The parts of a stream; the code of the failure that it ends with. */
export async function partsOf(pieces: readonly string[], given: MaskRules): Promise<string[]> {
  const segments = new TextSegments(false);
  const cuts = new StreamCuts();
  const parts: string[] = [];
  for (const piece of [...pieces, ""]) {
    const all = segments.push(piece, given.wrappers);
    all.push(piece === "" ? segments.end() : segments.blanks());
    for (const segment of all) await cuts.add(segment, cipher, given.wrappers);
    for (;;) {
      const next = await cuts.next(piece === "", searchOf(given));
      if (!next.ok) return [...parts, next.error.code];
      if (next.value === "") break;
      parts.push(next.value);
    }
  }
  return parts;
}
