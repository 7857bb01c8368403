// What a policy's custom entities cost at most, so that one policy cannot hold up everybody: one thread
// serves all. A unit is about a millisecond per 64 KiB of the text that is worst for the entity, measured on
// one core of a small server (2 cores of an Intel Xeon).

import type { CustomEntity } from "../../core/policy.ts";
import { compilePattern } from "./pattern.ts";

/**
 * Up to this many instructions all states of an automaton stay known (backward-automaton.ts), and a text is
 * read at 5 to 30 ms per 64 KiB.
 */
const FEW_INSTRUCTIONS = 14;
/**
 * A larger pattern may need a new state for each letter: 85 to 200 ms per 64 KiB, and about 0.7 ms more for
 * each instruction.
 */
const NEW_STATES = 100;
/**
 * A list is searched by halving where a word begins, and each comparison may read a whole entry: letters of
 * the longest entry times halvings. 128 entries of 256 letters took 225 ms, 10,000 of 256 took 200 ms.
 */
const COMPARED_PER_UNIT = 8;
/** A list is never free: a look at each letter. */
const LEAST_OF_LIST = 2;

/**
 * Units that these entities cost together. A pattern that cannot be compiled costs nothing: whoever asks
 * refuses it (pattern.ts). Compiles every pattern: some milliseconds each.
 */
export function customCost(entities: readonly CustomEntity[]): number {
  return entities.reduce((sum, entity) => sum + costOf(entity), 0);
}

function costOf({ pattern, words, contextWords, matchCase }: CustomEntity): number {
  const lists = costOfList(words) + costOfList(contextWords);
  if (pattern === null) return lists;
  const compiled = compilePattern(pattern, { matchCase });
  if (!compiled.ok) return lists;
  const { instructions } = compiled.value;
  return lists + instructions + (instructions > FEW_INSTRUCTIONS ? NEW_STATES : 0);
}

function costOfList(entries: readonly string[]): number {
  if (entries.length === 0) return 0;
  const longest = entries.reduce((length, entry) => Math.max(length, entry.length), 0);
  const halvings = Math.ceil(Math.log2(entries.length + 1));
  return LEAST_OF_LIST + Math.ceil((longest * halvings) / COMPARED_PER_UNIT);
}
