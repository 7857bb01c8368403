// Rows that do not open are set aside: counted, skipped by what would read them, and destroyed by any deletion that
// covers them.
import { describe, expect, it } from "vitest";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import type { PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { everyOther } from "../../support/properties.ts";
import {
  acceptIn,
  acceptPersonIn,
  claimsOf,
  deletionEnded,
  erase,
  maskAt,
  NOON,
  readDeletion,
  runAll,
} from "../../support/vault/erasing.ts";
import {
  accepted,
  count,
  ended,
  freshVault,
  maskSubmission,
  maskValues,
  type OpenVault,
  payloadOf,
  readJob,
  rows,
  submit,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { erasePerson, eraseValues, maskWith } from "../../support/vault/person.ts";

/** By hand: the last byte of a sealed cell is another one. */
const FLIPPED = `CAST(substr(sealed, 1, length(sealed) - 1) ||
  iif(substr(sealed, -1) = x'00', x'01', x'00') AS BLOB)`;

const damage = (vault: OpenVault, table: string, where: string, as = FLIPPED) =>
  rows(vault, `UPDATE ${table} SET sealed = ${as} WHERE ${where}`);

async function expectUnreadable(vault: OpenVault, token: string): Promise<void> {
  const reply = await vault.calls.unmask(vault.caller, { tokens: [token] });
  expect(reply).toEqual({ ok: false, error: { code: "internal" } });
}

describe("a value that does not open", () => {
  it.each([
    ["flipped", FLIPPED],
    ["emptied", "x''"],
  ])("(%s) is counted by an erasure by value, and stays; the others' matches go", async (_, as) => {
    const vault = await freshVault();
    // One by one: ids are given out in the order of digests.
    const [bob = ""] = await maskValues(vault, ["Bob"]);
    const [ann = "", spelt = "", cid = ""] = await maskValues(vault, ["Ann", "ANN", "Cid"]);
    await damage(vault, "mapping", "id = 1", as);
    const view = await eraseValues(vault, "Ann");
    expect(view).toMatchObject({ state: "SUCCESS", cleared: 2, quarantined: 1, blocked: null });
    expect(claimsOf(view.receipt)).toMatchObject({ counts: { mappings: 2 }, quarantined: 1 });
    expect(await unmaskTokens(vault, [ann, spelt, cid])).toEqual([null, null, "Cid"]);
    await expectUnreadable(vault, bob);
    // An exact match is found by its digest, and an age covers whatever is older.
    expect(await eraseValues(vault, "Bob")).toMatchObject({ cleared: 1, quarantined: 0 });
    expect(await unmaskTokens(vault, [bob])).toEqual([null]);
  });

  it("goes with what covers it by age", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "Bob"]);
    await damage(vault, "mapping", "id = 1");
    expect(await erase(vault)).toMatchObject({ cleared: 2, quarantined: 0 });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, null]);
    expect(await count(vault, "mapping")).toBe(0);
  });

  it("survives a split day unread, counted, and its key is destroyed all the same", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON - DAY_MS / 4, ["old"]);
    const at = NOON + DAY_MS / 4;
    const [hurt = ""] = await maskAt(vault, at, ["hurt"]);
    await damage(vault, "mapping", "id = (SELECT max(id) FROM mapping)");
    const pairs = [JSON.stringify({ a: 1 }), null];
    const [young = "", other = ""] = await maskAt(vault, at, ["young", "other"], undefined, pairs);
    await damage(vault, "attribute", "1");
    let trackingId = "";
    await inNamespace(
      vault,
      async (namespace) => {
        trackingId = (await acceptIn(namespace, { duration: 1 })).trackingId;
        await runAll(namespace);
      },
      { clock: () => NOON + DAY_MS },
    );
    const view = await readDeletion(vault, trackingId);
    expect(view).toMatchObject({ state: "SUCCESS", cleared: 1, quarantined: 2 });
    expect(claimsOf(view.receipt)).toMatchObject({ quarantined: 2 });
    expect(await rows(vault, "SELECT version FROM day_key WHERE key IS NOT NULL")).toEqual([
      { version: 2 },
    ]);
    expect(await unmaskTokens(vault, [young, other])).toEqual(["young", "other"]);
    await expectUnreadable(vault, hurt);
    // Its key is gone by now; a search still gets through, and so does the next erasure of that day.
    const person: PersonQuery = { target: "value", values: ["young"] };
    await inNamespace(vault, async ({ views, ...namespace }) => {
      const { trackingId } = await acceptPersonIn(namespace as Namespace, person);
      await runAll(namespace as Namespace);
      const found = accepted(await views.read(trackingId));
      expect(found).toMatchObject({ state: "SUCCESS", quarantined: 1 });
    });
    expect(await unmaskTokens(vault, [other])).toEqual(["other"]);
    expect(await erase(vault)).toMatchObject({ state: "SUCCESS", cleared: 2 });
    expect(await count(vault, "attribute")).toBe(0);
  });
});

describe("a day key that does not open", () => {
  it("stops only the erasure that has to replace it, until what it is for is covered", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["Ann", "Bob"]);
    const [late = ""] = await maskAt(vault, NOON + DAY_MS, ["Cid"]);
    await rows(
      vault,
      "UPDATE wrapped_key SET wrapped = zeroblob(length(wrapped)) WHERE id = (SELECT key FROM day_key WHERE day = ?)",
      Math.floor(NOON / DAY_MS),
    );
    const person: PersonQuery = { target: "value", values: ["Ann"] };
    await inNamespace(vault, async (namespace) => {
      const { storage, unmasker, views } = namespace;
      const { trackingId } = await acceptPersonIn(namespace, person);
      const stuck = async () => accepted(await views.read(trackingId));
      await runAll(namespace);
      expect(await stuck()).toMatchObject({
        state: "IN-PROGRESS",
        cleared: 1,
        quarantined: 1,
        blocked: { by: "key", phase: "day-keys" },
      });
      expect((await unmasker.unmask({ tokens: [late] }, null)).values).toEqual(["Cid"]);
      const age = await acceptIn(namespace, { date: isoDate(NOON + DAY_MS) });
      await runAll(namespace);
      expect(accepted(await views.read(age.trackingId))).toMatchObject({ state: "SUCCESS" });
      storage.sql.exec("UPDATE deletion SET due = 1 WHERE due IS NOT NULL");
      await runAll(namespace);
      expect(await stuck()).toMatchObject({ state: "SUCCESS" });
    });
    expect(await unmaskTokens(vault, [late])).toEqual(["Cid"]);
  });
});

describe("an attribute pair that does not open", () => {
  it("is counted by an erasure by value, and stays", async () => {
    const vault = await freshVault();
    await maskWith(vault, [
      ["x", { of: "Ann" }],
      ["y", { of: "Ann" }],
    ]);
    await damage(vault, "attribute", "mapping_id = 2");
    const view = await eraseValues(vault, "Ann");
    expect(view).toMatchObject({ quarantined: 1, matches: { pairs: 1 } });
    expect(await count(vault, "attribute")).toBe(1);
  });

  it("is found by its digest; another one under the name is taken for another holder's", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["exact", { customer: 42 }],
      ["shared", { customer: 42 }],
      ["spelt", { customer: "42" }],
    ]);
    await maskWith(vault, [["shared", { customer: 43 }]]);
    await damage(vault, "attribute", "mapping_id = 1 OR mapping_id = 3");
    await rows(
      vault,
      `UPDATE attribute SET sealed = ${FLIPPED} WHERE mapping_id = 2
         AND digest <> (SELECT digest FROM attribute WHERE mapping_id = 1)`,
    );
    const view = await erasePerson(vault, { target: "attribute", key: "customer", value: 42 });
    expect(view).toMatchObject({
      state: "SUCCESS",
      quarantined: 2,
      matches: { exact: 1, keptShared: 1, normalised: 0 },
    });
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "shared", "spelt"]);
    expect(await count(vault, "attribute")).toBe(2);
  });
});

describe("data of a job", () => {
  const CASES: [string, string][] = [
    ["payload", `UPDATE job_chunk SET sealed = ${FLIPPED} WHERE part = 1 AND job = 1`],
    ["meta", "UPDATE job_meta SET sealed = zeroblob(length(sealed)) WHERE job = 1"],
    [
      "key",
      "UPDATE wrapped_key SET wrapped = randomblob(61) WHERE id = (SELECT key FROM job WHERE serial = 1)",
    ],
  ];

  it.each(everyOther(CASES))(
    "that does not open (%s) is counted; other jobs are searched",
    async (_, sql) => {
      const vault = await freshVault();
      const items = [{ value: "for Ann only", token_name: "Text Token" }];
      const hurt = await submit(vault, items);
      await ended(vault, hurt);
      const whole = await submit(vault, items);
      await ended(vault, whole);
      await rows(vault, sql);
      const view = await eraseValues(vault, "Ann");
      expect(view).toMatchObject({ state: "SUCCESS", quarantined: 1 });
      expect(await readJob(vault, whole)).toMatchObject({ state: "PURGED" });
    },
  );

  it.each(everyOther(["garbage", "{}", null]))(
    "whose list of mappings is damaged (%s) is purged, not served",
    async (list) => {
      const vault = await freshVault();
      await maskValues(vault, ["Ann"]);
      const job = await submit(vault, [{ value: "Bob", token_name: "Text Token" }]);
      await ended(vault, job);
      await rows(vault, "UPDATE job_chunk SET mapping_ids = ? WHERE part = 2", list);
      expect(await eraseValues(vault, "Ann")).toMatchObject({
        state: "SUCCESS",
        matches: { jobs: 1 },
      });
      expect(await readJob(vault, job)).toMatchObject({ state: "PURGED", result: null });
    },
  );

  it("with attributes nested 4,000 deep keeps no erasure by attribute from its end", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskWith(vault, [["x", { customer: 42 }]]);
    // As a version before nesting was bounded has kept it.
    const deep = `${'{"1":'.repeat(4_000)}1${"}".repeat(4_000)}`;
    const text = `{"value":"y","token_name":"Text Token","attributes":{"customer":${deep}}}`;
    const payload = payloadOf([[1, text]], { code: "invalid_attributes", index: 0 });
    const job = accepted(await vault.calls.submitJob(vault.caller, maskSubmission(), payload));
    expect(await ended(vault, job)).toMatchObject({ state: "FAILED" });
    const person: PersonQuery = { target: "attribute", key: "customer", value: 42 };
    const { trackingId } = accepted(await vault.calls.requestErasure(vault.caller, person));
    const view = await deletionEnded(vault, trackingId);
    expect(view).toMatchObject({ state: "SUCCESS", cleared: 1, quarantined: 0 });
    expect(await unmaskTokens(vault, [token])).toEqual([null]);
  });
});
