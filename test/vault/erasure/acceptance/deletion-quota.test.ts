// How many deletions callers of one namespace may request in a day, for the Registry keeps a record of each for ever, and how many
// may be open.
import { describe, expect, it } from "vitest";
import { retryAfterOf } from "../../../../src/contract/answers.ts";
import { MAX_DELETIONS_PER_DAY, MAX_OPEN_DELETIONS } from "../../../../src/core/limits.ts";
import { DAY_MS } from "../../../../src/core/time.ts";
import { everything, expectDead, maskAt, NOON } from "../../../support/vault/erasing.ts";
import { registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  count,
  freshVault,
  maskValues,
  type OpenVault,
  rows,
} from "../../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../../support/vault/inside.ts";
import { requestErasure } from "../../../support/vault/person.ts";

const ANN = { target: "value", values: ["Ann"] } as const;

/** By hand: deletions that were asked for at an instant, the first of them earlier. */
async function addDeletions(vault: OpenVault, number: number, at: number, state = "SUCCESS") {
  await rows(
    vault,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO deletion (tracking_id, target, state, phase, requester, cleared, cursor, accepted, due, attempts, destroyed_keys)
     SELECT 'by hand ' || ? || i, 'value', ?, 'values', x'00', 0, 0, ?, 9e15, 0, '[]' FROM n`,
    number,
    at,
    state,
    at,
  );
}

/** Seconds to wait, of a refusal. */
async function refusedFor(vault: OpenVault): Promise<number> {
  const reply = await vault.calls.requestErasure(vault.caller, ANN);
  expect(reply).toMatchObject({ ok: false, error: { code: "too_many_deletions_per_day" } });
  return reply.ok ? 0 : (retryAfterOf(reply.error) ?? 0);
}

describe("deletions that callers ask for", () => {
  it("are bounded in each 24 hours; who is refused hears how long to wait, and the ledger nothing", async () => {
    const vault = await freshVault();
    const now = Date.now();
    await addDeletions(vault, 1, now - DAY_MS + 60_000);
    await addDeletions(vault, MAX_DELETIONS_PER_DAY - 2, now);
    expect((await vault.calls.requestErasure(vault.caller, ANN)).ok).toBe(true);
    const { position } = await registryOf(vault).calls.namespaceState(vault.nid);
    const wait = await refusedFor(vault);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const byAge = await vault.calls.requestDeletion(vault.caller, everything());
    expect(byAge).toMatchObject({ ok: false, error: { code: "too_many_deletions_per_day" } });
    expect((await registryOf(vault).calls.namespaceState(vault.nid)).position).toBe(position);
    expect((await vault.calls.previewErasure(vault.caller, ANN)).ok).toBe(true);
    await rows(vault, "UPDATE deletion SET accepted = accepted - 61000 WHERE serial = 1");
    expect((await vault.calls.requestErasure(vault.caller, ANN)).ok).toBe(true);
    // Another one is of the day again.
    expect(await refusedFor(vault)).toBeGreaterThan(60);
  });

  it("are bounded under a hold as well, and not by those from when the clock was ahead", async () => {
    const vault = await freshVault();
    await addDeletions(vault, MAX_DELETIONS_PER_DAY, Date.now() + 365 * DAY_MS);
    expect((await vault.calls.requestErasure(vault.caller, ANN)).ok).toBe(true);
    await addDeletions(vault, MAX_DELETIONS_PER_DAY, Date.now());
    await vault.calls.setHold(true);
    expect(await refusedFor(vault)).toBeGreaterThan(DAY_MS / 1_000 - 60);
  });

  it("never keep the standing retention from its daily run", async () => {
    const vault = await freshVault();
    await maskAt(vault, NOON, ["old"]);
    await addDeletions(vault, MAX_DELETIONS_PER_DAY, Date.now());
    await addDeletions(vault, MAX_OPEN_DELETIONS, Date.now(), "PENDING");
    await vault.calls.setRetention(vault.caller, 1);
    await rows(vault, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    await inNamespace(vault, async ({ retention }) => {
      expect(await retention.applyIfDue()).toBe(true);
    });
    expect(await count(vault, "deletion WHERE target = 'retention'")).toBe(1);
  });
});

describe("deletions that are not finished", () => {
  it("are bounded; what a hold keeps from beginning does not count", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskValues(vault, ["a"]);
    await vault.calls.setHold(true);
    for (let i = 0; i < MAX_OPEN_DELETIONS; i++) {
      await requestErasure(vault, { target: "value", values: [`nobody ${i}`] });
    }
    const person = { target: "value", values: ["a"] } as const;
    expect((await requestErasure(vault, person)).state).toBe("HELD");
    await vault.calls.setHold(false);
    await expectDead(vault, [token]);
    // Written by the test: none of them ends.
    await rows(vault, "UPDATE deletion SET state = 'PENDING', due = ?", Date.now() + 1e9);
    const refused = await vault.calls.requestErasure(vault.caller, person);
    expect(refused).toEqual({ ok: false, error: { code: "too_many_deletions" } });
    expect(await count(vault, "deletion")).toBe(MAX_OPEN_DELETIONS + 1);
  });
});
