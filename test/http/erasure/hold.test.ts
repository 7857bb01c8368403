// PUT super-admin/namespace/hold: deletions are recorded without effect, and take effect when the hold ends.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { erase, everything, pollDeletion, tryDelete, tryJobStatus } from "../../support/erasure.ts";
import { claimsIn, newNamespace } from "../../support/namespaces.ts";
import { accepted, call, MASTER_KEY, tokenOf, tryUnmask, unmask } from "../../support/requests.ts";
import { deletionRow, pushEnd } from "../../support/vault/ending.ts";
import { bindings } from "../../support/vault/fresh-registry.ts";

const PATH = "/api/vault/super-admin/namespace/hold";
const people = () => newNamespace({ all: ["mask", "unmask"], admin: ["metadata_change"] });
const setHold = (namespace_name: unknown, hold: unknown, token = MASTER_KEY) =>
  call("PUT", PATH, { token, body: { data: { namespace_name, hold } } });

describe("a legal hold", () => {
  it("records a deletion without effect, which comes at its end with the cutoff of its request", async () => {
    const { name, tokens } = await people();
    const before = await tokenOf(tokens.all, "before", "Text Token");
    expect(accepted(await setHold(name, true))).toEqual({ namespace_name: name, hold: true });
    const { tracking_id } = accepted(await tryDelete(tokens.admin, everything()));
    const held = accepted(await tryJobStatus(tokens.admin, tracking_id));
    expect([held.status, held.error_message, held.response]).toEqual([
      "PENDING",
      "legal hold",
      null,
    ]);
    expect(await unmask(tokens.all, [before])).toEqual(["before"]);
    const meanwhile = await tokenOf(tokens.all, "meanwhile", "Text Token");
    accepted(await setHold(name, false));
    expect((await tryUnmask(tokens.all, [before])).status).toBe(400);
    const done = await pollDeletion(tokens.admin, tracking_id);
    expect([done.status, done.response?.cleared_records]).toEqual(["SUCCESS", 1]);
    expect(await unmask(tokens.all, [meanwhile])).toEqual(["meanwhile"]);
  });

  it("is the operator's, for a namespace there is", async () => {
    const { name, tokens } = await people();
    expect((await setHold(name, true, tokens.admin)).status).toBe(401);
    expect((await setHold(`${name}-not`, true)).error.code).toBe("namespace_unknown");
    for (const [who, hold] of [
      [name, "true"],
      [name, null],
      [5, true],
      ["", true],
    ]) {
      expect((await setHold(who, hold)).error.code).toBe("invalid_field");
    }
    expect((await call("PUT", PATH, { token: MASTER_KEY, body: {} })).error.code).toBe(
      "data_missing",
    );
    // None of these held anything.
    await tokenOf(tokens.all, "gone", "Text Token");
    await erase(tokens.admin);
  });
});

/** What keeps a namespace from being opened; null: its data is lost. */
const CHANGES = {
  "cannot be opened": "DELETE FROM migration WHERE id = 22",
  "has a damaged setting": "UPDATE setting SET value = 'x' WHERE name = 'next_mapping_id'",
  "is ahead of its ledger": "INSERT OR REPLACE INTO setting VALUES ('ledger_position', 99)",
  "has lost its data": null,
};

async function damage(nid: string, change: string | null): Promise<void> {
  const object = bindings.VAULT.getByName(nid);
  await runInDurableObject(object, async (__, { storage }) => {
    if (change === null) await storage.deleteAll();
    else storage.sql.exec(change);
  });
  await evictDurableObject(object);
}

function deleteNamespace(name: string) {
  const body = { data: { namespace_to_be_deleted: name } };
  return call("PUT", "/api/vault/super-admin/namespace/delete", { token: MASTER_KEY, body });
}

describe("a hold keeps the deletion of a namespace back that", () => {
  const there = Object.entries(CHANGES).filter(([, change]) => change !== null);
  it.each(there)("%s", async (_, change) => {
    const { name, tokens } = await people();
    const { nid } = claimsIn(tokens.all);
    await damage(nid, change);
    // The answer may be an error, because the namespace could not wait for what is under way in it.
    await setHold(name, true);
    accepted(await deleteNamespace(name));
    expect(await deletionRow({ nid })).toMatchObject({ state: "HELD" });
    accepted(await setHold(name, false));
    expect((await pushEnd({ nid })).state).toBe("SUCCESS");
  });
});

describe("the end of a hold lets the deletion of a namespace take effect that", () => {
  it.each(Object.entries(CHANGES))("%s", async (_, change) => {
    const { name, tokens } = await people();
    await tokenOf(tokens.all, "a value", "Text Token");
    accepted(await setHold(name, true));
    const { nid } = claimsIn(tokens.all);
    await damage(nid, change);
    accepted(await deleteNamespace(name));
    accepted(await setHold(name, false));
    expect((await pushEnd({ nid })).state).toBe("SUCCESS");
    expect((await setHold(name, false)).error.code).toBe("namespace_unknown");
  });
});
