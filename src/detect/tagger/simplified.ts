// Folds Chinese characters to simplified ones, in which a model has seen most names.

import { TRADITIONAL } from "../../../models/simplified.ts";

/** All characters that are folded lie in this range. */
const FIRST = 0x3400;
const END = 0xa000;

const simplified = Uint16Array.from({ length: END - FIRST }, (_, i) => FIRST + i);
for (let i = 0; i < TRADITIONAL.length; i += 2) {
  simplified[TRADITIONAL.charCodeAt(i) - FIRST] = TRADITIONAL.charCodeAt(i + 1);
}

/** The simplified form of a traditional character; every other code unit as it is. */
export function simplifiedCode(code: number): number {
  return code >= FIRST && code < END ? (simplified[code - FIRST] as number) : code;
}
