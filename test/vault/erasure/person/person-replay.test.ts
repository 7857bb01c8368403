// A database restored from before an erasure repeats it before it serves.

import { afterEach, describe, expect, it } from "vitest";
import type { ReplayNote } from "../../../../src/erasure/ledger-entry.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import {
  deletionEnded,
  expectDead,
  ledgerOf,
  pushDeletions,
  readDeletion,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  readJob,
  rows,
  submit,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import {
  erasePerson,
  eraseValues,
  maskWith,
  replayParts,
  requestErasure,
} from "../../../support/vault/person.ts";
import { copyOf, restore } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

describe("a copy from before an erasure by value", () => {
  it("gives no match of any sort from its first answer on, and the same counts and receipt", async () => {
    const vault = await freshVault();
    const dead = [
      ...(await maskValues(vault, ["Ann", "ANN", "dear Ann"])),
      ...(await maskValues(vault, ["Ann"], KIND.special)),
    ];
    const live = await maskValues(vault, ["Bob"]);
    await maskWith(vault, [["Bob", { of: "Ann", at: "x" }]]);
    const job = await submit(vault, [{ token_value: "ann came" }], "unmask");
    await ended(vault, job);
    const copy = await copyOf(vault);
    const { trackingId, matches, receipt } = await eraseValues(vault, "Ann");
    const ledger = await ledgerOf(vault);
    for (let round = 0; round < 2; round++) {
      await restore(vault, copy);
      await expectDead(vault, dead);
      expect(await unmaskTokens(vault, live)).toEqual(["Bob"]);
      expect(await count(vault, "attribute")).toBe(1);
      await pushDeletions(vault);
      const view = await deletionEnded(vault, trackingId);
      expect(view).toMatchObject({ state: "SUCCESS", cleared: 4, matches, receipt });
      expect((await readJob(vault, job))?.state).toBe("PURGED");
      expect(await ledgerOf(vault)).toEqual(ledger);
      expect(await count(vault, "deletion_find")).toBe(0);
    }
  });

  it("by attribute loses the holder's mappings, the shared pair, and the jobs that speak of them", async () => {
    const vault = await freshVault();
    const tokens = await maskWith(vault, [
      ["Ann", { c: 1 }],
      ["Oslo", { c: 1 }],
      ["Oslo", { c: 2 }],
    ]);
    const attributes = { room: 5 };
    const job = await submit(vault, [{ value: "Ann", token_name: "Default Token", attributes }]);
    await ended(vault, job);
    const copy = await copyOf(vault);
    await erasePerson(vault, { target: "attribute", key: "c", value: 1 });
    await restore(vault, copy);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "Oslo", "Oslo"]);
    await pushDeletions(vault);
    expect(await count(vault, "attribute")).toBe(1);
    expect(await rows(vault, "SELECT count(*) AS n FROM job WHERE key IS NOT NULL")).toEqual([
      { n: 0 },
    ]);
    expect((await readJob(vault, job))?.state).toBe("PURGED");
  });

  it("leaves a later mapping alone that has been given an id of the lost time", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["ANN"]);
    const copy = await copyOf(vault);
    expect(await eraseValues(vault, "Ann")).toMatchObject({ cleared: 1 });
    // By hand: made after the erasure, in a time line that has begun at the copy.
    const created = Date.now() + 1;
    const mapping = (copy["mapping"] ?? []).map((row) => ({ ...row, created }));
    await restore(vault, { ...copy, mapping });
    await unmaskTokens(vault, ["x"]);
    await pushDeletions(vault);
    expect(await count(vault, "mapping")).toBe(1);
  });

  it("that holds the deletion half-done ends it with the numbers of its receipt", async () => {
    const vault = await freshVault();
    const dead = await maskValues(vault, ["Ann", "ANN", "dear Ann"]);
    const stall = stallAt("delete.searched");
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["Ann"] });
    await stall.reached();
    const copy = await copyOf(vault);
    stall.release();
    const { receipt, matches } = await deletionEnded(vault, trackingId);
    await restore(vault, copy);
    await expectDead(vault, dead);
    await pushDeletions(vault);
    expect(await readDeletion(vault, trackingId)).toMatchObject({ receipt, matches, cleared: 3 });
  });

  it("takes many parts, one by one", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["Ann", "Bob"]);
    const stall = stallAt("delete.job-data");
    const { trackingId } = await requestErasure(vault, { target: "value", values: ["Ann"] });
    await stall.reached();
    // By hand: as if 40,000 more had been found.
    await rows(
      vault,
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO deletion_find SELECT 1, 1000000 + i, zeroblob(16) FROM n",
    );
    const copy = await copyOf(vault);
    stall.release();
    await deletionEnded(vault, trackingId);
    const parts = await replayParts(vault);
    const named = (await ledgerOf(vault)).flatMap(
      ({ details }) => (JSON.parse(details) as { replay: ReplayNote }).replay.sha256,
    );
    expect(named).toHaveLength(4);
    expect(parts.map(({ sha256 }) => sha256)).toEqual(named);
    for (const { bytes } of parts) expect(Number(bytes)).toBeLessThan(1_000_000);
    await restore(vault, copy);
    expect(await unmaskTokens(vault, tokens)).toEqual([null, "Bob"]);
  });
});
