// Parts of an address that are reported as one: the recognizer of the part with the highest score is reported for the
// whole.
import { expect, it } from "vitest";
import { mergeAddressParts } from "../../../src/detect/merge/address-parts.ts";
import type { Span } from "../../../src/detect/span.ts";

const TEXT = "48 Copperfield Lane, Madison, 53703";
const STREET = { start: 0, end: 19, entityType: "ADDRESS" };
const ZIP = { start: 30, end: 35, entityType: "ZIP" };
const byTagger = (score: number) =>
  ({ score, recognizer: "tagger", reason: "wording", language: "en" }) as const;
const byRule = (score: number) => ({ score, recognizer: "address", reason: "form" });
const PLACE: Span = { start: 21, end: 28, entityType: "LOCATION", ...byTagger(0.7) };

it.each([
  ["a rule", { ...STREET, ...byTagger(0.5) }, { ...ZIP, ...byRule(0.9) }, byRule(0.9)],
  ["the tagger", { ...STREET, ...byRule(0.5) }, { ...ZIP, ...byTagger(0.9) }, byTagger(0.9)],
])(
  "one address has recognizer, reason and language of its surest part, here by %s",
  (_, street, zip, surest) => {
    expect(mergeAddressParts(TEXT, [street, PLACE, zip])).toEqual([
      { start: 0, end: TEXT.length, entityType: "ADDRESS", ...surest },
    ]);
  },
);
