// Masks, jobs, erasures, holds, and copies that are made and restored, at random, compared with a model: what an erasure covers
// stays dead in every copy, whatever has been lost with another, and nothing else is lost or given twice. (Copies of the ledger,
// and receipts: test/vault/restores.test.ts.)
import { afterEach, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { chance, IS_LONG } from "../../support/properties.ts";
import { namedVault } from "../../support/vault/fresh-vault.ts";
import { NamespaceModel } from "../../support/vault/namespace-model.ts";

/** Of 29, these two notice a copy that forgets a hold. */
const SEEDS = IS_LONG ? Array.from({ length: 200 }, (_, i) => i + 1) : [10, 20];
const STEPS = 40;

afterEach(() => setFailpointHook(null));

it.each(SEEDS)(
  "what is erased is so in every copy, and nothing else is (seed %i)",
  async (seed) => {
    const random = chance(seed);
    const vault = await namedVault();
    const model = new NamespaceModel(vault, random);
    setFailpointHook(async (at) => {
      if (at.startsWith("delete.")) await scheduler.wait(random(12));
    });
    try {
      for (let step = 0; step < STEPS; step++) await model.step();
      setFailpointHook(null);
      await model.end();
    } catch (error) {
      console.log(model.steps.join("; "));
      throw error;
    }
  },
);
