// How much is searched for a place to cut a long text.

import { describe, expect, it } from "vitest";
import { MAX_MASKED_PIECE_LENGTH, MAX_SYNC_COST } from "../../../src/core/limits.ts";
import { type Recognizer, spansOf } from "../../../src/detect/span.ts";
import { SEARCHES } from "../../../src/http/mask/stream-cuts.ts";
import type { MaskRules } from "../../../src/masking/policy/rules.ts";
import { cutterOf, KIB, partsOf } from "../../support/masking/cuts.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

/** Rules with a recognizer that finds all of a text, and counts its letters. */
function spied(given: MaskRules = new MemoryVault().rules): {
  rules: MaskRules;
  letters: () => number;
} {
  let letters = 0;
  const spanAt = spansOf("spy", "EMAIL_ADDRESS");
  const spy: Recognizer = {
    name: "spy",
    entityTypes: ["EMAIL_ADDRESS"],
    scan(text) {
      letters += text.length;
      return [spanAt(0, text.length, 1, "everything")];
    },
  };
  const detection = { ...given.detection, recognizers: [spy] };
  return { rules: { ...given, detection }, letters: () => letters };
}

/** Patterns that cost nearly as much as those of one policy may, twice that because their values must not come back. */
function costlyRules(): MaskRules {
  const custom = Array.from({ length: 15 }, (_, i) => ({
    name: `E${i}`,
    description: "",
    tokenName: "Text Token",
    format: null,
    pattern: `[${"cdefghijklmnopq"[i]}z][ab]{23}a`,
    words: [],
    matchCase: true,
    contextWords: [],
    validator: null,
  }));
  const actions = Object.fromEntries(custom.map(({ name }) => [name, "anonymize" as const]));
  return new MemoryVault({ custom, actions }).rules;
}

describe("what is searched for a place to cut", () => {
  it("is a bounded part of what has come in a stream", async () => {
    for (const unit of ["\nx y", " and two words."]) {
      const { rules: given, letters } = spied();
      const pieces = Array.from({ length: 2_500 }, () => unit.repeat(10));
      const parts = await partsOf(pieces, given);
      expect(parts).toEqual(["value_too_long"]);
      expect(letters()).toBeGreaterThan(MAX_MASKED_PIECE_LENGTH);
      expect(letters()).toBeLessThan((SEARCHES + 1) * (MAX_MASKED_PIECE_LENGTH + 100));
    }
  });

  it("counts in what a request may cost", async () => {
    const costly = costlyRules();
    expect(costly.cost).toBeGreaterThan(3_500);
    const { rules: given, letters } = spied(costly);
    const most = (64 * KIB * MAX_SYNC_COST) / costly.cost;
    const text = "x, y\n\n".repeat(most / 6 - 2 * KIB);
    const pieces = await cutterOf(21 * KIB, text.length, given).pieces(text);
    expect(pieces).toMatchObject({ ok: false, error: { code: "too_costly" } });
    expect(text.length + letters()).toBeLessThan(most);
    const whole = await cutterOf(21 * KIB, 64 * KIB, costly).pieces(text.slice(0, 64 * KIB));
    expect(whole.ok).toBe(true);
  });
});
