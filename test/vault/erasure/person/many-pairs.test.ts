// A value that many people share has a pair of each. In every erasure rows are written some at a time, with other calls
// served in between, and in the end nothing erased is left and nothing else is lost.
import { expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { yieldToCallers } from "../../../../src/platform/yield-to-callers.ts";
import type { PersonQuery } from "../../../../src/vault/deletion-rpc.ts";
import type { Namespace } from "../../../../src/vault/namespace.ts";
import { IS_LONG } from "../../../support/properties.ts";
import { acceptIn, acceptPersonIn, everything, NOON } from "../../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  type OpenVault,
  rows,
} from "../../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../../support/vault/inside.ts";

/** Each is overwritten and deleted: more rows than may be written at once. */
const PAIRS = 8_000;
/** Rows written between two turns of others: 6,000 are overwritten and deleted at once, by age. */
const MAX_AT_ONCE = 13_000;

/** Berlin, which many live in, and two other values. */
async function berlin(
  namespace: Namespace,
  nameOf: (i: number) => string,
  pairs = PAIRS,
): Promise<string[]> {
  const attributes = Array.from({ length: pairs }, (_, i) => [nameOf(i), "lives there"] as const);
  const [token = ""] = await mask(namespace, ["Berlin"], KIND.text, [
    JSON.stringify(Object.fromEntries(attributes)),
  ]);
  const others = await mask(namespace, ["Bonn", "Ulm"], KIND.text, [
    JSON.stringify({ [nameOf(3)]: "lives there" }),
    null,
  ]);
  return [token, ...others];
}

/** Run all deletions; gives the most rows that were written between two turns of others. */
async function run(namespace: Namespace, written: { rows: number }): Promise<number> {
  let most = 0;
  let before = written.rows;
  const others = setInterval(() => {
    most = Math.max(most, written.rows - before);
    before = written.rows;
  }, 0);
  for (let i = 0; await namespace.deletionRunner.runSlice(); i++) {
    if (i > 5_000) throw new Error("the deletions do not end");
    await yieldToCallers();
  }
  clearInterval(others);
  return most;
}

const matchesOf = async (vault: OpenVault) =>
  (await rows(vault, "SELECT matches FROM deletion ORDER BY serial")).map(({ matches }) =>
    JSON.parse(String(matches)),
  );
const ownName = (i: number) => `customer ${i}`;

it.each<[string, PersonQuery | null, (string | null)[], number]>([
  ["its value", { target: "value", values: ["Berlin"] }, [null, "Bonn", "Ulm"], 1],
  [
    "a pair",
    { target: "attribute", key: ownName(7), value: "lives there" },
    [null, "Bonn", "Ulm"],
    1,
  ],
  ["age", null, [null, null, null], 0],
])("goes by %s", async (_, person, values, pairs) => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace, written) => {
    const tokens = await berlin(namespace, ownName);
    const before = written.rows;
    if (person === null) await acceptIn(namespace, everything());
    else await acceptPersonIn(namespace, person);
    expect(written.rows - before).toBeLessThan(100);
    expect((await namespace.unmasker.unmask({ tokens }, null)).values).toEqual(values);
    expect(await run(namespace, written)).toBeLessThan(MAX_AT_ONCE);
    expect((await namespace.unmasker.unmask({ tokens }, null)).values).toEqual(values);
  });
  expect(await count(vault, "attribute")).toBe(pairs);
});

it("loses each pair that holds a value, and stays", async () => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace, written) => {
    const tokens = await berlin(namespace, ownName);
    await acceptPersonIn(namespace, { target: "value", values: ["LIVES THERE"] });
    expect(await run(namespace, written)).toBeLessThan(MAX_AT_ONCE);
    const { values } = await namespace.unmasker.unmask({ tokens }, null);
    expect(values).toEqual(["Berlin", "Bonn", "Ulm"]);
  });
  expect(await matchesOf(vault)).toEqual([{ ...NO_MATCHES, pairs: PAIRS + 1 }]);
  expect(await count(vault, "attribute")).toBe(0);
});

it.runIf(IS_LONG)("counts in a dry run as in the erasure", async () => {
  // So many are not counted at once.
  const pairs = 12_000;
  const vault = await freshVault();
  await inNamespace(vault, async (namespace, written) => {
    await berlin(namespace, ownName, pairs);
    const reply = await namespace.dryRuns.run({ target: "value", values: ["LIVES THERE"] }, "u");
    expect(reply).toMatchObject({ ok: true, value: { trackingId: expect.any(String) } });
    expect(await run(namespace, written)).toBeLessThan(MAX_AT_ONCE);
  });
  expect(await matchesOf(vault)).toEqual([{ ...NO_MATCHES, pairs: pairs + 1 }]);
  expect(await count(vault, "attribute")).toBe(pairs + 1);
});

it.runIf(IS_LONG)(
  "stays when one holder goes, and all other pairs are sealed under the day's next key",
  async () => {
    const vault = await freshVault();
    // All have one name: Berlin is shared.
    const names = Array.from({ length: PAIRS }, (_, i) => ({ customer: i }));
    await inNamespace(vault, async (namespace, written) => {
      for (let at = 0; at < PAIRS; at += 1_000) {
        const some = names.slice(at, at + 1_000).map((name) => JSON.stringify(name));
        await mask(
          namespace,
          some.map(() => "Berlin"),
          KIND.text,
          some,
        );
      }
      await acceptPersonIn(namespace, { target: "attribute", key: "customer", value: 7 });
      expect(await run(namespace, written)).toBeLessThan(MAX_AT_ONCE);
      // Each opens: it is found by what is in it.
      await acceptPersonIn(namespace, { target: "attribute", key: "customer", value: "9" });
      await run(namespace, written);
    });
    expect(await matchesOf(vault)).toEqual([
      { ...NO_MATCHES, keptShared: 1 },
      { ...NO_MATCHES, keptShared: 1 },
    ]);
    expect(await rows(vault, "SELECT quarantined FROM deletion")).toEqual(
      Array(2).fill({ quarantined: 0 }),
    );
    expect(
      await rows(vault, "SELECT key_version, count(*) AS n FROM attribute GROUP BY 1"),
    ).toEqual([{ key_version: 3, n: PAIRS - 2 }]);
  },
);

it.runIf(IS_LONG)(
  "is sealed anew from where a start has left it, with pairs that came meanwhile",
  async () => {
    const vault = await freshVault();
    const pairsOf = (from: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${from + i}`, i])),
      );
    await inNamespace(vault, async (namespace) => {
      await mask(namespace, ["Ann", "Berlin", "Ulm"], KIND.text, [null, pairsOf(0), pairsOf(0)]);
      await acceptPersonIn(namespace, { target: "value", values: ["Ann"] });
      const phase = () => namespace.deletions.next(Number.MAX_SAFE_INTEGER)?.phase;
      while (phase() !== "day-pairs") await namespace.deletionRunner.runSlice();
      await namespace.deletionRunner.runSlice();
      await mask(namespace, ["Berlin", "Ulm"], KIND.text, [pairsOf(900), pairsOf(900)]);
    });
    await inNamespace(vault, async (namespace, written) => {
      await run(namespace, written);
      await acceptPersonIn(namespace, { target: "attribute", key: "k1700", value: "800" });
      await run(namespace, written);
    });
    const [, second] = await matchesOf(vault);
    expect(second).toEqual({ ...NO_MATCHES, normalised: 2 });
    expect(await rows(vault, "SELECT DISTINCT quarantined FROM deletion")).toEqual([
      { quarantined: 0 },
    ]);
    expect(await count(vault, "attribute")).toBe(0);
  },
);

it.runIf(IS_LONG)("leaves its pairs to its own erasure, whatever others do before", async () => {
  const vault = await freshVault();
  await inNamespace(
    vault,
    async (namespace, written) => {
      await berlin(namespace, ownName);
      await acceptPersonIn(namespace, { target: "value", values: ["Berlin"] });
      const own = namespace.deletions.next(NOON);
      if (own === null) throw new Error("not accepted");
      // It waits, as after a failure.
      namespace.deletions.postpone(own.serial, "internal", NOON + 1_000);
      await acceptPersonIn(namespace, {
        target: "attribute",
        key: ownName(3),
        value: "lives there",
      });
      await acceptPersonIn(namespace, { target: "value", values: ["ULM"] });
      expect(await run(namespace, written)).toBeLessThan(MAX_AT_ONCE);
      expect(namespace.deletions.next(NOON + 1_000)?.serial).toBe(own.serial);
    },
    { clock: () => NOON },
  );
  const [, ...others] = await matchesOf(vault);
  expect(others).toEqual([
    { ...NO_MATCHES, exact: 1 },
    { ...NO_MATCHES, normalised: 1 },
  ]);
  const found = await rows(vault, "SELECT quarantined FROM deletion");
  expect(found.map(({ quarantined }) => quarantined)).toEqual([0, 0, 0]);
  expect(await count(vault, "attribute")).toBe(PAIRS);
  await inNamespace(vault, async (namespace, written) => {
    expect(await run(namespace, written)).toBeLessThan(MAX_AT_ONCE);
  });
  expect(await count(vault, "attribute")).toBe(0);
});
