// An erasure by value that is interrupted at each of its steps ends as if nothing had happened.
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import type { PersonQuery } from "../../../../src/vault/deletion-rpc.ts";
import { everyOther } from "../../../support/properties.ts";
import {
  claimsOf,
  expectDead,
  ledgerOf,
  pushDeletions,
  stallAt,
} from "../../../support/vault/erasing.ts";
import { keeperOf, registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  readJob,
  reopened,
  rows,
  submit,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { maskWith, requestErasure } from "../../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const PERSON: PersonQuery = { target: "value", values: ["Ann Miller", "0170 123 456"] };
const ACCEPTANCE = ["delete.began", "delete.in-ledger", "delete.exact", "delete.active"];
const SEARCH = [
  "delete.searched",
  "delete.values",
  "delete.pairs",
  "delete.job-searched",
  "delete.job-data",
  "delete.staged",
  "delete.finish-in-ledger",
  "delete.close",
  "delete.renew",
  "delete.receipt",
];

const KEPT = Array.from({ length: 450 }, (_, i) => `other ${i}`);

/** Three slices of values, exact, normalised and contained matches among them, pairs, and a job. */
async function mixedVault() {
  const vault = await freshVault();
  const exact = [
    ...(await maskValues(vault, ["Ann Miller", "0170 123 456"])),
    ...(await maskValues(vault, ["Ann Miller"], KIND.text)),
    ...(await maskValues(vault, ["0170 123 456"], KIND.numeric)),
  ];
  const live = await maskValues(vault, KEPT);
  const found = await maskValues(vault, ["ANN MILLER", "0170/123456", "for Ann Miller, x"]);
  await maskWith(vault, [
    ["other 1", { name: "Ann Miller", age: 7 }],
    ["other 2", { name: "Bob" }],
  ]);
  const job = await submit(vault, [{ token_value: "ann miller came by" }], "unmask");
  await ended(vault, job);
  return { vault, exact, found, live, job };
}

type Mixed = Omit<Awaited<ReturnType<typeof mixedVault>>, "vault">;

/** What must hold in the end, whatever happened on the way. */
async function expectWhole(vault: OpenVault, { exact, found, live, job }: Mixed): Promise<void> {
  const matches = { ...NO_MATCHES, exact: 4, normalised: 2, contained: 1, pairs: 1, jobs: 1 };
  const [row, ...others] = await rows(
    vault,
    "SELECT state, cleared, matches, receipt FROM deletion",
  );
  expect(others).toEqual([]);
  expect(row).toMatchObject({ state: "SUCCESS", cleared: 7 });
  expect(JSON.parse(String(row?.["matches"]))).toEqual(matches);
  expect(claimsOf(String(row?.["receipt"]))).toMatchObject({
    counts: { mappings: 7 },
    match: { exact: 4, normalised: 2, contained: 1 },
  });
  expect((await ledgerOf(vault)).map(({ phase }) => phase)).toEqual(["accepted", "finished"]);
  await expectDead(vault, [...exact, ...found]);
  expect(await unmaskTokens(vault, live)).toEqual(KEPT);
  expect(await count(vault, "attribute")).toBe(2);
  expect(await count(vault, "deletion_find")).toBe(0);
  expect(await readJob(vault, job)).toMatchObject({ state: "PURGED", input: null, result: null });
}

describe("an erasure by value that fails once", () => {
  it.each(everyOther([...ACCEPTANCE, ...SEARCH]))(
    "at %s ends SUCCESS with exact counts",
    async (point) => {
      const { vault, ...mixed } = await mixedVault();
      let failures = 0;
      setFailpointHook(async (at) => {
        await scheduler.wait(0);
        if (at !== point || failures > 0) return;
        failures += 1;
        throw new Error("failpoint");
      });
      const reply = await vault.calls.requestErasure(vault.caller, PERSON);
      expect(reply.ok).toBe(!ACCEPTANCE.includes(point));
      await expectDead(vault, mixed.exact);
      await pushDeletions(vault);
      expect(failures).toBe(1);
      await expectWhole(vault, mixed);
    },
  );
});

describe("an erasure by value whose object dies", () => {
  it.each(everyOther([...ACCEPTANCE, ...SEARCH], 1))(
    "at %s ends SUCCESS with exact counts",
    async (point) => {
      const { vault: before, ...mixed } = await mixedVault();
      const stall = stallAt(point);
      const asked = before.calls.requestErasure(before.caller, PERSON).catch(() => null);
      await stall.reached();
      const gone = abortAllDurableObjects();
      await scheduler.wait(5);
      stall.release();
      await gone;
      await asked;
      setFailpointHook(null);
      const vault = reopened(before);
      await expectDead(vault, mixed.exact);
      await pushDeletions(vault);
      await expectWhole(vault, mixed);
    },
  );
});

describe("an erasure by value without its Registry", () => {
  const breakLedger = async (vault: OpenVault) => {
    // Its Registry may have no tables yet.
    await registryOf(vault).calls.noteDue(vault.nid, null);
    await rows(registryOf(vault), "ALTER TABLE ledger RENAME TO ledger_away");
  };
  const mendLedger = (vault: OpenVault) =>
    rows(registryOf(vault), "ALTER TABLE ledger_away RENAME TO ledger");

  it("is refused at step 2, nobody is served until it answers, then it is in effect", async () => {
    const { vault, ...mixed } = await mixedVault();
    const unavailable = { ok: false, error: { code: "unavailable" } };
    await breakLedger(vault);
    try {
      expect(await vault.calls.requestErasure(vault.caller, PERSON)).toEqual(unavailable);
      expect(await vault.calls.unmask(vault.caller, { tokens: mixed.exact })).toEqual(unavailable);
      expect(await vault.calls.previewErasure(vault.caller, PERSON)).toEqual(unavailable);
    } finally {
      await mendLedger(vault);
    }
    await expectDead(vault, mixed.exact);
    await pushDeletions(vault);
    await expectWhole(vault, mixed);
  });

  it("at its end only waits with the receipt", async () => {
    const { vault, ...mixed } = await mixedVault();
    const stall = stallAt("delete.job-data");
    await requestErasure(vault, PERSON);
    await stall.reached();
    await breakLedger(vault);
    stall.release();
    try {
      for (let i = 0; i < 300; i++) {
        const [row] = await rows(vault, "SELECT attempts FROM deletion");
        if (Number(row?.["attempts"]) > 0) break;
        await scheduler.wait(5);
      }
      await expectDead(vault, [...mixed.exact, ...mixed.found]);
    } finally {
      await mendLedger(vault);
    }
    await pushDeletions(vault);
    await expectWhole(vault, mixed);
  });
});

describe("a keeper of replay parts that takes no more", () => {
  it("has an erasure refused as if it had not been asked for, and keeps nobody else waiting", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "Bob"]);
    const keeper = keeperOf(vault);
    // By hand: with a table of others in it, it refuses every part.
    await rows(keeper, "CREATE TABLE other (id INTEGER)");
    const ann: PersonQuery = { target: "value", values: ["Ann"] };
    const refused = { ok: false, error: { code: "unavailable" } };
    expect(await vault.calls.requestErasure(vault.caller, ann)).toEqual(refused);
    expect(await unmaskTokens(vault, tokens)).toEqual(["Ann", "Bob"]);
    expect(await count(vault, "deletion")).toBe(0);
    expect(await ledgerOf(vault)).toEqual([]);
    await rows(keeper, "DROP TABLE other");
    await requestErasure(vault, ann);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "Bob"]);
  });
});
