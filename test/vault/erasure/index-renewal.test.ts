// While the digests of remaining values are renewed, slice by slice, everything is found as before.
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { acceptPersonIn, readDeletion, runAll } from "../../support/vault/erasing.ts";
import { count, freshVault, KIND, type OpenVault, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

const names = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name} ${i}`);
const VALUES = names("kept", 700);
const PAIRS = VALUES.map((_, i) => (i % 3 === 0 ? JSON.stringify({ of: `pair ${i}` }) : null));

/** Run all deletions to their end; checks the state after each slice of a renewal. */
async function run(namespace: Namespace, look: (slice: number) => Promise<void>): Promise<number> {
  let slices = 0;
  for (let i = 0; await namespace.deletionRunner.runSlice(); i++) {
    if (i > 2_000) throw new Error("the deletions do not end");
    if (namespace.blindings.older !== null) await look(slices++);
  }
  return slices;
}

async function erasing(
  look: (namespace: Namespace, tokens: readonly string[], slice: number) => Promise<void>,
  kind: number = KIND.text,
): Promise<OpenVault> {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    const tokens = await mask(namespace, VALUES, kind, PAIRS);
    await mask(namespace, ["Ann"], kind);
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
    expect(await run(namespace, (slice) => look(namespace, tokens, slice))).toBeGreaterThan(3);
    expect(namespace.blindings.newest.version).toBe(2);
    expect(await mask(namespace, VALUES, kind)).toEqual(tokens);
    expect((await namespace.unmasker.unmask({ tokens }, null)).values).toEqual(VALUES);
  });
  return vault;
}

const PAIRED = `SELECT count(*) AS n FROM mapping AS m
  JOIN mapping_by_digest AS d ON d.digest = m.digest AND d.kind = m.kind AND d.id = m.id`;

it.each([
  ["shaped", KIND.text],
  ["compact", KIND.compact],
])("values keep their %s tokens, and new ones get one each", async (_, kind) => {
  const vault = await erasing(async (namespace, tokens, slice) => {
    expect(await mask(namespace, VALUES, kind, PAIRS)).toEqual(tokens);
    const fresh = names(`fresh ${slice}`, 3);
    const first = await mask(namespace, fresh, kind);
    expect(await mask(namespace, fresh, kind)).toEqual(first);
  }, kind);
  const mappings = await count(vault, "mapping");
  expect(await rows(vault, PAIRED)).toEqual([{ n: mappings }]);
  expect(await count(vault, "mapping_by_digest")).toBe(mappings);
  expect(await count(vault, "attribute")).toBe(PAIRS.filter((pair) => pair !== null).length);
});

it("a value or a pair that is erased meanwhile is found, whichever way it is stored", async () => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    const tokens = await mask(namespace, VALUES, KIND.text, PAIRS);
    const livesAt = async (at: number) =>
      (await namespace.unmasker.unmask({ tokens: [tokens[at] ?? ""] }, null)).values[0] !== null;
    await mask(namespace, ["Ann"], KIND.text);
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
    const erased = new Set<number>();
    await run(namespace, async (slice) => {
      if (slice > 2) return;
      // From both ends: some are renewed, some are not.
      for (const at of [3 * slice + 1, VALUES.length - 2 - 3 * slice]) {
        await acceptPersonIn(namespace, { target: "value", values: [VALUES[at] ?? ""] });
        expect([at, await livesAt(at)]).toEqual([at, false]);
        erased.add(at);
      }
      for (const at of [3 * slice, 450 + 3 * slice]) {
        await acceptPersonIn(namespace, { target: "attribute", key: "of", value: `pair ${at}` });
        expect([at, await livesAt(at)]).toEqual([at, false]);
        erased.add(at);
      }
    });
    expect(erased.size).toBe(12);
    const { values } = await namespace.unmasker.unmask({ tokens }, null);
    expect(values).toEqual(VALUES.map((value, at) => (erased.has(at) ? null : value)));
  });
  const { n } = (await rows(vault, "SELECT count(*) AS n FROM mapping"))[0] ?? {};
  expect(n).toBe(VALUES.length - 12);
  expect(await rows(vault, PAIRED)).toEqual([{ n }]);
  expect(await count(vault, "erased_pair")).toBe(0);
});

it("a value masked again keeps its new token, where a search is sealed anew while it is opened", async () => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    const text = ["Write to Bea"];
    const [old] = await mask(namespace, [...text, "Ann"], KIND.text);
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
    await acceptPersonIn(namespace, { target: "value", values: ["Bea"] });
    const isRenewing = () => namespace.blindings.older !== null;
    while (!isRenewing()) await namespace.deletionRunner.runSlice();
    setFailpointHook(async (at) => {
      if (at !== "erasure.search-opening") return;
      while (isRenewing()) await namespace.deletionRunner.runSlice();
    });
    const [fresh = ""] = await mask(namespace, text, KIND.text);
    expect([isRenewing(), fresh]).toEqual([false, expect.not.stringContaining(old ?? "")]);
    setFailpointHook(null);
    await runAll(namespace);
    expect((await namespace.unmasker.unmask({ tokens: [fresh] }, null)).values).toEqual(text);
  });
});

it("a value masked again after it was erased keeps its new token, though the old row is still there", async () => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    const pair = [JSON.stringify({ of: "pair" })];
    const [old] = await mask(namespace, ["Bea"], KIND.text, pair);
    await mask(namespace, ["Ann"], KIND.text);
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
    await acceptPersonIn(namespace, { target: "attribute", key: "of", value: "pair" });
    const [fresh] = await mask(namespace, ["Bea"], KIND.text, pair);
    expect(fresh).not.toBe(old);
    await run(namespace, async () => {
      expect(await mask(namespace, ["Bea"], KIND.text, pair)).toEqual([fresh]);
    });
    expect(namespace.blindings.newest.version).toBeGreaterThan(1);
    expect(await mask(namespace, ["Bea"], KIND.text, pair)).toEqual([fresh]);
  });
  expect(await rows(vault, PAIRED)).toEqual([{ n: await count(vault, "mapping") }]);
});

it("begins again where it was cut off, whenever that was", async () => {
  const vault = await freshVault();
  let tokens: string[] = [];
  await inNamespace(vault, async (namespace) => {
    tokens = await mask(namespace, VALUES, KIND.text, PAIRS);
    await mask(namespace, ["Ann"], KIND.text);
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
  });
  let isOver = false;
  for (let lives = 0; !isOver; lives++) {
    if (lives > 60) throw new Error("the deletions do not end");
    // A life of two slices once the renewal has begun.
    await inNamespace(vault, async (namespace) => {
      for (let slices = 0; slices < 2; ) {
        if (!(await namespace.deletionRunner.runSlice())) {
          isOver = true;
          return;
        }
        await namespace.blindings.prepare(1);
        if (namespace.blindings.older !== null) slices++;
      }
    });
  }
  await inNamespace(vault, async (namespace) => {
    expect(await mask(namespace, VALUES, KIND.text, PAIRS)).toEqual(tokens);
    expect(namespace.blindings.newest.version).toBe(2);
  });
  expect(await rows(vault, PAIRED)).toEqual([{ n: VALUES.length }]);
  expect(await count(vault, "attribute")).toBe(PAIRS.filter((pair) => pair !== null).length);
});

it("a namespace from before has its digests blinded with the first renewal", async () => {
  const vault = await freshVault();
  await rows(vault, "DELETE FROM setting WHERE name = 'blinding_version'");
  await rows(vault, "DELETE FROM namespace_key WHERE name LIKE 'blinding%'");
  let tokens: string[] = [];
  await inNamespace(vault, async (namespace) => {
    tokens = await mask(namespace, VALUES, KIND.text, PAIRS);
    await mask(namespace, ["Ann"], KIND.text);
  });
  const lengths = "SELECT DISTINCT length(name_digest) AS n FROM attribute";
  expect(await rows(vault, lengths)).toEqual([{ n: 16 }]);
  await inNamespace(vault, async (namespace) => {
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
    await run(namespace, async () => {
      expect(await mask(namespace, VALUES, KIND.text, PAIRS)).toEqual(tokens);
    });
    expect(await mask(namespace, VALUES, KIND.text, PAIRS)).toEqual(tokens);
    expect(namespace.blindings.newest.version).toBe(1);
  });
  expect(await rows(vault, lengths)).toEqual([{ n: 17 }]);
});

it("what is noted of a pair goes with it", async () => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    await mask(namespace, [...VALUES, "Ann"], KIND.text, [...PAIRS, null]);
  });
  await rows(vault, "INSERT INTO later_pair SELECT mapping_id, digest, 1 FROM attribute");
  const noted = await count(vault, "later_pair");
  await inNamespace(vault, async (namespace) => {
    await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
    await run(namespace, async () => {});
    expect(namespace.blindings.newest.version).toBe(2);
  });
  const found = "SELECT count(*) AS n FROM later_pair JOIN attribute USING (mapping_id, digest)";
  expect(await rows(vault, found)).toEqual([{ n: noted }]);
});

it("where mappings are many the next one waits, 5 ms for each above 10,000 and a day at most", async () => {
  const vault = await freshVault();
  const erase = async (value: string): Promise<number> => {
    let version = 0;
    await inNamespace(vault, async (namespace) => {
      await acceptPersonIn(namespace, { target: "value", values: [value] });
      await run(namespace, async () => {});
      version = namespace.blindings.newest.version;
    });
    return version;
  };
  await inNamespace(vault, async (namespace) => {
    await mask(namespace, ["Ann", "Bob"], KIND.text);
  });
  await rows(
    vault,
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO mapping_by_digest (digest, kind, id) SELECT randomblob(16), 1, 1000000 + i FROM n`,
  );
  expect(await erase("Ann")).toBe(2);
  const [setting] = await rows(vault, "SELECT value FROM setting WHERE name = 'blinding_due'");
  const due = Number(setting?.["value"]);
  // How many there are is estimated.
  expect(due - Date.now()).toBeGreaterThan(20_000);
  expect(due - Date.now()).toBeLessThan(80_000);
  expect(await erase("Bob")).toBe(2);
  const last = "SELECT state, blocker, due FROM deletion ORDER BY serial DESC LIMIT 1";
  expect(await rows(vault, last)).toEqual([{ state: "IN-PROGRESS", blocker: null, due }]);
  const [row] = await rows(vault, "SELECT tracking_id AS id FROM deletion ORDER BY serial DESC");
  expect(await readDeletion(vault, String(row?.["id"]))).toMatchObject({ renewal: due });
  // A clock that was put back makes no pause longer than a day.
  const later = Date.now() + 2 * 86_400_000;
  await rows(vault, "UPDATE setting SET value = ? WHERE name = 'blinding_due'", later);
  await rows(vault, "UPDATE deletion SET due = 0 WHERE due > 0");
  expect(await erase("nobody")).toBeGreaterThan(2);
  expect(await rows(vault, "SELECT DISTINCT state FROM deletion WHERE serial < 3")).toEqual([
    { state: "SUCCESS" },
  ]);
});
