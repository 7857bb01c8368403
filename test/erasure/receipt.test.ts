import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import { canonicalText, type LedgerEntry } from "../../src/erasure/ledger-entry.ts";
import { receiptText, unrecoverableFrom } from "../../src/erasure/receipt.ts";

const NID = "0123456789abcdef".repeat(2);
const ACCEPTED = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const ENTRY: LedgerEntry = {
  position: 4,
  previousHash: "a".repeat(64),
  hash: "b".repeat(64),
  trackingId: "T1",
  phase: "finished",
  target: "age",
  at: ACCEPTED + 9_000,
  watermark: 77,
  cutoff: ACCEPTED + 1,
  details: JSON.stringify({
    accepted: ACCEPTED,
    effective: ACCEPTED + 20,
    mappings: 150,
    destroyedKeys: [{ day: ACCEPTED / DAY_MS - ((ACCEPTED / DAY_MS) % 1), version: 2 }],
  }),
};

const UNTIL = unrecoverableFrom(ENTRY, null);

describe("the instant from which nothing can be told", () => {
  const HOUR_MS = DAY_MS / 24;
  const settled = ENTRY.at + 5_000;
  it.each([
    ["age", settled, settled + HOUR_MS],
    ["age", null, ENTRY.at + 30 * DAY_MS],
    ["value", settled, ENTRY.at + 61 * DAY_MS],
    ["value", null, ENTRY.at + 91 * DAY_MS],
    ["attribute", ENTRY.at + 90 * DAY_MS, ENTRY.at + 90 * DAY_MS + HOUR_MS],
  ] as const)("by %s, settled %s", (target, at, expected) => {
    expect(unrecoverableFrom({ ...ENTRY, target }, at)).toBe(expected);
  });
});

describe("a receipt's text", () => {
  it("states everything the closing ledger entry knows, and two instants", () => {
    expect(JSON.parse(receiptText(NID, ENTRY, UNTIL))).toEqual({
      iss: "masking-vault",
      version: 1,
      nid: NID,
      job_id: "T1",
      kind: "age",
      cutoff: "2026-01-02T03:04:05.007Z",
      accepted: "2026-01-02T03:04:05.006Z",
      finished: "2026-01-02T03:04:14.006Z",
      counts: { mappings: 150 },
      destroyed_keys: [{ day: "2026-01-02", version: 2 }],
      unreadable_since: "2026-01-02T03:04:05.026Z",
      unrecoverable_from: "2026-02-01T03:04:14.006Z",
      ledger: {
        position: 4,
        hash: "b".repeat(64),
        previous_hash: "a".repeat(64),
        entry: canonicalText(NID, ENTRY),
      },
    });
  });

  it("counts what could not be opened, where the entry does", () => {
    const details = JSON.stringify({ ...JSON.parse(ENTRY.details), quarantined: 2 });
    const text = receiptText(NID, { ...ENTRY, details }, UNTIL);
    expect(JSON.parse(text)).toMatchObject({ counts: { mappings: 150 }, quarantined: 2 });
  });

  it("is the same text every time", () => {
    expect(receiptText(NID, ENTRY, UNTIL)).toBe(receiptText(NID, { ...ENTRY }, UNTIL));
  });

  it("has no cutoff where there was none", () => {
    expect(JSON.parse(receiptText(NID, { ...ENTRY, cutoff: null }, UNTIL))).toMatchObject({
      cutoff: null,
    });
  });
});
