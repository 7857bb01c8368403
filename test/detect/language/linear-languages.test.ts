// The cost of finding the languages of hostile texts: characters read are counted, and there are no more pieces than
// characters.

import { describe, expect, it, vi } from "vitest";
import { piecesOf } from "../../../src/detect/language/pieces.ts";
import { stretchesOf } from "../../../src/detect/language/stretches.ts";

const UNITS = [
  ...[
    "a",
    "字",
    "か",
    "अ",
    "я",
    "한",
    "😀",
    "𠀋",
    "\ud840",
    "\udc0b",
    "\u0301",
    "\u200f",
    "\n",
    "1",
    "(",
  ],
  ...[
    "a\n",
    "a字",
    "aя",
    "aअ字я",
    "a ",
    "字 ",
    "a.\n",
    "字。",
    "a. ",
    "a(",
    "a\udc0b",
    "a\ud840",
    "aa_",
    "a\u0301",
  ],
  ...["the der le ", "und and et ", "John يوحنا ", "Ünlü straße você ", "a b. c d。e\n字"],
];
const KIB = 1_024;

function charactersRead(run: () => void): number {
  const read = vi.spyOn(String.prototype, "charCodeAt");
  run();
  const count = read.mock.calls.length;
  read.mockRestore();
  return count;
}

describe("languages of hostile texts", () => {
  it.each(UNITS)("are told reading each character a few times: %j", (unit) => {
    stretchesOf(unit);
    const text = unit.repeat((16 * KIB) / unit.length);
    expect(charactersRead(() => stretchesOf(text))).toBeLessThan(6 * text.length);
    expect(piecesOf(text).length).toBeLessThanOrEqual(text.length);
  });

  // The half of the square of 128 Ki is 8.6 s of a nanosecond each.
  it.each(UNITS)("are told in time: %j", { timeout: 8_000 }, (unit) => {
    const text = unit.repeat((128 * KIB) / unit.length);
    const stretches = stretchesOf(text);
    expect(stretches[0]?.start).toBe(0);
    expect(stretches.at(-1)?.end).toBe(text.length);
  });
});
