// Chinese characters, however they are written: a model has seen most names in simplified ones.

import { TRADITIONAL } from "../../../models/simplified.ts";

/** Between these are all characters that are folded. */
const FIRST = 0x3400;
const END = 0xa000;

const simplified = Uint16Array.from({ length: END - FIRST }, (_, i) => FIRST + i);
for (let i = 0; i < TRADITIONAL.length; i += 2) {
  simplified[TRADITIONAL.charCodeAt(i) - FIRST] = TRADITIONAL.charCodeAt(i + 1);
}

/** The simplified character that a traditional one stands for; every other code unit as it is. */
export function simplifiedCode(code: number): number {
  return code >= FIRST && code < END ? (simplified[code - FIRST] as number) : code;
}
