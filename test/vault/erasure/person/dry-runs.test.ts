// Dry runs of erasures of one person: within the request, and as a job when there is much to search.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_INLINE_DRY_RUN_ROWS, MAX_OPEN_DELETIONS } from "../../../../src/core/limits.ts";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import type { PersonQuery } from "../../../../src/vault/deletion-rpc.ts";
import { deletionEnded, ledgerOf, readDeletion, stallAt } from "../../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { erasePerson, maskWith, previewErasure } from "../../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const ANN = { target: "value", values: ["Ann Miller", "***"] } as const;
const HOLDER = { target: "attribute", key: "customer", value: 42 } as const;
const times = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Ask for a dry run that becomes a job. */
async function started(vault: OpenVault, person: PersonQuery): Promise<string> {
  const reply = await vault.calls.previewErasure(vault.caller, person);
  if (!reply.ok || !("trackingId" in reply.value)) throw new Error("no job");
  return reply.value.trackingId;
}

/** Have so many mappings in all. */
async function fillTo(vault: OpenVault, total: number): Promise<void> {
  for (let have = await count(vault, "mapping"); have < total; have += 1_000) {
    const values = times(Math.min(1_000, total - have)).map((i) => `value ${have + i}`);
    await maskValues(vault, values, KIND.text);
  }
}

/** By hand: make the namespace large by its attributes. */
async function makeLarge(vault: OpenVault): Promise<void> {
  await rows(
    vault,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${MAX_INLINE_DRY_RUN_ROWS})
     INSERT INTO attribute (mapping_id, digest, key_version, sealed) SELECT i, randomblob(16), 1, zeroblob(9) FROM n`,
  );
}

describe("a dry run", () => {
  it("becomes a job above its bound, and counts there as within the request and as the erasure", async () => {
    const vault = await freshVault();
    const values = ["Ann Miller", "ANN  miller", "Dear Ann Miller!", "***"];
    const tokens = await maskValues(vault, values);
    await maskWith(vault, [
      ["Cid", { friend: "Ann Miller", customer: 42 }],
      ["Ann Miller jr.", { friend: "Ann Miller" }],
      ["Dan", { customer: 42 }],
      ["Dan", { customer: 43 }],
      ["Eve", { customer: "42" }],
    ]);
    await fillTo(vault, MAX_INLINE_DRY_RUN_ROWS);
    const ofValue = { ...NO_MATCHES, exact: 2, normalised: 1, contained: 2, pairs: 1 };
    const ofHolder = { ...NO_MATCHES, exact: 1, normalised: 1, keptShared: 1 };
    expect(await previewErasure(vault, ANN)).toEqual({ mappings: 5, matches: ofValue });
    expect(await previewErasure(vault, HOLDER)).toEqual({ mappings: 2, matches: ofHolder });

    await fillTo(vault, MAX_INLINE_DRY_RUN_ROWS + 1);
    const [first, second] = [await started(vault, ANN), await started(vault, HOLDER)];
    const ended = await deletionEnded(vault, first);
    expect(ended).toMatchObject({
      isDryRun: true,
      state: "SUCCESS",
      cleared: 5,
      percent: 100,
      receipt: null,
    });
    expect(ended.matches).toEqual(ofValue);
    expect((await deletionEnded(vault, second)).matches).toEqual(ofHolder);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
    expect(await ledgerOf(vault)).toEqual([]);
    expect(await rows(vault, "SELECT search FROM deletion")).toEqual([
      { search: null },
      { search: null },
    ]);
    expect(await count(vault, "deletion_find")).toBe(0);
    expect((await erasePerson(vault, ANN)).matches).toEqual(ofValue);
  }, 60_000);

  it("of many is counted under a hold and in an object that starts anew", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["Ann Miller"]);
    await fillTo(vault, MAX_INLINE_DRY_RUN_ROWS + 1);
    const stall = stallAt("delete.values", 3);
    const id = await started(vault, ANN);
    await stall.reached();
    expect(await readDeletion(vault, id)).toMatchObject({
      state: "IN-PROGRESS",
      isPaused: false,
      finished: null,
    });
    const [row] = await rows(vault, "SELECT cursor FROM deletion");
    expect(row?.["cursor"]).toBeGreaterThan(0);
    stall.release();
    await evictDurableObject(vault.object);
    await vault.calls.setHold(true);
    expect((await deletionEnded(vault, id)).matches).toEqual({ ...NO_MATCHES, exact: 1 });
    await vault.calls.setHold(false);
  }, 60_000);

  it("does not count what an erasure has made dead and not deleted yet", async () => {
    const vault = await freshVault();
    await maskWith(vault, [["Ann Miller", { customer: 42 }]]);
    const stall = stallAt("delete.searched");
    const reply = await vault.calls.requestErasure(vault.caller, HOLDER);
    await stall.reached();
    for (const person of [ANN, HOLDER]) {
      expect(await previewErasure(vault, person)).toEqual({ mappings: 0, matches: NO_MATCHES });
    }
    stall.release();
    if (reply.ok) await deletionEnded(vault, reply.value.trackingId);
  });

  it("counts its own search, though its row has the number of one that is forgotten", async () => {
    const vault = await freshVault();
    await makeLarge(vault);
    await maskValues(vault, ["Bea"]);
    await deletionEnded(vault, await started(vault, ANN));
    await rows(vault, "UPDATE deletion SET finished = finished - 86400000");
    const second = await started(vault, { target: "value", values: ["Bea"] });
    expect((await deletionEnded(vault, second)).matches).toEqual({ ...NO_MATCHES, exact: 1 });
    expect(await rows(vault, "SELECT serial FROM deletion")).toEqual([{ serial: 1 }]);
  });

  it("is forgotten a day after its end, when another begins, and refused beside 100", async () => {
    const vault = await freshVault();
    await makeLarge(vault);
    const first = await started(vault, ANN);
    await deletionEnded(vault, first);
    const second = await started(vault, ANN);
    await deletionEnded(vault, second);
    expect(await count(vault, "deletion")).toBe(2);
    await rows(vault, "UPDATE deletion SET finished = finished - 86400000 WHERE serial = 1");
    await deletionEnded(vault, await started(vault, ANN));
    const old = await vault.calls.readDeletion(vault.caller, first);
    expect(old).toEqual({ ok: false, error: { code: "tracking_id_unknown" } });
    // By hand: dry runs that wait.
    await rows(
      vault,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_OPEN_DELETIONS})
       INSERT INTO deletion (tracking_id, target, state, phase, requester, cleared, cursor, accepted, due, attempts, destroyed_keys)
       SELECT 'by hand ' || i, 'value', 'COUNTING', 'values', x'00', 0, 0, 0, 9e15, 0, '[]' FROM n`,
    );
    const refused = { ok: false, error: { code: "too_many_deletions" } };
    expect(await vault.calls.previewErasure(vault.caller, ANN)).toEqual(refused);
    expect((await erasePerson(vault, ANN)).state).toBe("SUCCESS");
  });
});
