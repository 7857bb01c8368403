// An erasure by attribute: its effect at acceptance, while its rows are deleted, and on values that others use, too.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import {
  deletionEnded,
  erase,
  expectDead,
  pushDeletions,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  readJob,
  rows,
  submit,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import {
  erasePerson,
  eraseValues,
  maskWith,
  requestErasure,
} from "../../../support/vault/person.ts";
import { copyOf, restore, withHold } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

const HOLDER = { target: "attribute", key: "customer", value: 42 } as const;
const OTHER = { target: "attribute", key: "customer", value: 43 } as const;
const NUMBERS = [KIND.default, KIND.numeric];
const times = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Rows written in the object since it was made. */
async function written(vault: OpenVault): Promise<number> {
  const [row] = await rows(vault, "SELECT total_changes() AS n");
  return Number(row?.["n"]);
}

/** Ask for an erasure and hold it before its first slice is written. */
async function covered(vault: OpenVault, person: typeof HOLDER | typeof OTHER = HOLDER) {
  const stall = stallAt("delete.searched");
  const { trackingId } = await requestErasure(vault, person);
  await stall.reached();
  const finish = () => {
    stall.release();
    return deletionEnded(vault, trackingId);
  };
  return { finish };
}

describe("the acceptance of an erasure by attribute", () => {
  it("writes as much for 500 mappings as for one, and all are dead with it", async () => {
    const costs: number[] = [];
    for (const n of [1, 500]) {
      const vault = await freshVault();
      const list = times(n).map((i) => [`v ${i}`, { customer: 42 }] as const);
      const tokens = await maskWith(vault, list);
      const stall = stallAt("delete.active");
      const before = await written(vault);
      const asked = requestErasure(vault, HOLDER);
      await stall.reached();
      costs.push((await written(vault)) - before);
      expect(await count(vault, "mapping")).toBe(n);
      stall.release();
      const { trackingId } = await asked;
      await expectDead(vault, tokens);
      const { cleared, matches } = await deletionEnded(vault, trackingId);
      expect({ cleared, matches }).toEqual({ cleared: n, matches: { ...NO_MATCHES, exact: n } });
      expect([await count(vault, "mapping"), await count(vault, "erased_pair")]).toEqual([0, 0]);
    }
    expect(costs[1]).toBe(costs[0]);
  });

  it("holds in an object that starts anew, which makes nobody wait for the rows", async () => {
    const vault = await freshVault();
    const list = times(2_000).map((i) => [`v ${i}`, { customer: 42 }] as const);
    const tokens = await maskWith(vault, list);
    const { finish } = await covered(vault);
    const copy = await copyOf(vault);
    await finish();
    await restore(vault, withHold(copy));
    await expectDead(vault, tokens);
    expect(await count(vault, "mapping")).toBe(2_000);
    const [fresh = ""] = await maskValues(vault, ["v 0"]);
    expect(tokens).not.toContain(fresh);
    await vault.calls.setHold(false);
    await pushDeletions(vault);
    expect(await unmaskTokens(vault, [fresh, ...tokens.slice(0, 3)])).toEqual([
      "v 0",
      null,
      null,
      null,
    ]);
  });

  it("that was cut off is taken up again by the next call, without its rows", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(
      vault,
      times(2_000).map((i) => [`v ${i}`, { customer: 42 }]),
    );
    const acceptance = stallAt("delete.in-ledger");
    const asked = requestErasure(vault, HOLDER);
    await acceptance.reached();
    const copy = await copyOf(vault);
    acceptance.release();
    await deletionEnded(vault, (await asked).trackingId);
    await restore(vault, withHold(copy));
    await expectDead(vault, tokens);
    expect(await count(vault, "mapping")).toBe(2_000);
    await vault.calls.setHold(false);
    await pushDeletions(vault);
    expect(await count(vault, "mapping")).toBe(0);
  });
});

describe("while the rows of an erasure by attribute are deleted", () => {
  it.each(NUMBERS)("a value masked again gets a new token that lives (kind %i)", async (kind) => {
    const vault = await freshVault();
    const old = await maskWith(
      vault,
      [
        ["17", { customer: 42 }],
        ["18", { customer: 42 }],
      ],
      kind,
    );
    const { finish } = await covered(vault);
    const [plain = "", same = ""] = await maskValues(vault, ["17", "17"], kind);
    const [again = ""] = await maskWith(vault, [["18", { customer: 42 }]], kind);
    expect(old).not.toContain(plain);
    expect(old).not.toContain(again);
    expect(same).toBe(plain);
    expect(await maskValues(vault, ["17", "18"], kind)).toEqual([plain, again]);
    expect(await unmaskTokens(vault, [plain, again])).toEqual(["17", "18"]);
    const { matches } = await finish();
    expect(matches).toEqual({ ...NO_MATCHES, exact: 2 });
    await expectDead(vault, old);
    expect(await unmaskTokens(vault, [plain, again])).toEqual(["17", "18"]);
    expect(await maskValues(vault, ["17", "18"], kind)).toEqual([plain, again]);
  });

  it("results of jobs that speak of them are gone, an unmask job among them", async () => {
    const vault = await freshVault();
    const attributes = { customer: 42 };
    const masking = await submit(vault, [{ value: "Ann", token_name: "Text Token", attributes }]);
    const [item] = (await ended(vault, masking)).result as { token_value: string }[];
    const token_value = item?.token_value ?? "";
    const unmasking = await submit(vault, [{ token_value }], "unmask");
    expect((await ended(vault, unmasking)).result).toMatchObject([{ value: "Ann" }]);
    const { finish } = await covered(vault);
    for (const id of [masking, unmasking]) {
      expect(await readJob(vault, id)).toMatchObject({ state: "PURGED", result: null });
    }
    await finish();
  });

  it("a pair given to a mapping of before it stays, and the next erasure takes both", async () => {
    const vault = await freshVault();
    const [rome = "", oslo = ""] = await maskWith(vault, [
      ["Rome", { city: "Rome" }],
      ["Oslo", { customer: 43 }],
    ]);
    const { finish } = await covered(vault);
    await maskWith(vault, [
      ["Rome", { customer: 42 }],
      ["Oslo", { customer: 42 }],
    ]);
    expect(await unmaskTokens(vault, [rome, oslo])).toEqual(["Rome", "Oslo"]);
    expect((await finish()).matches).toEqual(NO_MATCHES);
    expect(await unmaskTokens(vault, [rome, oslo])).toEqual(["Rome", "Oslo"]);
    expect(await count(vault, "later_pair")).toBe(2);
    const { matches } = await erasePerson(vault, HOLDER);
    expect(await count(vault, "later_pair")).toBe(0);
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1, keptShared: 1 });
    expect(await unmaskTokens(vault, [rome, oslo])).toEqual([null, "Oslo"]);
  });

  it("a second one of another holder decides as it would alone", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["mine", { customer: 42 }],
      ["ours", { customer: 42 }],
      ["ours", { customer: 43 }],
      ["theirs", { customer: 43 }],
    ]);
    const { finish } = await covered(vault);
    const second = await requestErasure(vault, OTHER);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "ours", "ours", null]);
    const first = await finish();
    const { matches } = await deletionEnded(vault, second.trackingId);
    expect(first.matches).toEqual({ ...NO_MATCHES, exact: 1, keptShared: 1 });
    expect(matches).toEqual({ ...NO_MATCHES, exact: 2 });
    expect([await count(vault, "mapping"), await count(vault, "attribute")]).toEqual([0, 0]);
  });
});

describe("a value that was masked without attributes, too", () => {
  const shared = { ...NO_MATCHES, keptShared: 1 };
  const withHolder = (vault: OpenVault) => maskWith(vault, [["Rome", { customer: 42 }]]);
  const bare = (vault: OpenVault) => maskValues(vault, ["Rome"]);
  const empty = (vault: OpenVault) => maskWith(vault, [["Rome", {}]]);
  const mixed = (vault: OpenVault) =>
    maskWith(vault, [
      ["Rome", { customer: 42 }],
      ["Rome", {}],
    ]);
  const inJob = async (vault: OpenVault) => {
    await ended(vault, await submit(vault, [{ value: "Rome", token_name: "Default Token" }]));
  };

  it.each<[string, ((vault: OpenVault) => Promise<unknown>)[]]>([
    ["before", [bare, withHolder]],
    ["behind", [withHolder, bare]],
    ["with none in them", [withHolder, empty]],
    ["in the same request", [mixed]],
    ["in a job", [withHolder, inJob]],
  ])("%s loses the pair, not its life", async (_, uses) => {
    const vault = await freshVault();
    for (const use of uses) await use(vault);
    const tokens = await bare(vault);
    const { trackingId } = await requestErasure(vault, HOLDER);
    expect(await unmaskTokens(vault, tokens)).toEqual(["Rome"]);
    expect((await deletionEnded(vault, trackingId)).matches).toMatchObject(shared);
    expect(await unmaskTokens(vault, tokens)).toEqual(["Rome"]);
    expect(await count(vault, "attribute")).toBe(0);
  });

  it("is remembered by one row written once", async () => {
    const vault = await freshVault();
    await withHolder(vault);
    const costs: number[] = [];
    for (const _ of times(3)) {
      const before = await written(vault);
      await bare(vault);
      costs.push((await written(vault)) - before);
    }
    expect(costs).toEqual([1, 0, 0]);
  });

  it.each<[string, (vault: OpenVault) => Promise<unknown>]>([
    ["by age", (vault) => erase(vault)],
    ["by value", (vault) => eraseValues(vault, "Rome", "Oslo")],
  ])("is remembered no longer than it is there: erased %s", async (_, end) => {
    const vault = await freshVault();
    await maskWith(vault, [["Bonn", {}]]);
    await withHolder(vault);
    expect([await count(vault, "bare_use"), await count(vault, "later_pair")]).toEqual([0, 0]);
    await bare(vault);
    const { finish } = await covered(vault);
    await maskWith(vault, [["Oslo", { customer: 42 }]]);
    await finish();
    expect([await count(vault, "bare_use"), await count(vault, "later_pair")]).toEqual([1, 1]);
    await end(vault);
    expect([await count(vault, "bare_use"), await count(vault, "later_pair")]).toEqual([0, 0]);
  });

  it("is remembered in a full namespace, too", async () => {
    const vault = await freshVault();
    const tokens = await withHolder(vault);
    await evictDurableObject(vault.object);
    expect(await bare(vault)).toEqual(tokens);
    expect((await erasePerson(vault, HOLDER)).matches).toEqual(shared);
  });

  it("is erased in a database of before, unless it had none or is masked without them again", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["had", { customer: 42 }],
      ["had and again", { customer: 42 }],
      ["had none", {}],
    ]);
    // What rows of before read as: nothing is known of their uses.
    await rows(vault, "DELETE FROM bare_use");
    await evictDurableObject(vault.object);
    await maskValues(vault, ["had and again"]);
    await maskWith(vault, [["had none", { customer: 42 }]]);
    const { matches } = await erasePerson(vault, HOLDER);
    expect(matches).toEqual({ ...NO_MATCHES, exact: 1, keptShared: 2 });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "had and again", "had none"]);
  });
});
