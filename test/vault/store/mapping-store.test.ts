// Inserting mappings whose digests are free, taken, or left behind by mappings that are gone.
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { byteSlicesOf } from "../../../src/core/byte-slices.ts";
import {
  MappingStore,
  type NewMapping,
  type NewMappings,
} from "../../../src/vault/store/mappings.ts";
import { freshVault } from "../../support/vault/fresh-vault.ts";

const OF = { kind: 0x200, created: 1, keyVersion: 1, watermark: 0 };

/** A mapping and its digest, given by a number. */
interface Row extends NewMapping {
  readonly digest: number;
}

function digestOf(number: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

const digestsOf = (numbers: readonly number[]) => byteSlicesOf(numbers.map(digestOf)).bytes;

function mapping(id: number, digest: number): Row {
  return { id, digest, token: null };
}

const mappings = (firstId: number, digests: readonly number[]) =>
  digests.map((digest, i) => mapping(firstId + i, digest));

/** Insert mappings of one kind. */
const insert = (store: MappingStore, { watermark, ...of }: typeof OF, rows: readonly Row[]) =>
  store.insertAll([group(of, rows)], watermark);

/** Mappings of one kind; what is sealed is a byte each. */
function group(of: Omit<typeof OF, "watermark">, rows: readonly Row[]): NewMappings {
  return {
    ...of,
    rows,
    digests: digestsOf(rows.map(({ digest }) => digest)),
    sealed: byteSlicesOf(rows.map(({ digest }) => new Uint8Array([digest & 0xff]))),
  };
}

/** Runs with a store of an empty namespace, and what is in its two tables. */
async function withStore(
  run: (store: MappingStore, ids: () => unknown, sql: SqlStorage) => void,
): Promise<void> {
  const vault = await freshVault();
  await runInDurableObject(vault.object, (_, { storage: { sql } }) => {
    const list = (statement: string) => [...sql.exec(statement).raw()].flat();
    run(
      new MappingStore(sql),
      () => ({
        mapping: list("SELECT id FROM mapping ORDER BY id"),
        byDigest: list("SELECT id FROM mapping_by_digest ORDER BY id"),
      }),
      sql,
    );
  });
}

it("takes free digests", async () => {
  await withStore((store, ids) => {
    expect(insert(store, OF, mappings(1, [30, 20, 10]))).toBe(true);
    expect(ids()).toEqual({ mapping: [1, 2, 3], byDigest: [1, 2, 3] });
    const [found] = store.find(OF.kind, digestOf(20), 0);
    expect(found).toMatchObject({ id: 2, created: 1, keyVersion: 1, token: null });
  });
});

it("leaves nothing of a call that meets a living mapping, wherever it stands", async () => {
  for (const place of [0, 1, 2]) {
    await withStore((store, ids) => {
      expect(insert(store, OF, mappings(1, [7]))).toBe(true);
      const digests = [5, 6, 8];
      digests[place] = 7;
      expect(insert(store, OF, mappings(10, digests))).toBe(false);
      expect(ids()).toEqual({ mapping: [1], byDigest: [1] });
      // Of another kind the digest is free.
      expect(insert(store, { ...OF, kind: 0x300 }, mappings(20, digests))).toBe(true);
    });
  }
});

it("takes the places of mappings under the watermark, and of those whose row is gone", async () => {
  await withStore((store, ids, sql) => {
    expect(insert(store, OF, mappings(1, [1, 2, 3, 4]))).toBe(true);
    sql.exec("DELETE FROM mapping WHERE id = 3");
    // Ids 1 and 2 are dead; 3 has no row; 4 lives.
    expect(insert(store, { ...OF, watermark: 2 }, mappings(10, [3, 9, 1]))).toBe(true);
    expect(ids()).toEqual({ mapping: [1, 2, 4, 10, 11, 12], byDigest: [2, 4, 10, 11, 12] });
    expect(insert(store, { ...OF, watermark: 2 }, mappings(20, [2, 4, 8]))).toBe(false);
    // The dead one's place has gone with the attempt; its own row waits for its deletion as before.
    expect(ids()).toEqual({ mapping: [1, 2, 4, 10, 11, 12], byDigest: [4, 10, 11, 12] });
    const digests = digestsOf([1, 2, 3, 4, 9]);
    const found = store.find(OF.kind, digests, 2).map(({ position, id }) => [position, id]);
    expect(found).toEqual([
      [0, 12],
      [2, 10],
      [3, 4],
      [4, 11],
    ]);
  });
});

/** A mapping whose token has a digest of its own, given by another number. */
function shaped(id: number, digest: number, token: number): Row {
  return { ...mapping(id, digest), token: `t${token}`, tokenDigest: digestOf(token) };
}

it("writes tokens with their mappings, however many, and finds both", async () => {
  for (const count of [1, 39, 40, 41, 97]) {
    await withStore((store) => {
      const rows = Array.from({ length: count }, (_, i) => shaped(1 + i, 1_000 + i, 5_000 - i));
      expect(insert(store, OF, rows)).toBe(true);
      const tokens = rows.map(({ tokenDigest }) => tokenDigest ?? new Uint8Array(16));
      expect([...store.findShaped(tokens)]).toEqual(rows.map(({ id }, i) => [i, id]));
      const [first] = store.find(OF.kind, digestOf(1_000), 0);
      expect(first).toMatchObject({ id: 1, token: "t5000" });
    });
  }
});

it("leaves nothing of a call that meets a token, living or dead, but that token", async () => {
  for (const place of [0, 20, 45]) {
    await withStore((store, ids, sql) => {
      const list = () => [...sql.exec("SELECT id FROM shaped_token ORDER BY id").raw()].flat();
      expect(insert(store, OF, [shaped(1, 7, 500)])).toBe(true);
      sql.exec("DELETE FROM mapping_by_digest; DELETE FROM mapping");
      const rows = Array.from({ length: 50 }, (_, i) => {
        return shaped(10 + i, 100 + i, i === place ? 500 : 1_000 + i);
      });
      expect(insert(store, OF, rows)).toBe(false);
      expect(ids()).toEqual({ mapping: [], byDigest: [] });
      expect(list()).toEqual([1]);
      const others = rows.filter((_, i) => i > place).map((row, i) => ({ ...row, id: 100 + i }));
      expect(insert(store, OF, others)).toBe(true);
      expect(list()).toHaveLength(1 + others.length);
    });
  }
});

it("leaves nothing of a call whose tokens fail half-way", async () => {
  await withStore((_, ids, sql) => {
    const failing = {
      exec: (query: string, ...bound: SqlStorageValue[]) => {
        if (query.includes("INTO shaped_token") && bound.length === 2) throw new Error("full");
        return sql.exec(query, ...bound);
      },
    } as unknown as SqlStorage;
    const rows = Array.from({ length: 45 }, (_, i) => shaped(1 + i, 100 + i, 1_000 + i));
    expect(() => insert(new MappingStore(failing), OF, rows)).toThrow("full");
    expect(ids()).toEqual({ mapping: [], byDigest: [] });
    expect([...sql.exec("SELECT id FROM shaped_token").raw()]).toEqual([]);
  });
});

it("leaves nothing of a call that fails half-way", async () => {
  await withStore((_, ids, sql) => {
    expect(insert(new MappingStore(sql), OF, mappings(1, [1]))).toBe(true);
    const failing = {
      exec: (query: string, ...bound: SqlStorageValue[]) => {
        // Comes when one of the digests was there.
        if (query.includes("DO UPDATE")) throw new Error("database or disk is full");
        return sql.exec(query, ...bound);
      },
    } as unknown as SqlStorage;
    const call = () => insert(new MappingStore(failing), OF, mappings(10, [2, 1, 3]));
    expect(call).toThrow("full");
    expect(ids()).toEqual({ mapping: [1], byDigest: [1] });
  });
});

it("leaves nothing of a call of several statements that meets a living mapping", async () => {
  await withStore((store, ids) => {
    expect(insert(store, OF, mappings(1, [2_500]))).toBe(true);
    const digests = Array.from({ length: 3_000 }, (_, i) => i);
    expect(insert(store, OF, mappings(10, digests))).toBe(false);
    expect(ids()).toEqual({ mapping: [1], byDigest: [1] });
  });
});

it("takes or leaves mappings of several kinds together", async () => {
  await withStore((store, ids, sql) => {
    const groups = (first: number, token: number) => [
      group(OF, mappings(first, [10, 20, 30])),
      group({ ...OF, kind: 0x300 }, [
        shaped(first + 3, 10, token),
        shaped(first + 4, 25, token + 1),
      ]),
    ];
    expect(store.insertAll(groups(1, 500), 0)).toBe(true);
    expect(ids()).toEqual({ mapping: [1, 2, 3, 4, 5], byDigest: [1, 2, 3, 4, 5] });
    const at = (kind: number) => store.find(kind, digestsOf([10, 25]), 0).map(({ id }) => id);
    expect([at(OF.kind), at(0x300)]).toEqual([[1], [4, 5]]);
    // Of other kinds, but with a token that is there.
    const others = groups(11, 501).map((one) => ({ ...one, kind: one.kind + 0x100 }));
    others[1] = { ...(others[1] as (typeof others)[0]), kind: 0x500 };
    expect(store.insertAll(others, 0)).toBe(false);
    expect(ids()).toEqual({ mapping: [1, 2, 3, 4, 5], byDigest: [1, 2, 3, 4, 5] });
    expect([...sql.exec("SELECT id FROM shaped_token ORDER BY id").raw()].flat()).toEqual([4, 5]);
  });
});

it("leaves mappings that have one of its ids as they are, and takes back only its own", async () => {
  await withStore((store, ids, sql) => {
    expect(insert(store, OF, mappings(2_500, [1, 2, 3]))).toBe(true);
    const digests = Array.from({ length: 3_000 }, (_, i) => 10 + i);
    // Two statements, of which the second one meets them.
    expect(() => insert(store, OF, mappings(1, digests))).toThrow("UNIQUE");
    expect(ids()).toEqual({ mapping: [2_500, 2_501, 2_502], byDigest: [2_500, 2_501, 2_502] });
    const sealed = [...sql.exec("SELECT hex(sealed) FROM mapping ORDER BY id").raw()].flat();
    expect(sealed).toEqual(["01", "02", "03"]);
  });
});
