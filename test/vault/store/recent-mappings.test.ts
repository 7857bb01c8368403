// Mappings that wait for their place in the index of digests: found all the while, also by a start in the middle.
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { byteSlicesOf, digestsBetween } from "../../../src/core/byte-slices.ts";
import { MappingStore } from "../../../src/vault/store/mappings.ts";
import { MatchStore } from "../../../src/vault/store/matches.ts";
import { RecentMappings } from "../../../src/vault/store/recent-mappings.ts";
import { freshVault } from "../../support/vault/fresh-vault.ts";

const KIND = 0x200;
const OF = { kind: KIND, created: 1, keyVersion: 1 };
/** A round of them is indexed in some of these. */
const BATCH = 100;

type Digests = Uint8Array<ArrayBuffer>;
const randomDigests = (count: number): Digests =>
  crypto.getRandomValues(new Uint8Array(16 * count));

/** Insert as a block does; false when it is refused. */
function insert(
  store: MappingStore,
  first: number,
  digests: Digests,
  { watermark = 0, round = -1 } = {},
): boolean {
  const rows = Array.from({ length: digests.length / 16 }, (_, i) => ({
    id: first + i,
    token: null,
  }));
  const sealed = byteSlicesOf(rows.map(() => new Uint8Array(8)));
  store.prepareInsert(first, rows.length);
  const lookedUp = round < 0 ? store.round : round;
  return store.insertAll([{ ...OF, rows, digests, sealed }], watermark, lookedUp);
}

const idsOf = (store: MappingStore, digests: Digests, watermark = 0) =>
  store
    .find(KIND, digests, watermark)
    .toSorted((a, b) => a.position - b.position)
    .map(({ id }) => id);

const consecutive = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + i);

interface World {
  readonly sql: SqlStorage;
  readonly storage: DurableObjectStorage;
  readonly store: MappingStore;
  indexed(): number;
  upTo(): number;
}

async function inWorld(run: (world: World) => void): Promise<void> {
  const vault = await freshVault();
  await runInDurableObject(vault.object, (_, { storage }) => {
    const { sql } = storage;
    const number = (query: string) => Number([...sql.exec(query).raw()][0]?.[0]);
    run({
      sql,
      storage,
      store: new MappingStore(sql),
      indexed: () => number("SELECT count(*) FROM mapping_by_digest"),
      upTo: () => number("SELECT value FROM setting WHERE name = 'indexed_up_to'"),
    });
  });
}

/** Insert other mappings, behind an id, until a round of indexing is over. */
function untilNextRound(store: MappingStore, behind: number): number {
  const { round } = store;
  let last = behind;
  while (store.round < round + 1) {
    insert(store, last + 1, randomDigests(BATCH));
    last += BATCH;
  }
  return last;
}

it("are found before, while and after they are indexed, and by a start at any time", async () => {
  await inWorld(({ sql, store, indexed, upTo }) => {
    const batches: Digests[] = [];
    for (let n = 0; n < 30; n++) {
      const digests = randomDigests(BATCH);
      let done = insert(store, 1 + n * BATCH, digests);
      // Once more when a round has ended with this very call.
      if (!done) done = insert(store, 1 + n * BATCH, digests);
      expect(done).toBe(true);
      batches.push(digests);
      const all = byteSlicesOf(batches).bytes;
      const ids = consecutive(1, batches.length * BATCH);
      expect(idsOf(store, all)).toEqual(ids);
      expect(idsOf(new MappingStore(sql), all)).toEqual(ids);
      expect(indexed()).toBeGreaterThanOrEqual(upTo());
    }
    expect(store.round).toBeGreaterThan(3);
    expect(upTo()).toBeGreaterThan(1_500);
    expect(indexed()).toBeLessThan(3_000);
  });
});

it("are found when their ids had been reserved before those of others that are indexed", async () => {
  await inWorld(({ sql, store, upTo }) => {
    let last = untilNextRound(store, 1_000);
    expect(upTo()).toBeGreaterThan(500);
    const early: Digests[] = [];
    // Before a round, in its middle, and at its end.
    for (let n = 0; n < 12; n++) {
      const digests = randomDigests(3);
      const first = 500 - 3 * n;
      expect(insert(store, first, digests) || insert(store, first, digests)).toBe(true);
      early.unshift(digests);
      const ids = consecutive(first, 3 * early.length);
      const all = byteSlicesOf(early).bytes;
      expect(idsOf(store, all)).toEqual(ids);
      expect(idsOf(new MappingStore(sql), all)).toEqual(ids);
      insert(store, last + 1, randomDigests(BATCH));
      last += BATCH;
      expect(idsOf(new MappingStore(sql), all)).toEqual(ids);
    }
    untilNextRound(store, untilNextRound(store, last));
    expect(upTo()).toBeGreaterThan(502);
    expect(idsOf(new MappingStore(sql), byteSlicesOf(early).bytes)).toHaveLength(36);
  });
});

it("are not there twice: a digest that was looked up in an earlier round is refused", async () => {
  await inWorld(({ store }) => {
    const digests = randomDigests(4);
    const { round } = store;
    expect(idsOf(store, digests)).toEqual([]);
    expect(insert(store, 1, digests)).toBe(true);
    expect(insert(store, 5, digests, { round })).toBe(false);
    const last = untilNextRound(store, 10);
    expect(insert(store, last + 1, digests, { round })).toBe(false);
    expect(idsOf(store, digests)).toEqual([1, 2, 3, 4]);
  });
});

it("take the places of dead mappings, and of those whose row is gone", async () => {
  await inWorld(({ sql, store, indexed }) => {
    const digests = randomDigests(4);
    insert(store, 1, digests);
    let last = untilNextRound(store, 10);
    sql.exec("DELETE FROM mapping WHERE id = 3");
    const watermark = 2;
    const [dead, gone] = [digestsBetween(digests, 0, 2), digestsBetween(digests, 2, 3)];
    const anew = byteSlicesOf([dead, gone]).bytes;
    expect(insert(store, last + 1, anew, { watermark })).toBe(true);
    const ids = consecutive(last + 1, 3);
    expect(idsOf(store, anew, watermark)).toEqual(ids);
    last = untilNextRound(store, untilNextRound(store, last + 3));
    expect(idsOf(store, anew, watermark)).toEqual(ids);
    expect(idsOf(new MappingStore(sql), digests, watermark)).toEqual([...ids, 4]);
    const listed = sql.exec("SELECT count(*) AS n FROM mapping_by_digest WHERE id <= 3").one();
    expect([listed["n"], indexed() > 0]).toEqual([0, true]);
  });
});

it("leave no digest in the index when their rows were deleted or undone meanwhile", async () => {
  await inWorld(({ sql, storage, store }) => {
    const [deleted, undone] = [randomDigests(5), randomDigests(5)];
    insert(store, 1, deleted);
    sql.exec("DELETE FROM mapping WHERE id <= 5");
    const failing = () =>
      storage.transactionSync(() => {
        insert(store, 6, undone);
        throw new Error("undone");
      });
    expect(failing).toThrow("undone");
    expect(idsOf(store, undone)).toEqual([]);
    // Nothing keeps another from having them.
    expect(insert(store, 11, undone)).toBe(true);
    untilNextRound(store, 20);
    expect(idsOf(store, undone)).toEqual(consecutive(11, 5));
    const listed = sql.exec("SELECT count(*) AS n FROM mapping_by_digest WHERE id <= 10").one();
    expect(listed["n"]).toBe(0);
  });
});

it("are found for an erasure, once each, whichever way they are stored", async () => {
  await inWorld(({ sql }) => {
    const recent = new RecentMappings(sql);
    const store = new MappingStore(sql, recent);
    const matches = new MatchStore(sql, recent);
    const digests = randomDigests(350);
    insert(store, 1, digests);
    const within = { after: 2, upTo: 340, limit: 500 };
    const found = () => matches.byDigest([randomDigests(3), digests], within);
    for (let n = 0; n < 8; n++) {
      expect(found().toSorted((a, b) => a - b)).toEqual(consecutive(3, 338));
      insert(store, 1_000 + n * BATCH, randomDigests(BATCH));
    }
    expect(matches.byDigest([digests], { ...within, limit: 7 })).toHaveLength(7);
  });
});

it("are not guessed at when it is not known from where on they wait", async () => {
  for (const damage of ["DELETE FROM setting", "UPDATE setting SET value = 'damaged'"]) {
    await inWorld(({ sql }) => {
      sql.exec(`${damage} WHERE name = 'indexed_up_to'`);
      expect(() => idsOf(new MappingStore(sql), randomDigests(1))).toThrow("setting");
    });
  }
});
