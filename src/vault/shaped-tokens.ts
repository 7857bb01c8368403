// Mints tokens of fixed-shape kinds: drawn at random, checked against the namespace's tokens a whole
// batch at a time, drawn again where one was taken. Drawing lengthens the token after a few tries,
// so this ends however full a space is.
import type { RandomSource } from "../core/random.ts";
import { drawNumericToken } from "../tokens/numeric.ts";
import type { Slot } from "./slots.ts";
import type { MappingStore } from "./store/mappings.ts";

/** Rounds after which something other than a full space must be wrong. */
const MAX_ROUNDS = 64;

/** Give every slot a token that no mapping of the namespace has and that is not its own value. */
export function mintShapedTokens(
  slots: readonly Slot[],
  mappings: MappingStore,
  random: RandomSource,
): void {
  const minted = new Set<string>();
  let waiting = slots;
  for (let round = 0; waiting.length > 0; round++) {
    if (round === MAX_ROUNDS) throw new Error("no free token found");
    const drawn = waiting.map((slot) => drawNumericToken(slot.value, round, random));
    const taken = mappings.takenTokens(drawn);
    const again: Slot[] = [];
    waiting.forEach((slot, i) => {
      const token = drawn[i] ?? "";
      if (taken.has(token) || minted.has(token) || token === slot.value) {
        again.push(slot);
      } else {
        minted.add(token);
        slot.token = token;
      }
    });
    waiting = again;
  }
}
