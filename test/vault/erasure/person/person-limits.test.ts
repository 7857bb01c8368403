// Erasures of many values, of large ones, in large namespaces; and what they leave in the database.
import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { AttributeStore } from "../../../../src/vault/store/attributes.ts";
import { JobChunkStore } from "../../../../src/vault/store/job-chunks.ts";
import { MappingStore } from "../../../../src/vault/store/mappings.ts";
import { MatchStore } from "../../../../src/vault/store/matches.ts";
import {
  deletionEnded,
  expectDead,
  readDeletion,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  maskValues,
  rows,
  submit,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import {
  erasePerson,
  eraseValues,
  maskWith,
  previewErasure,
  requestErasure,
} from "../../../support/vault/person.ts";
import { copyOf } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

const times = (n: number) => Array.from({ length: n }, (_, i) => i);

describe("an erasure", () => {
  it("of 1,000 values takes each, spelt otherwise too, and 1,000 tokens likewise", async () => {
    const vault = await freshVault();
    const values = times(1_000).map((i) => `Person ${"x".repeat(i % 40)} ${i}`);
    const dead = [
      ...(await maskValues(vault, values)),
      ...(await maskValues(
        vault,
        values.map((value) => value.toUpperCase()),
      )),
    ];
    const live = await maskValues(
      vault,
      values.map((value) => `${value}z`),
    );
    const view = await eraseValues(vault, ...values);
    expect(view.matches).toEqual({ ...NO_MATCHES, exact: 1_000, normalised: 1_000 });
    expect((await unmaskTokens(vault, dead)).filter((value) => value !== null)).toEqual([]);
    expect(await unmaskTokens(vault, live)).not.toContain(null);
    const byToken = await erasePerson(vault, { target: "token", tokens: live });
    expect(byToken).toMatchObject({ cleared: 1_000 });
    expect(await count(vault, "mapping")).toBe(0);
  });

  it("of a value of 64 KiB finds it in other letters", async () => {
    const vault = await freshVault();
    const value = `Ann ${"words and words ".repeat(4_000)}`.slice(0, 64 * 1024);
    const dead = await maskValues(vault, [value, value.toUpperCase(), `x ${value}`]);
    const live = await maskValues(vault, [value.slice(0, -6)]);
    const { matches } = await eraseValues(vault, value);
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1, normalised: 1, contained: 1 });
    await expectDead(vault, dead);
    expect(await unmaskTokens(vault, live)).toEqual([value.slice(0, -6)]);
  });

  it("in 3,000 mappings finds the few, and others are served in between", async () => {
    const vault = await freshVault();
    for (const run of times(3)) {
      await maskValues(
        vault,
        times(1_000).map((i) => `value ${run} ${i}`),
      );
    }
    const dead = await maskValues(vault, ["VALUE 2 77", "see value 2 77 here"]);
    const preview = await previewErasure(vault, { target: "value", values: ["value 2 77"] });
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["value 2 77"] });
    let served = 0;
    let isDone = false;
    const ending = deletionEnded(vault, trackingId).finally(() => {
      isDone = true;
    });
    for (; !isDone; served++) await maskValues(vault, ["value 0 0"]);
    const { matches } = await ending;
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1, normalised: 1, contained: 1 });
    expect(preview.matches).toEqual(matches);
    expect(served).toBeGreaterThan(8);
    await expectDead(vault, dead);
    expect(await count(vault, "mapping")).toBe(2_999);
  });

  it("by attribute handles a mapping of 2,000 holders, and a holder of 2,000 mappings", async () => {
    const vault = await freshVault();
    const shared = times(2_000).map((i) => ["Berlin", { customer: i }] as const);
    for (const at of [0, 1_000]) await maskWith(vault, shared.slice(at, at + 1_000));
    const own = times(2_000).map((i) => [`mine ${i}`, { customer: 7 }] as const);
    for (const at of [0, 1_000]) await maskWith(vault, own.slice(at, at + 1_000));
    const person = { target: "attribute", key: "customer", value: 7 } as const;
    const { matches } = await previewErasure(vault, { ...person, value: "7" });
    expect(matches).toEqual({ ...NO_MATCHES, normalised: 2_000, keptShared: 1 });
    const view = await erasePerson(vault, person);
    expect(view.matches).toEqual({ ...NO_MATCHES, exact: 2_000, keptShared: 1 });
    expect(await count(vault, "mapping")).toBe(1);
    expect(await count(vault, "attribute")).toBe(1_999);
  });

  it("forgets what it had found in slices, and has ended when all is forgotten", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann"]);
    const searched = stallAt("delete.searched");
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["Ann"] });
    await searched.reached();
    // By hand: as if it had found many more.
    await rows(
      vault,
      "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 25999) INSERT INTO deletion_find (deletion, mapping_id, pair) SELECT 1, i, zeroblob(16) FROM n",
    );
    // The first slice only writes the closing entry.
    const stall = stallAt("delete.close", 1);
    searched.release();
    await stall.reached();
    expect(await count(vault, "deletion_find")).toBe(15_001);
    expect(await readDeletion(vault, trackingId)).toMatchObject({
      state: "IN-PROGRESS",
      receipt: null,
    });
    stall.release();
    expect((await deletionEnded(vault, trackingId)).receipt).not.toBeNull();
    expect(await count(vault, "deletion_find")).toBe(0);
  });

  it("by value takes pairs off a mapping that has more than a page of them", async () => {
    const vault = await freshVault();
    const pairs = times(1_000).map(
      (i) => ["Berlin", { who: i % 100 === 5 ? `Ann ${i}` : `B${i}` }] as const,
    );
    await maskWith(vault, pairs);
    await maskWith(vault, [["Oslo", { who: "Ann" }]]);
    const { matches } = await eraseValues(vault, "Ann");
    expect(matches).toEqual({ ...NO_MATCHES, pairs: 11 });
    expect(await count(vault, "attribute")).toBe(990);
  });
});

describe("while an erasure runs and after it", () => {
  it("nothing of what is looked for is in the database in clear", async () => {
    const vault = await freshVault();
    await maskWith(vault, [["Zz7Qx Miller", { "zz7qx-key": "Zz7Qx" }]]);
    await maskValues(vault, ["ZZ7QX MILLER"]);
    await ended(vault, await submit(vault, [{ value: "zz7qx miller" }]));
    const stall = stallAt("delete.job-searched");
    const { trackingId } = await requestErasure(vault, {
      target: "value",
      values: ["Zz7Qx Miller"],
    });
    await stall.reached();
    const during = await textOf(vault);
    stall.release();
    const view = await deletionEnded(vault, trackingId);
    expect(view.matches).toMatchObject({ exact: 1, normalised: 1, jobs: 1 });
    for (const text of [during, await textOf(vault)]) {
      expect(text).toContain(trackingId);
      expect(text).not.toMatch(/zz7qx|miller/i);
    }
  });
});

describe("statements on many mappings", () => {
  it("look nothing up by reading a whole table", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["warm"]);
    await rows(
      vault,
      "WITH RECURSIVE n(i) AS (SELECT 1000000 UNION ALL SELECT i + 1 FROM n WHERE i < 1002000) INSERT INTO mapping (id, digest, kind, created, key_version, sealed) SELECT i, randomblob(16), 256, 0, 1, randomblob(40) FROM n",
    );
    await rows(
      vault,
      "INSERT INTO attribute (mapping_id, digest, key_version, sealed, name_digest) SELECT id, randomblob(16), 1, randomblob(30), zeroblob(16) FROM mapping",
    );
    const steps: string[] = [];
    await runInDurableObject(vault.object, (_, { storage }) => {
      const exec = (sql: string, ...bound: SqlStorageValue[]) => {
        const plan = storage.sql.exec(`EXPLAIN QUERY PLAN ${sql}`, ...bound).toArray();
        for (const { detail } of plan) steps.push(String(detail));
        const found = storage.sql.exec(sql, ...bound).toArray();
        const raw = () => found.map(Object.values).values();
        return { toArray: () => found, raw, [Symbol.iterator]: () => found.values() };
      };
      const sql = { exec } as unknown as SqlStorage;
      const matchStore = new MatchStore(sql);
      const digests = times(1_000).map(() => crypto.getRandomValues(new Uint8Array(16)));
      const [digest = new Uint8Array(16)] = digests;
      const within = { after: 0, upTo: 2_000_000, limit: 500 };
      matchStore.byDigest(digests, within);
      matchStore.pairsAfter(5, 2_000_000, 400);
      matchStore.pairsOfMapping({ mappingId: 1_000_000, digest: digest.buffer }, 400);
      matchStore.removeMappings([1, 2, 3]);
      matchStore.found(1, 5, 10);
      matchStore.removePairsOfMissing([1, 2, 3], 10);
      matchStore.removePairs(times(1_000).map((id) => ({ id, pair: digest })));
      matchStore.remember(1, [{ id: 1, pair: null }]);
      matchStore.remembered(1, { id: 1, pair: null }, 10);
      matchStore.forgetSome(1);
      const attributes = new AttributeStore(sql);
      attributes.cover(
        1,
        2_000_000,
        { digest, nameDigest: digest },
        { digest, nameDigest: digest },
      );
      new MappingStore(sql).byId([1, 2], 0);
      const chunks = new JobChunkStore(sql);
      const next = { job: 1, after: 0, limit: 32 };
      chunks.lost(next, 0);
      chunks.mappingsOf(next);
      chunks.covered(next, 0);
      chunks.dependingOnFound(next, 1);
      attributes.owned([1, 2]);
      attributes.noteUseWithoutPairs([1, 2]);
      attributes.visitsExceed(attributes.unjudged([1_000_000, 1_000_001], 0), 5_000);
      attributes.judgeSome(1_000_000, 1_000);
      attributes.uncover(1);
    });
    expect(steps.length).toBeGreaterThan(12);
    expect(
      steps.filter((step) =>
        /^SCAN (?!j\b|page\b|found\b|covered\b|\(subquery-|json_each|e\b|erased_pair|CONSTANT ROW)/.test(
          step,
        ),
      ),
    ).toEqual([]);
  });
});

type Vault = Awaited<ReturnType<typeof freshVault>>;

async function textOf(vault: Vault): Promise<string> {
  const cells = Object.values(await copyOf(vault)).flatMap((table) => table.flatMap(Object.values));
  const decoder = new TextDecoder("latin1");
  return cells.map((c) => (c instanceof ArrayBuffer ? decoder.decode(c) : String(c))).join("\n");
}
