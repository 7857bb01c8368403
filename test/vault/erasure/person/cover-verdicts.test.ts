// A verdict always agrees with reading all pairs of its mapping, whatever was masked, erased or stored again since
// judging began.
import { expect, it } from "vitest";
import type { Namespace } from "../../../../src/vault/namespace.ts";
import { cases, fc } from "../../../support/properties.ts";
import { acceptPersonIn } from "../../../support/vault/erasing.ts";
import { freshVault, KIND } from "../../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../../support/vault/inside.ts";

const VALUES = 2;
const CUSTOMERS = 5;
/** Far in the future: the deletion accepted first waits for it. */
const LATER = Number.MAX_SAFE_INTEGER;

type Step =
  | { readonly does: "judge"; readonly value: number; readonly pairs: number }
  | { readonly does: "mask"; readonly value: number; readonly customer: number | null }
  | { readonly does: "remove"; readonly value: number; readonly nth: number }
  | { readonly does: "cover"; readonly customer: number }
  | { readonly does: "renew" };

const value = fc.nat(VALUES - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("judge"),
      value,
      pairs: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("mask"), value, customer: fc.nat(CUSTOMERS) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("remove"), value, nth: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("cover"), customer: fc.nat(CUSTOMERS) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("renew") }) },
) as fc.Arbitrary<Step>;

class Undo extends Error {}

/** The live ones among mappings, as decided with verdicts and without any. */
function living({ storage, matchStore }: Namespace, ids: readonly number[], sql: SqlStorage) {
  const withVerdicts = matchStore.living(ids);
  let without: number[] = [];
  try {
    storage.transactionSync(() => {
      sql.exec("DELETE FROM cover_verdict");
      without = matchStore.living(ids);
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return { withVerdicts, without };
}

/** Does a step; what is accepted by attribute waits, so that only what stores all anew is worked off. */
async function take(namespace: Namespace, ids: readonly number[], taken: Step): Promise<void> {
  const { attributes, matchStore, deletions } = namespace;
  if (taken.does === "judge") attributes.judgeSome(ids[taken.value] ?? 0, taken.pairs);
  if (taken.does === "mask") {
    const pairs = taken.customer === 0 ? null : JSON.stringify({ customer: taken.customer });
    await mask(namespace, [`value ${taken.value}`], KIND.text, [pairs]);
  }
  if (taken.does === "remove") {
    const mappingId = ids[taken.value] ?? 0;
    const pairs = matchStore.pairsOfMapping({ mappingId, digest: new ArrayBuffer(0) }, 100);
    const removed = pairs[taken.nth % Math.max(1, pairs.length)];
    if (removed !== undefined) {
      matchStore.removePairs([{ id: mappingId, pair: new Uint8Array(removed.digest) }]);
      namespace.liveness.outdatePlans();
    }
  }
  if (taken.does === "cover") {
    await acceptPersonIn(namespace, {
      target: "attribute",
      key: "customer",
      value: taken.customer,
    });
    for (const serial of attributes.covered().keys()) deletions.postpone(serial, "internal", LATER);
  }
  if (taken.does === "renew") {
    if (deletions.next(Date.now()) === null)
      await acceptPersonIn(namespace, { target: "value", values: ["nobody"] });
    let phase: string | undefined;
    do {
      await namespace.deletionRunner.runSlice();
      phase = deletions.next(Date.now())?.phase;
    } while (phase !== undefined && phase !== "renew");
  }
}

it("says what a look at all pairs says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const vault = await freshVault();
      let wrong: unknown = null;
      await inNamespace(vault, async (namespace) => {
        const sql = namespace.storage.sql;
        for (let i = 0; i < VALUES; i++) {
          for (const customer of [1, 2 + i]) {
            const pairs = JSON.stringify({ customer, city: "Berlin", team: i });
            await mask(namespace, [`value ${i}`], KIND.text, [pairs]);
          }
        }
        const ids = namespace.erasure.survivors(0, LATER, 100).map(({ id }) => id);
        await take(namespace, ids, { does: "cover", customer: 1 });
        for (const taken of steps) {
          await take(namespace, ids, taken);
          const { withVerdicts, without } = living(namespace, ids, sql);
          if (withVerdicts.join() !== without.join()) wrong ??= { taken, withVerdicts, without };
        }
      });
      expect(wrong).toBeNull();
    }),
    { numRuns: cases(400) },
  );
});

/** What happens to pairs of many values, each of two customers, while they are judged. */
const MEANWHILE: readonly [
  string,
  (namespace: Namespace, ids: readonly number[]) => Promise<void>,
][] = [
  [
    "others come, and the one that was there goes",
    async (namespace, ids) => {
      const { matchStore, attributes } = namespace;
      const before = ids.flatMap((mappingId) =>
        matchStore.pairsOfMapping({ mappingId, digest: new ArrayBuffer(0) }, 100),
      );
      const values = ids.map((_, i) => `value ${i}`);
      const pairs = values.map((_, i) => JSON.stringify({ customer: 1_000 + i }));
      await mask(namespace, values, KIND.text, pairs);
      const [covered] = attributes.covered().values();
      const others = before.filter(
        ({ digest }) => String(new Uint8Array(digest)) !== String(covered?.digest),
      );
      matchStore.removePairs(
        others.map(({ mappingId: id, digest }) => ({ id, pair: new Uint8Array(digest) })),
      );
    },
  ],
  [
    "all are stored anew",
    async (namespace) => {
      await acceptPersonIn(namespace, { target: "value", values: ["nobody"] });
      while (await namespace.deletionRunner.runSlice());
    },
  ],
];

it.each(MEANWHILE)("counts what moves behind a judge: %s", async (_, happen) => {
  const vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    const { attributes, erasure, matchStore } = namespace;
    const values = Array.from({ length: 40 }, (_none, i) => `value ${i}`);
    for (const pairsOf of [
      () => ({ customer: 1 }),
      // Digests of pairs are the same in all mappings.
      (i: number) => ({ customer: 100 + i, city: `Bonn ${i}`, team: i }),
    ]) {
      const pairs = values.map((_none, i) => JSON.stringify(pairsOf(i)));
      await mask(namespace, values, KIND.text, pairs);
    }
    const ids = erasure.survivors(0, LATER, 100).map(({ id }) => id);
    await take(namespace, ids, { does: "cover", customer: 1 });
    for (const id of ids) attributes.judgeSome(id, 2);
    await happen(namespace, ids);
    for (const id of ids) while (attributes.judgeSome(id, 2));
    expect(matchStore.living(ids)).toEqual(ids);
  });
});
