// What a deletion destroys, what it leaves, and what it reports.
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { hex } from "../../../src/core/ids.ts";
import { DAY_MS, dayOf, isoDate } from "../../../src/core/time.ts";
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
  requestDeletion,
  runAll,
  stallAt,
} from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { mask } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const HOUR_MS = 3_600_000;
const TODAY = dayOf(NOON);

/** Days and versions of keys, with whether each can still be used. */
async function keysOf(vault: OpenVault): Promise<[number, number, boolean][]> {
  const found = await rows(vault, "SELECT day, version, key FROM day_key ORDER BY day, version");
  return found.map(({ day, version, key }) => [Number(day) - TODAY, Number(version), key !== null]);
}

/** Mappings with attributes on both sides of `duration: 2`, the split in the middle of a day. */
async function splitDay(size: number) {
  const vault = await freshVault();
  const cutoff = NOON - 2 * DAY_MS;
  const make = async (name: string, ms: number, kind: number) => {
    const values = Array.from({ length: size }, (_, i) => `${name} ${i} 123456`);
    const attributes = values.map((_, i) => (i % 3 === 0 ? `{"n":${i},"of":"${name}"}` : null));
    return { values, tokens: await maskAt(vault, ms, values, kind, attributes) };
  };
  const day = { before: cutoff - DAY_MS, old: cutoff - HOUR_MS, young: cutoff + HOUR_MS };
  return {
    vault,
    erased: [
      await make("before", day.before, KIND.default),
      await make("old", day.old, KIND.default),
      await make("old", day.old, KIND.numeric),
    ],
    kept: [
      await make("young", day.young, KIND.default),
      await make("young", day.young + 1, KIND.numeric),
      await make("later", cutoff + DAY_MS, KIND.text),
    ],
  };
}

describe("day keys", () => {
  it("of days that are erased whole are destroyed; the rows stay, so that no version comes twice", async () => {
    const vault = await freshVault();
    for (const days of [-3, -2, -1]) await maskAt(vault, NOON + days * DAY_MS, [`v${days}`]);
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { date: isoDate(NOON - DAY_MS) });
      await runAll(namespace);
    });
    expect(await keysOf(vault)).toEqual([
      [-3, 1, false],
      [-2, 1, false],
      [-1, 1, true],
    ]);
  });

  it("of the present day are replaced: the next mapping gets the next version", async () => {
    const vault = await freshVault();
    for (let round = 1; round <= 3; round++) {
      await atTime(vault, NOON, async (namespace) => {
        await mask(namespace, [`v${round}`], KIND.default);
      });
      await atTime(vault, NOON + 1, async (namespace) => {
        await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
        await runAll(namespace);
      });
    }
    const keys = await keysOf(vault);
    expect(keys.filter(([, , isUsable]) => isUsable)).toHaveLength(1);
    expect(keys.map(([, version]) => version)).toEqual(keys.map((_, i) => i + 1));
  });

  it.each([1, 450])(
    "of a split day go; its survivors and their attributes are sealed anew (%i)",
    async (size) => {
      const { vault, erased, kept } = await splitDay(size);
      const pairs = "SELECT mapping_id, digest FROM attribute ORDER BY mapping_id, digest";
      const ofSurvivors = pairs.replace(
        "ORDER",
        "WHERE mapping_id > (SELECT min(cutoff_id) FROM deletion) ORDER",
      );
      await atTime(vault, NOON, async (namespace) => {
        await acceptIn(namespace, { duration: 2 });
      });
      const before = await rows(vault, ofSurvivors);
      await atTime(vault, NOON, runAll);
      expect(await rows(vault, pairs)).toEqual(before);
      expect(await keysOf(vault)).toEqual([
        [-3, 1, false],
        [-2, 1, false],
        [-2, 2, true],
        [-1, 1, true],
      ]);
      for (const { tokens } of erased) {
        expect(await unmaskTokens(vault, tokens)).toEqual(tokens.map(() => null));
      }
      for (const { tokens, values } of kept)
        expect(await unmaskTokens(vault, tokens)).toEqual(values);
      const versions =
        "SELECT DISTINCT created / 86400000 - ? AS day, key_version AS v FROM mapping ORDER BY 1";
      expect(await rows(vault, versions, TODAY)).toEqual([
        { day: -2, v: 2 },
        { day: -1, v: 1 },
      ]);
      const [stale] = await rows(
        vault,
        "SELECT count(*) AS n FROM attribute AS a JOIN mapping AS m ON m.id = a.mapping_id WHERE a.key_version <> m.key_version",
      );
      expect(stale).toEqual({ n: 0 });
      const [deletion] = await rows(vault, "SELECT cleared, total, destroyed_keys FROM deletion");
      expect(deletion).toMatchObject({ cleared: 3 * size, total: 3 * size });
      expect(JSON.parse(String(deletion?.["destroyed_keys"]))).toEqual([
        { day: TODAY - 3, version: 1 },
        { day: TODAY - 2, version: 1 },
      ]);
      expect(await count(vault, "attribute")).toBe(3 * 2 * Math.ceil(size / 3));
    },
  );

  it("of a split day go, too, when 0.1.0 had begun to seal its survivors anew", async () => {
    const { vault, kept } = await splitDay(3);
    await atTime(vault, NOON, async (namespace) => {
      await acceptIn(namespace, { duration: 2 });
      const phase = () => namespace.deletions.inEffect()[0]?.phase;
      while (phase() !== "keys") await namespace.deletionRunner.runSlice();
      await namespace.keyring.addDayVersion(TODAY - 2, 2);
    });
    await rows(vault, "UPDATE deletion SET phase = 'reseal', next_version = 2, cursor = 5");
    await atTime(vault, NOON, runAll);
    expect(await keysOf(vault)).toEqual([
      [-3, 1, false],
      [-2, 1, false],
      [-2, 2, true],
      [-1, 1, true],
    ]);
    for (const { tokens, values } of kept)
      expect(await unmaskTokens(vault, tokens)).toEqual(values);
  });

  it("of a day that is split twice go twice, and what is left still unmasks", async () => {
    const { vault, kept } = await splitDay(3);
    const [young, , later] = kept;
    for (const ms of [NOON, NOON + HOUR_MS / 2, NOON + 2 * HOUR_MS]) {
      await atTime(vault, ms, async (namespace) => {
        await acceptIn(namespace, { duration: 2 });
        await runAll(namespace);
      });
      const isGone = ms > NOON + HOUR_MS;
      expect(await unmaskTokens(vault, young?.tokens ?? [])).toEqual(
        young?.values.map((value) => (isGone ? null : value)),
      );
      expect(await unmaskTokens(vault, later?.tokens ?? [])).toEqual(later?.values);
    }
    expect(
      (await rows(vault, "SELECT cleared FROM deletion")).map((row) => row["cleared"]),
    ).toEqual([9, 0, 6]);
  });
});

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
