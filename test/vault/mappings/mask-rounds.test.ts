// A value is looked up, then its mapping is written: others may have masked it meanwhile, and enough beside it that its
// digest has gone from memory to the index.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { expectPaired } from "../../support/vault/digest-index.ts";
import { stallAt } from "../../support/vault/erasing.ts";
import { count, freshVault, KIND, maskValues, rows } from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const names = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name} ${i} 7`);

it.each([
  ["free", KIND.default],
  ["fixed", KIND.numeric],
])("values of a call that was overtaken by many keep one token (%s)", async (_, kind) => {
  const vault = await freshVault();
  const values = names("same", 5);
  const stall = stallAt("mask.before-commit", 0, 1);
  const late = maskValues(vault, values, kind);
  await stall.reached();
  const tokens = await maskValues(vault, values, kind);
  for (let n = 0; n < 8; n++) await maskValues(vault, names(`others ${n}`, 200));
  const [first] = await rows(vault, "SELECT min(id) AS id FROM mapping");
  const indexed = await rows(
    vault,
    "SELECT id FROM mapping_by_digest WHERE id = ?",
    Number(first?.["id"]),
  );
  expect(indexed).toHaveLength(1);
  stall.release();
  expect(await late).toEqual(tokens);
  await expectPaired(vault, 5 + 8 * 200);
});

it("values keep their tokens over many rounds and starts", async () => {
  const vault = await freshVault();
  const values = names("value", 1_500);
  const tokens: string[] = [];
  for (let from = 0; from < values.length; from += 125) {
    tokens.push(...(await maskValues(vault, values.slice(from, from + 125))));
    if (from % 500 === 0) await evictDurableObject(vault.object);
    expect(await maskValues(vault, values.slice(0, from + 125))).toEqual(tokens);
  }
  expect(await count(vault, "mapping_by_digest")).toBeGreaterThan(500);
  await expectPaired(vault, values.length);
});
