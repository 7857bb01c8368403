import { describe, expect, it } from "vitest";
import { canonicalText, type LedgerEntry, NO_HASH } from "../../src/erasure/ledger-entry.ts";

const NID = "0123456789abcdef".repeat(2);
const ENTRY: Omit<LedgerEntry, "hash"> = {
  position: 2,
  previousHash: NO_HASH,
  trackingId: "T1",
  phase: "accepted",
  target: "age",
  at: 1_700_000_000_000,
  watermark: 77,
  cutoff: 1_690_000_000_000,
  details: '{"a":1}',
};

describe("the canonical text of a ledger entry", () => {
  it("is a JSON array in fixed order, so that anybody can hash it again", () => {
    expect(canonicalText(NID, ENTRY)).toBe(
      `["masking-vault/ledger/v1","${NID}",2,"${NO_HASH}","T1","accepted","age",1700000000000,77,1690000000000,"{\\"a\\":1}"]`,
    );
  });

  it("does not hang on the order of the entry's members", () => {
    const turned = Object.fromEntries(Object.entries(ENTRY).toReversed()) as typeof ENTRY;
    expect(canonicalText(NID, turned)).toBe(canonicalText(NID, ENTRY));
  });

  const CHANGES: Partial<LedgerEntry>[] = [
    { position: 3 },
    { previousHash: "1".repeat(64) },
    { trackingId: "T2" },
    { phase: "finished" },
    { target: "retention" },
    { at: 1 },
    { watermark: null },
    { watermark: 78 },
    { cutoff: null },
    { details: "{}" },
  ];

  it.each(CHANGES)("changes with every fact (%j)", (change) => {
    expect(canonicalText(NID, { ...ENTRY, ...change })).not.toBe(canonicalText(NID, ENTRY));
  });

  it("changes with the namespace", () => {
    expect(canonicalText("other", ENTRY)).not.toBe(canonicalText(NID, ENTRY));
  });
});
