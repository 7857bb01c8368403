// Erasure by value, by token and by attribute: what is erased at once, what the search finds, what stays.
import { afterEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import {
  claimsOf,
  deletionEnded,
  expectDead,
  ledgerOf,
  maskAt,
  NOON,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  rows,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import {
  erasePerson,
  eraseValues,
  maskWith,
  previewErasure,
  requestErasure,
} from "../../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

describe("an erasure by value", () => {
  it("has taken every exact match, of whatever kind, when it is answered", async () => {
    const vault = await freshVault();
    const dead = [
      ...(await maskValues(vault, ["Ann Miller"])),
      ...(await maskValues(vault, ["Ann Miller"], KIND.text)),
      ...(await maskValues(vault, ["0170 123 456"], KIND.numeric)),
    ];
    const live = await maskValues(vault, ["Bob", "ann"]);
    const stall = stallAt("delete.searched");
    const { trackingId } = await requestErasure(vault, {
      target: "value",
      values: ["Ann Miller", "0170 123 456", "nobody"],
    });
    await expectDead(vault, dead);
    expect(await unmaskTokens(vault, live)).toEqual(["Bob", "ann"]);
    const [again] = await maskValues(vault, ["Ann Miller"]);
    expect(dead).not.toContain(again);
    stall.release();
    const view = await deletionEnded(vault, trackingId);
    expect(view).toMatchObject({ state: "SUCCESS", cleared: 3, total: 3, percent: 100 });
    expect(view.matches).toEqual({ ...NO_MATCHES, exact: 3 });
    // Masked after the erasure was accepted: none of its business.
    expect(await unmaskTokens(vault, [again ?? ""])).toEqual(["Ann Miller"]);
  });

  it("finds it in attributes that one batch gave to mappings of two days", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["old"]);
    const by = { manager: "Ann Miller" };
    const live = await maskWith(vault, [
      ["old", by],
      ["new", by],
    ]);
    const { matches } = await eraseValues(vault, "Ann Miller");
    expect(matches).toEqual({ ...NO_MATCHES, pairs: 2 });
    expect(await unmaskTokens(vault, live)).toEqual(["old", "new"]);
  });

  it("finds other spellings, and the value inside longer ones", async () => {
    const vault = await freshVault();
    const gone = [
      "ANN  MILLER",
      "Ａｎｎ Miller",
      "Letter to Ann Miller, Sunday",
      "ann miller's dog",
      "+44-20 7946.0018",
      "call 44 20 7946 0018 now",
    ];
    const stays = [
      "Joann Miller",
      "Ann Millerson",
      "Ann",
      "Miller",
      "020 7946 0018",
      "144207946001",
    ];
    const tokens = await maskValues(vault, [...gone, ...stays]);
    const view = await eraseValues(vault, "Ann Miller", "+44 (20) 7946 0018");
    expect(view.matches).toEqual({ ...NO_MATCHES, normalised: 3, contained: 3 });
    expect(view.cleared).toBe(6);
    const values = await unmaskTokens(vault, tokens);
    expect(values).toEqual([...gone.map(() => null), ...stays]);
  });

  it("takes attribute pairs that hold the value from mappings of other values", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["a@b.example", { name: "Ann Miller", role: "admin" }],
      ["c@d.example", { owners: ["Bob", { full: "ann miller" }] }],
      ["e@f.example", { name: "Bob" }],
    ]);
    const view = await eraseValues(vault, "Ann Miller");
    expect(view.matches).toEqual({ ...NO_MATCHES, pairs: 2 });
    expect(await count(vault, "attribute")).toBe(2);
    expect(await unmaskTokens(vault, tokens)).toEqual([
      "a@b.example",
      "c@d.example",
      "e@f.example",
    ]);
  });

  it("writes a receipt with counts, and nothing of what was looked for", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Miller", "ANN MILLER", "for Ann Miller"]);
    const { receipt } = await eraseValues(vault, "Ann Miller");
    expect(claimsOf(receipt)).toMatchObject({
      kind: "value",
      cutoff: null,
      counts: { mappings: 3 },
      match: { exact: 1, normalised: 1, contained: 1 },
      kept_shared: 0,
      destroyed_keys: [],
    });
    const text = JSON.stringify([claimsOf(receipt), await ledgerOf(vault)]);
    expect(text).not.toMatch(/ann|miller/i);
    expect(await rows(vault, "SELECT search FROM deletion")).toEqual([{ search: null }]);
    expect(await count(vault, "deletion_find")).toBe(0);
  });

  it("touches nothing when nothing matches", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b"]);
    const view = await eraseValues(vault, "c", "***");
    expect(view).toMatchObject({ state: "SUCCESS", cleared: 0, matches: NO_MATCHES });
    expect(await unmaskTokens(vault, tokens)).toEqual(["a", "b"]);
  });
});

describe("an erasure by token", () => {
  it("takes the token's value, under whatever kind, tagged or bare", async () => {
    const vault = await freshVault();
    const [ann = "", bob = "", cid = ""] = await maskValues(vault, ["Ann", "Bob", "Cid"]);
    const digits = await maskValues(vault, ["Ann"], KIND.numeric);
    const [text = ""] = await maskValues(vault, ["Dear Bob"]);
    const tokens = [ann, `<URL>${bob}</URL>`, "unknown", `see <URL>${cid}</URL>`];
    const view = await erasePerson(vault, { target: "token", tokens });
    expect(view.matches).toEqual({ ...NO_MATCHES, exact: 3, contained: 1 });
    await expectDead(vault, [ann, bob, text, ...digits]);
    // A text around a token is no token.
    expect(await unmaskTokens(vault, [cid])).toEqual(["Cid"]);
    expect(claimsOf(view.receipt)).toMatchObject({ kind: "token" });
  });
});

describe("an erasure by attribute", () => {
  it("takes the holder's mappings, and only the pair where another holder has one too", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["Ann", { customer: 42 }],
      ["Berlin", { customer: 42 }],
      ["Berlin", { customer: 43 }],
      ["Bob", { customer: 43, age: 42 }],
      ["ann@x.example", { customer: "42", city: "Berlin" }],
    ]);
    const [ann = "", berlin = "", , bob = "", mail = ""] = tokens;
    const person = { target: "attribute", key: "customer", value: 42 } as const;
    expect(await previewErasure(vault, person)).toEqual({
      mappings: 2,
      matches: { ...NO_MATCHES, exact: 1, normalised: 1, keptShared: 1 },
    });
    const { trackingId } = await requestErasure(vault, person);
    await expectDead(vault, [ann]);
    const view = await deletionEnded(vault, trackingId);
    expect(view.matches).toEqual({ ...NO_MATCHES, exact: 1, normalised: 1, keptShared: 1 });
    await expectDead(vault, [ann, mail]);
    expect(await unmaskTokens(vault, [berlin, bob])).toEqual(["Berlin", "Bob"]);
    // The other holder's pair, and Bob's two.
    expect(await count(vault, "attribute")).toBe(3);
    expect(claimsOf(view.receipt)).toMatchObject({ kind: "attribute", kept_shared: 1 });
  });

  it("takes a mapping masked twice for the same holder, however the number was written", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskWith(vault, [["Ann", { customer: 42 }]]);
    await maskWith(vault, [["Ann", { customer: "42" }]]);
    const view = await erasePerson(vault, { target: "attribute", key: "customer", value: "42" });
    expect(view).toMatchObject({ cleared: 1, matches: { exact: 0, normalised: 1, keptShared: 0 } });
    await expectDead(vault, [token]);
  });
});

describe("a dry run", () => {
  it("counts as the erasure would, and changes nothing", async () => {
    const vault = await freshVault();
    const values = ["Ann", "ANN", "Dear Ann!", "Bob"];
    const tokens = await maskValues(vault, values);
    await maskWith(vault, [["Cid", { friend: "Ann" }]]);
    const person = { target: "value", values: ["Ann"] } as const;
    const matches = { ...NO_MATCHES, exact: 1, normalised: 1, contained: 1, pairs: 1 };
    expect(await previewErasure(vault, person)).toEqual({ mappings: 3, matches });
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
    expect(await ledgerOf(vault)).toEqual([]);
    expect((await erasePerson(vault, person)).matches).toEqual(matches);
  });
});
