// Digests are deleted with their mappings: swept in order for many, one by one for few among many.
import { afterEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import { isFew } from "../../../src/erasure/deletion.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { acceptIn, atTime, maskAt, NOON, runAll } from "../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const names = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name} ${i}`);

/** So many old mappings and so many young ones; the old ones are erased. Gives the phases gone through. */
async function eraseOld(vault: OpenVault, old: number, young: number) {
  await maskAt(vault, NOON, names("old", old));
  const tokens = await maskAt(vault, NOON + 2 * DAY_MS, names("young", young));
  const phases = new Set<string>();
  setFailpointHook(async (point) => {
    phases.add(point);
    await scheduler.wait(0);
  });
  await atTime(vault, NOON + 3 * DAY_MS, async (namespace) => {
    await acceptIn(namespace, { duration: 2 });
    await runAll(namespace);
  });
  return { tokens, phases };
}

/** Every digest has its mapping and every mapping its digest. */
async function expectPaired(vault: OpenVault, mappings: number): Promise<void> {
  const paired = `SELECT count(*) AS n FROM mapping AS m
    JOIN mapping_by_digest AS d ON d.digest = m.digest AND d.kind = m.kind AND d.id = m.id`;
  expect(await rows(vault, paired)).toEqual([{ n: mappings }]);
  expect(await count(vault, "mapping_by_digest")).toBe(mappings);
  expect(await count(vault, "mapping")).toBe(mappings);
}

describe("the digests of a deletion", () => {
  it("are swept, window by window, and those of survivors stay", async () => {
    const vault = await freshVault();
    const { tokens, phases } = await eraseOld(vault, 9_000, 3_000);
    expect(phases).toContain("delete.digests");
    expect(phases).not.toContain("delete.few-rows");
    await expectPaired(vault, 3_000);
    expect(await unmaskTokens(vault, tokens.slice(0, 5))).toEqual(names("young", 5));
  });

  it("go one by one where few are dead among many", async () => {
    const vault = await freshVault();
    const { tokens, phases } = await eraseOld(vault, 20, 4_000);
    expect(phases).toContain("delete.few-rows");
    expect(phases).not.toContain("delete.digests");
    await expectPaired(vault, 4_000);
    expect(await unmaskTokens(vault, tokens.slice(0, 5))).toEqual(names("young", 5));
  });
});

describe("what counts as few", () => {
  it.each([
    [0, 0, false],
    [0, 1_000, true],
    [20, 1_000, false],
    [20, 1_001, true],
    [1_000_000, 10_000_000, false],
  ])("%i dead of %i: %s", (dead, digests, few) => {
    expect(isFew(dead, digests)).toBe(few);
  });
});
