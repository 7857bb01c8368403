// The worst inputs of the rules over the tagger's findings: time grows with the length of the text, not faster.

import { describe, expect, it } from "vitest";
import { correct } from "../../../src/detect/tagger/corrections/corrections.ts";
import type { Tagged } from "../../../src/detect/tagger/tags.ts";
import { TAGGED_TYPES } from "../../../src/detect/tagger/tags.ts";
import { type Tokens, tokenize } from "../../../src/detect/tagger/tokens.ts";

const KIB = 1024;
const UNITS = [
  ...[
    "A",
    "Aa ",
    "AA ",
    "Aa. ",
    "Dr. ",
    "Dr. Aa ",
    "Mr A.",
    "Prof. Mr. Dr. ",
    "Power ",
    "Mr. Bond ",
  ],
  ...[
    "Labour Party ",
    "University ",
    "Party Committee ",
    "People's ",
    "A's ",
    "Inc., ",
    "Aa, Inc. ",
  ],
  ...[
    "analyst at Aa ",
    "Employer: Aa ",
    "of of Aa ",
    "General Counsel of ",
    "at At ",
    "New ",
    "United ",
  ],
  ...[
    "Aa Party (AP) ",
    "(AB) ",
    "Aa (",
    "5.6 ",
    ".5.6 Aa ",
    "Plaintiff, ",
    ", Plaintiff",
    "Aa\n\n",
  ],
];
/** Very generous: 128 KiB in 3 s is 23 microseconds per character. */
const LIMIT_MS = 3000;

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Findings of `length` tokens each, one behind the other, of all types in turns. */
function findings(count: number, length: number): Tagged[] {
  const found: Tagged[] = [];
  for (let from = 0; length > 0 && from < count; from += length) {
    const type = found.length % TAGGED_TYPES.length;
    found.push({ from, to: Math.min(count, from + length), type, margin: 1 });
  }
  return found;
}

/** Milliseconds of one go. In workerd the clock moves only when the task yields. */
async function millis(text: string, tokens: Tokens, length: number): Promise<number> {
  const found = findings(tokens.count, length === Infinity ? tokens.count : length);
  await tick();
  const start = performance.now();
  correct(text, tokens, found, 6);
  await tick();
  return performance.now() - start;
}

describe("worst inputs", () => {
  it.each(UNITS)(
    "are held against the rules over names without growing pains: %j",
    async (unit) => {
      const text = unit.repeat((128 * KIB) / unit.length);
      const tokens = tokenize(text);
      for (const length of [0, 1, Infinity]) {
        expect(await millis(text, tokens, length)).toBeLessThan(LIMIT_MS);
      }
    },
  );
});
