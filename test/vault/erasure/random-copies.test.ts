// Masks, jobs, erasures, holds, and copies that are made and restored, at random, compared with a model: what an erasure covers
// stays dead in every copy, whatever has been lost with another, and nothing else is lost or given twice. So it is if the
// ledger is restored from copies, too, or from receipts.
import { afterEach, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { chance, IS_LONG } from "../../support/properties.ts";
import { namedVault } from "../../support/vault/fresh-vault.ts";
import { LedgerModel } from "../../support/vault/ledger-model.ts";
import { NamespaceModel } from "../../support/vault/namespace-model.ts";

const ALL = Array.from({ length: 200 }, (_, i) => i + 1);
/** Of 29, these two notice a copy that forgets a hold. */
const SEEDS = IS_LONG ? ALL : [10, 20];
/** Of 24, these two notice each time a copy that repeats nothing of the ledger; others do at times. */
const WITH_LEDGER = IS_LONG ? ALL : [3, 13];
const STEPS = 40;

afterEach(() => setFailpointHook(null));

it.each([
  ...SEEDS.map((seed) => ["every copy", seed, NamespaceModel] as const),
  ...WITH_LEDGER.map((seed) => ["data and ledger of any two moments", seed, LedgerModel] as const),
])("what is erased is so in %s, and nothing else is (seed %i)", async (_, seed, Model) => {
  const random = chance(seed);
  const model = new Model(await namedVault(), random);
  setFailpointHook(async (at) => {
    if (at.startsWith("delete.")) await scheduler.wait(random(12));
  });
  try {
    for (let step = 0; step < STEPS; step++) await model.step();
    setFailpointHook(null);
    await model.end();
  } catch (error) {
    console.log(model.said.join("; "));
    throw error;
  }
});
