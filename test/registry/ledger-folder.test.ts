// Old entries of the ledger are folded into a signed checkpoint, from which the chain continues.
import { env } from "cloudflare:workers";
import { compactVerify, importJWK } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/core/time.ts";
import { receiptSignerOf } from "../../src/crypto/receipt.ts";
import {
  CHECKPOINT_AGE_MS,
  type CheckpointDetails,
  MIN_ENTRIES,
} from "../../src/erasure/checkpoint.ts";
import { canonicalText, type LedgerFacts } from "../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { stallAt } from "../support/vault/erasing.ts";
import { freshRegistry, type RegistryUnderTest } from "../support/vault/fresh-registry.ts";
import { rows } from "../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const NID = "ab".repeat(16);
const OLD = Date.now() - CHECKPOINT_AGE_MS - DAY_MS;

/** So many entries, one a second from `from` on. */
async function append(
  { calls }: RegistryUnderTest,
  count: number,
  { from = OLD, nid = NID, ...facts }: Partial<LedgerFacts> & { from?: number; nid?: string } = {},
): Promise<void> {
  for (let i = 0; i < count; i++) {
    await calls.appendLedger(nid, {
      ...{ trackingId: crypto.randomUUID(), phase: "accepted", target: "age" },
      ...{ at: from + i * 1_000, watermark: i, cutoff: 1_000 + i, details: "{}" },
      ...facts,
    } as LedgerFacts);
  }
}

const entriesOf = ({ calls }: RegistryUnderTest, nid = NID) => calls.ledgerSince(nid, 0, 10_000);

/** What a checkpoint's signature is for. */
async function statementIn(details: string): Promise<unknown> {
  const { signed } = JSON.parse(details) as CheckpointDetails;
  const { publicKey } = await receiptSignerOf(
    (env as { VAULT_ROOT_KEY?: string }).VAULT_ROOT_KEY ?? "",
  );
  const { payload, protectedHeader } = await compactVerify(
    signed,
    await importJWK({ ...publicKey }, "EdDSA"),
  );
  expect(protectedHeader.typ).toBe("ledger-checkpoint+jws");
  return JSON.parse(new TextDecoder().decode(payload));
}

describe("a round of the watch", () => {
  it("folds what is older than a year into one signed entry; the chain goes on from its hash", async () => {
    const registry = freshRegistry();
    await append(registry, 25);
    await append(registry, 3, { from: Date.now() - DAY_MS });
    const before = await entriesOf(registry);
    await registry.calls.wakeOverdue();
    const [checkpoint, ...young] = await entriesOf(registry);
    expect(young).toEqual(before.slice(25));
    expect(checkpoint).toMatchObject({
      ...{ position: 25, phase: "checkpoint", hash: before[24]?.hash },
      ...{ watermark: 24, cutoff: 1_024 },
    });
    expect(young[0]?.previousHash).toBe(checkpoint?.hash);
    expect(await statementIn(checkpoint?.details ?? "")).toMatchObject({
      ...{ iss: "masking-vault", nid: NID, entries: 25, first: 1, last: 25 },
      hash: before[24]?.hash,
    });
    expect((await registry.calls.namespaceState(NID)).position).toBe(28);
  });

  it("folds a checkpoint with what has grown old behind it, and appends behind one that stands alone", async () => {
    const registry = freshRegistry();
    await append(registry, 30, { target: "value", cutoff: null, watermark: 900 });
    await registry.calls.wakeOverdue();
    expect(await entriesOf(registry)).toMatchObject([{ position: 30, cutoff: null }]);
    await append(registry, 30);
    await registry.calls.wakeOverdue();
    const all = await entriesOf(registry);
    expect(all).toMatchObject([
      { position: 60, phase: "checkpoint", watermark: 29, cutoff: 1_029 },
    ]);
    expect(JSON.parse(all[0]?.details ?? "")).toMatchObject({ searches: 30 });
    await append(registry, 1);
    const [, next] = await entriesOf(registry);
    expect(next).toMatchObject({ position: 61, previousHash: all[0]?.hash });
    const text = new TextEncoder().encode(canonicalText(NID, next as never));
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", text)).toString("hex");
    expect(next?.hash).toBe(hash);
  });

  it("keeps, from fold to fold, the deletion of audit records that covers most", async () => {
    const registry = freshRegistry();
    const most = { trackingId: "most", watermark: 40 };
    await append(registry, 1, { target: "audit", cutoff: null, ...most });
    await append(registry, 30, { target: "audit", cutoff: null });
    for (const more of [0, 30]) {
      await append(registry, more, { phase: "audited", target: "audit", cutoff: null });
      await registry.calls.wakeOverdue();
      const [checkpoint, ...others] = await entriesOf(registry);
      expect([checkpoint?.position, checkpoint?.cutoff, others]).toEqual([31 + more, null, []]);
      expect(JSON.parse(checkpoint?.details ?? "")).toMatchObject({ audit: most });
    }
  });

  it("leaves few entries, younger ones, and what stands behind a younger one as they are", async () => {
    const registry = freshRegistry();
    const [few, young, behind] = ["a", "b", "c"].map((digit) => digit.repeat(32)) as [
      string,
      string,
      string,
    ];
    await append(registry, MIN_ENTRIES - 1, { nid: few });
    await append(registry, 30, { nid: young, from: Date.now() - CHECKPOINT_AGE_MS + 60_000 });
    await append(registry, 1, { nid: behind, from: Date.now() });
    await append(registry, 30, { nid: behind });
    await registry.calls.wakeOverdue();
    for (const [nid, length] of [
      [few, MIN_ENTRIES - 1],
      [young, 30],
      [behind, 31],
    ] as const) {
      expect(await entriesOf(registry, nid), nid).toHaveLength(length);
    }
  });

  it("goes round all namespaces, 50 at a time, and does 1,000 entries of one", async () => {
    const registry = freshRegistry();
    await registry.calls.ledgerSince(NID, 0, 1);
    await append(registry, 1, { nid: "0".repeat(32) });
    await rows(
      registry,
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120),
         e (j) AS (SELECT 1 UNION ALL SELECT j + 1 FROM e WHERE j < 20)
       INSERT INTO ledger SELECT printf('%032d', i), j, printf('%d-%d', i, j), 'accepted', 'age', 1, 1, 1, '{}', 'p', 'h'
       FROM n, e`,
    );
    await rows(
      registry,
      `WITH RECURSIVE e (j) AS (SELECT 1 UNION ALL SELECT j + 1 FROM e WHERE j < 1500)
       INSERT INTO ledger SELECT 'z', j, 'z' || j, 'accepted', 'age', 1, 1, 1, '{}', 'p', 'h' FROM e`,
    );
    const left = async () => {
      const sql = "SELECT count(*) AS n FROM ledger GROUP BY nid ORDER BY nid";
      return (await rows(registry, sql)).map(({ n }) => Number(n));
    };
    const folded: number[] = [];
    for (let round = 0; round < 3; round++) {
      await registry.calls.wakeOverdue();
      folded.push((await left()).filter((n) => n === 1).length);
    }
    // The one whose single entry is too few counts as one, too.
    expect(folded).toEqual([50, 100, 121]);
    expect((await left()).at(-1)).toBe(501);
    for (let round = 0; round < 3; round++) await registry.calls.wakeOverdue();
    expect(await left()).toEqual(Array.from({ length: 122 }, () => 1));
  });

  it("folds once when two go on at the same time, and what is appended meanwhile stays", async () => {
    const registry = freshRegistry();
    await append(registry, 25);
    const stall = stallAt("registry.fold-signed");
    const first = registry.calls.wakeOverdue();
    await stall.reached();
    setFailpointHook(null);
    await registry.calls.wakeOverdue();
    await append(registry, 25);
    await registry.calls.wakeOverdue();
    stall.release();
    await first;
    const entries = await entriesOf(registry);
    expect(entries).toMatchObject([{ position: 50, phase: "checkpoint" }]);
  });
});
