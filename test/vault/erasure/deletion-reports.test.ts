// What a deletion reports: what it counts, the order in which it ends among others, and its receipt.

import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { hex } from "../../../src/core/ids.ts";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { receiptSignerOf } from "../../../src/crypto/receipt.ts";
import type { LedgerEntry } from "../../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  acceptAndHold,
  acceptIn,
  atTime,
  claimsOf,
  deletionEnded,
  erase,
  everything,
  ledgerOf,
  maskAt,
  NOON,
  phasesOf,
  readDeletion,
  requestDeletion,
  runAll,
  stallAt,
} from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { mask } from "../../support/vault/inside.ts";
import { eraseValues } from "../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

describe("the count", () => {
  it("is exact above the size of a slice, and total and percent come to it", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 1_700 }, (_, i) => `value ${i}`);
    for (let i = 0; i < values.length; i += 850) await maskValues(vault, values.slice(i, i + 850));
    const { trackingId } = await requestDeletion(vault);
    expect(await deletionEnded(vault, trackingId)).toMatchObject({ cleared: 1_700, total: 1_700 });
    expect(await count(vault, "mapping")).toBe(0);
  });

  it("of nothing is 0", async () => {
    const vault = await freshVault();
    expect(await erase(vault)).toMatchObject({ state: "SUCCESS", cleared: 0, total: 0 });
  });

  it("holds what was masked anew meanwhile, once", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 40 }, (_, i) => `value ${i} 77`);
    await maskValues(vault, values);
    await maskValues(vault, values, KIND.numeric);
    const { trackingId, stall } = await acceptAndHold(vault);
    await maskValues(vault, values.slice(0, 10));
    await maskValues(vault, values.slice(5, 15));
    await maskValues(vault, values.slice(0, 7), KIND.numeric);
    // Their digests belong to the new mappings now; the dead rows wait for their deletion.
    expect(await count(vault, "mapping")).toBe(80 + 22);
    expect(await count(vault, "mapping_by_digest")).toBe(80);
    stall.release();
    expect(await deletionEnded(vault, trackingId)).toMatchObject({ cleared: 80, total: 80 });
    expect(await count(vault, "mapping")).toBe(22);
    expect(await count(vault, "mapping_by_digest")).toBe(22);
  });

  it("does not say all is done when values were masked anew before rows were counted", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["a", "b", "c", "d"]);
    await atTime(vault, NOON + 1, async (namespace) => {
      await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
      await mask(namespace, ["a", "b"], KIND.default);
      await runAll(namespace);
    });
    const [row] = await rows(vault, "SELECT cleared, total FROM deletion");
    expect(row).toEqual({ cleared: 4, total: 4 });
  });
});

describe("several deletions", () => {
  it("end in the order they came, each with its own count and receipt", async () => {
    const vault = await freshVault();
    const stall = stallAt("delete.count");
    const ids: string[] = [];
    for (const round of [1, 2, 3]) {
      await maskValues(
        vault,
        Array.from({ length: round }, (_, i) => `round ${round} ${i}`),
      );
      await scheduler.wait(5);
      ids.push((await requestDeletion(vault)).trackingId);
    }
    const live = await maskValues(vault, ["live"]);
    stall.release();
    const views = await Promise.all(ids.map((id) => deletionEnded(vault, id)));
    expect(views.map(({ cleared }) => cleared)).toEqual([1, 2, 3]);
    const finished = views.map((view) => view.finished ?? 0);
    expect(finished).toEqual(finished.toSorted((a, b) => a - b));
    expect(await unmaskTokens(vault, live)).toEqual(["live"]);
    expect(await phasesOf(vault)).toEqual(
      Object.fromEntries(ids.map((id) => [id, ["accepted", "finished"]])),
    );
  });

  it("count a row that was masked anew for the first one that covers it", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON - DAY_MS, ["old"]);
    await maskAt(vault, NOON - 1, ["young"]);
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { date: isoDate(NOON) });
      await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
      await mask(namespace, ["old", "young"], KIND.default);
      await runAll(namespace);
    });
    const found = await rows(vault, "SELECT cleared FROM deletion ORDER BY serial");
    expect(found.map(({ cleared }) => cleared)).toEqual([1, 1]);
  });
});

describe("a receipt", () => {
  it("is signed with a key of the key set and states what the ledger says", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a", "b", "c"]);
    const view = await erase(vault, everything());
    const { publicKey } = await receiptSignerOf(env.VAULT_ROOT_KEY);
    const keys = [publicKey];
    const keySet = createLocalJWKSet({ keys } as JSONWebKeySet);
    const verified = await compactVerify(view.receipt ?? "", keySet);
    const claims = JSON.parse(new TextDecoder().decode(verified.payload));
    const [accepted, finished] = (await ledgerOf(vault)) as [LedgerEntry, LedgerEntry];
    const iso = (ms: number | null): string => new Date(ms ?? 0).toISOString();
    expect(claims).toEqual({
      iss: "masking-vault",
      version: 1,
      nid: vault.nid,
      job_id: view.trackingId,
      kind: "age",
      cutoff: iso(accepted.cutoff),
      accepted: iso(view.requested),
      finished: iso(view.finished),
      counts: { mappings: 3 },
      quarantined: 0,
      destroyed_keys: [{ day: isoDate(view.requested), version: 1 }],
      unreadable_since: expect.any(String),
      unrecoverable_from: iso((view.finished ?? 0) + 30 * DAY_MS),
      ledger: {
        position: 2,
        hash: finished.hash,
        previous_hash: accepted.hash,
        entry: expect.any(String),
      },
    });
    // Whoever has the receipt can follow the chain without us.
    const entry = new TextEncoder().encode(claims.ledger.entry);
    expect(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", entry)))).toBe(finished.hash);
    expect(JSON.parse(claims.ledger.entry)[3]).toBe(accepted.hash);
    expect(claims.unreadable_since >= claims.accepted).toBe(true);
    expect(claims.unreadable_since <= claims.finished).toBe(true);
    for (const value of ["user-1", vault.token.tokenId]) expect(view.receipt).not.toContain(value);
  });

  it("is the same bytes when it has to be made again", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["a"]);
    const { receipt, trackingId } = await erase(vault);
    // By hand: killed after the closing entry, before the receipt was stored.
    await rows(vault, "UPDATE deletion SET state = 'IN-PROGRESS', due = 1, receipt = NULL");
    await evictDurableObject(vault.object);
    expect((await deletionEnded(vault, trackingId)).receipt).toBe(receipt);
    expect(await ledgerOf(vault)).toHaveLength(2);
    expect(claimsOf(receipt)).toMatchObject({ job_id: trackingId });
  });
});

describe("the receipt of a search", () => {
  it("says unreadable since its end, and of exact matches since acceptance", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann", "ANN"]);
    const { receipt, trackingId } = await eraseValues(vault, "Ann");
    const { finished } = await readDeletion(vault, trackingId);
    const claims = claimsOf(receipt);
    expect(claims["unreadable_since"]).toBe(new Date(finished ?? 0).toISOString());
    expect(String(claims["exact_unreadable_since"]) <= String(claims["unreadable_since"])).toBe(
      true,
    );
  });
});
