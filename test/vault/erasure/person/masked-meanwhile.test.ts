// What is masked after an erasure was accepted stays, also a value or an attribute that the search has yet to come to.
import { afterEach, describe, expect, it, vi } from "vitest";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import type { PersonQuery } from "../../../../src/vault/deletion-rpc.ts";
import { Matcher } from "../../../../src/vault/erasure/person/matcher.ts";
import { Searches } from "../../../../src/vault/erasure/person/searches.ts";
import {
  deletionEnded,
  pushDeletions,
  readDeletion,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../../../support/vault/inside.ts";
import { maskWith, requestErasure } from "../../../support/vault/person.ts";
import { copyOf, restore } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

const TEXT = "Write to ada@example.com";
const OTHER = "Write to bob@example.com";
const byValue = (...values: string[]): PersonQuery => ({ target: "value", values });

/** Begin an erasure whose first search stops until `end` is called, which waits for the erasure's end. */
async function begun(vault: OpenVault, person: PersonQuery) {
  const stall = stallAt("delete.searched");
  const { trackingId } = await requestErasure(vault, person);
  await stall.reached();
  const end = () => {
    stall.release();
    return deletionEnded(vault, trackingId);
  };
  return { trackingId, end };
}

describe("a value masked again while a search is under way", () => {
  it.each([
    ["contained", TEXT, "ada@example.com"],
    ["normalised", "ADA  LANE", "Ada Lane"],
  ] as const)("keeps its new token, where it is a %s match", async (as, value, sought) => {
    const vault = await freshVault();
    const [old = "", other = ""] = await maskValues(vault, [value, OTHER]);
    const erasure = await begun(vault, byValue(sought));
    const again = await maskValues(vault, [value, OTHER]);
    expect(again).toEqual([expect.not.stringContaining(old), other]);
    expect(await maskValues(vault, [value, OTHER])).toEqual(again);
    const { matches } = await erasure.end();
    expect(matches).toMatchObject({ exact: 0, [as]: 1 });
    expect(await unmaskTokens(vault, [old, ...again])).toEqual([null, value, OTHER]);
    expect(await maskValues(vault, [value])).toEqual([again[0]]);
  });

  it("keeps its new token, where a token was named", async () => {
    const vault = await freshVault();
    const [named = "", old = ""] = await maskValues(vault, ["ada@example.com", TEXT]);
    const erasure = await begun(vault, { target: "token", tokens: [named] });
    const [again = ""] = await maskValues(vault, [TEXT]);
    await erasure.end();
    expect(await unmaskTokens(vault, [named, old, again])).toEqual([null, null, TEXT]);
  });

  it("keeps its new token, where several searches wait for one another", async () => {
    const vault = await freshVault();
    const texts = ["ada and bob", "bob and eve", "eve"];
    const old = await maskValues(vault, texts);
    const erasure = await begun(vault, byValue("ada"));
    await requestErasure(vault, byValue("bob"));
    const again = await maskValues(vault, texts);
    expect(again[2]).toBe(old[2]);
    await erasure.end();
    await pushDeletions(vault);
    expect(await unmaskTokens(vault, old)).toEqual([null, null, "eve"]);
    expect(await unmaskTokens(vault, again)).toEqual(texts);
  });

  it("keeps its mapping during a legal hold, in which nothing is destroyed", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, [TEXT]);
    const erasure = await begun(vault, byValue("ada@example.com"));
    await vault.calls.setHold(true);
    expect(await maskValues(vault, [TEXT])).toEqual(old);
    expect(await unmaskTokens(vault, old)).toEqual([TEXT]);
    await vault.calls.setHold(false);
    await erasure.end();
  });

  it("is compared once with a search, however often its mask is planned again", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, [OTHER]);
    const erasure = await begun(vault, byValue("ada@example.com"));
    const compared = vi.spyOn(Matcher.prototype, "match");
    await inNamespace(vault, async (namespace) => {
      let plans = 0;
      // As a search that removes something between plan and commit.
      setFailpointHook((at) => {
        if (at === "mask.before-commit" && ++plans < 5) namespace.liveness.outdatePlans();
      });
      expect(await mask(namespace, [OTHER], KIND.default)).toEqual(old);
      expect(plans).toBe(5);
    });
    expect(compared).toHaveBeenCalledTimes(1);
    compared.mockRestore();
    await erasure.end();
  });

  it("is compared with many searches without opening them again", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, [OTHER]);
    const erasure = await begun(vault, byValue("ada@example.com"));
    for (let i = 0; i < 12; i++) await requestErasure(vault, byValue(`person ${i} of a village`));
    const opened = vi.spyOn(Searches.prototype, "open");
    expect(await maskValues(vault, [OTHER])).toEqual(old);
    // The first is open already, because it is under way.
    expect(opened).toHaveBeenCalledTimes(12);
    expect(await maskValues(vault, [OTHER])).toEqual(old);
    expect(opened).toHaveBeenCalledTimes(12);
    opened.mockRestore();
    await erasure.end();
    await pushDeletions(vault);
    expect(await maskValues(vault, [OTHER])).toEqual(old);
  });

  it("is left where it is damaged, once the search has passed it", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, [TEXT]);
    await rows(vault, "UPDATE mapping SET sealed = zeroblob(length(sealed))");
    const erasure = await begun(vault, byValue("ada@example.com"));
    let isOver = false;
    const { match } = Matcher.prototype;
    const compared = vi.spyOn(Matcher.prototype, "match").mockImplementation(async function (
      this: Matcher,
      texts,
    ) {
      while (texts.includes(TEXT) && !isOver) await scheduler.wait(1);
      return match.call(this, texts);
    });
    const masked = maskValues(vault, [TEXT]);
    await expect.poll(() => compared.mock.calls.length).toBe(1);
    const { trackingId, cleared, matches } = await erasure.end();
    isOver = true;
    expect(await masked).toEqual(old);
    expect(await readDeletion(vault, trackingId)).toMatchObject({ cleared, matches });
    expect(await count(vault, "deletion_find")).toBe(0);
    compared.mockRestore();
  });

  it("is masked also where the search does not open", async () => {
    const vault = await freshVault();
    const old = await maskValues(vault, [TEXT]);
    const { trackingId } = await requestErasure(vault, byValue("ada@example.com"));
    await rows(
      vault,
      "UPDATE deletion SET search = x'00', phase = 'values', cursor = 0, state = 'PENDING', due = 9e15 WHERE tracking_id = ?",
      trackingId,
    );
    expect(await maskValues(vault, [TEXT])).toHaveLength(old.length);
  });
});

describe("an attribute stored while a search is under way", () => {
  it.each([
    ["value", byValue("Bob")],
    ["attribute", { target: "attribute", key: "friend", value: "BOB" }],
  ] as const)("is left by an erasure by %s, so that the next one finds it", async (_, older) => {
    const vault = await freshVault();
    const [token = ""] = await maskWith(vault, [["a note", { holder: "Ann" }]]);
    const erasure = await begun(vault, older);
    await maskWith(vault, [["a note", { friend: "Bob" }]]);
    expect((await erasure.end()).matches).toMatchObject({ pairs: 0, keptShared: 0 });
    expect(await count(vault, "attribute")).toBe(2);
    await requestErasure(vault, { target: "attribute", key: "friend", value: "Bob" });
    expect(await unmaskTokens(vault, [token])).toEqual([null]);
  });
});

it.each([
  ["with another attribute", { friend: "Bob" }, 1],
  ["without attributes", null, 0],
])(
  "a value masked again %s keeps its mapping, which only loses the sought pair",
  async (_, attributes, left) => {
    const vault = await freshVault();
    await maskWith(vault, [["a note", { holder: "ANN" }]]);
    const erasure = await begun(vault, { target: "attribute", key: "holder", value: "ann" });
    const again = () =>
      attributes === null
        ? maskValues(vault, ["a note"])
        : maskWith(vault, [["a note", attributes]]);
    const tokens = await again();
    expect((await erasure.end()).matches).toMatchObject({ normalised: 0, keptShared: 1 });
    expect(await unmaskTokens(vault, tokens)).toEqual(["a note"]);
    expect(await count(vault, "attribute")).toBe(left);
  },
);

it("a pair stored again after it was taken stays when the end of the erasure is repeated", async () => {
  const vault = await freshVault();
  const [token = ""] = await maskWith(vault, [["a note", { friend: "Bob", holder: "Ann" }]]);
  const stall = stallAt("delete.finish-in-ledger");
  const { trackingId } = await requestErasure(vault, byValue("Bob"));
  await stall.reached();
  expect(await count(vault, "attribute")).toBe(1);
  expect(await maskWith(vault, [["a note", { friend: "Bob" }]])).toEqual([token]);
  // As after a crash here: the ledger has the closing entry, and this database does not know it.
  const copy = await copyOf(vault);
  stall.release();
  await deletionEnded(vault, trackingId);
  await restore(vault, copy);
  expect(await unmaskTokens(vault, [token])).toEqual(["a note"]);
  expect(await count(vault, "attribute")).toBe(2);
  await requestErasure(vault, { target: "attribute", key: "friend", value: "Bob" });
  expect(await unmaskTokens(vault, [token])).toEqual([null]);
});

it("a value masked again stays alive when an older erasure takes the pair that kept it", async () => {
  const vault = await freshVault();
  const [old = ""] = await maskWith(vault, [
    ["a note", { holder: "Ann" }],
    ["a note", { holder: "Bob" }],
  ]);
  const atValues = stallAt("delete.values");
  await requestErasure(vault, byValue("Bob"));
  await atValues.reached();
  await requestErasure(vault, { target: "attribute", key: "holder", value: "Ann" });
  expect(await maskWith(vault, [["a note", { friend: "Eve" }]])).toEqual([old]);
  const atPairs = stallAt("delete.pairs");
  atValues.release();
  await atPairs.reached();
  expect(await unmaskTokens(vault, [old])).toEqual(["a note"]);
  atPairs.release();
  await pushDeletions(vault);
  expect(await unmaskTokens(vault, [old])).toEqual(["a note"]);
});

it("counts a mapping that loses one pair when another of its pairs is stored again meanwhile", async () => {
  const seen: unknown[] = [];
  for (const again of ["ANN", "Ann", "aNN", "AnN"]) {
    const vault = await freshVault();
    await maskValues(vault, ["a note"]);
    await maskWith(
      vault,
      ["ANN", "Ann", "aNN", "AnN"].map((holder) => ["a note", { holder }] as const),
    );
    const erasure = await begun(vault, { target: "attribute", key: "holder", value: "ann" });
    await maskWith(vault, [["a note", { holder: again }]]);
    seen.push((await erasure.end()).matches?.keptShared);
    expect(await count(vault, "attribute")).toBe(1);
  }
  expect(seen).toEqual([1, 1, 1, 1]);
});
