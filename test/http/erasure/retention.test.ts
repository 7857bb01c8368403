// PUT and GET namespace/retention, and the key set that verifies receipts.
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from "jose";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import { dateIn, erase, pollDeletion, tryDelete } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { expectRefusal, MARKER, REFUSED } from "../../support/refusals.ts";
import { type Answer, accepted, call, PATHS, tokenOf, unmask } from "../../support/requests.ts";
import { countRows, execute } from "../../support/storage.ts";

const people = () => newNamespace({ all: ["mask", "unmask"], admin: ["metadata_change"] });

interface Rule {
  readonly duration: number | null;
  readonly would_clear?: number;
}

const put = (token: string, data: unknown): Promise<Answer<Rule>> =>
  call<Rule>("PUT", PATHS.retention, { token, body: { data } });
const get = async (token: string): Promise<Rule> =>
  accepted(await call<Rule>("GET", PATHS.retention, { token }));

/** The only deletion of a namespace, at its end; no answer has its id, so it is read from the database. */
async function onlyDeletion(nid: string, admin: string) {
  const id = await runInDurableObject(env.VAULT.getByName(nid), (_, { storage }) =>
    storage.sql.exec<{ id: string }>("SELECT tracking_id AS id FROM deletion").one(),
  ).then((row) => row.id);
  return { id, record: await pollDeletion(admin, id) };
}

describe("the standing retention", () => {
  it("is none at first, is set, replaced, and turned off with null", async () => {
    const { tokens } = await people();
    expect(await get(tokens.admin)).toEqual({ duration: null, last_tracking_id: null });
    for (const duration of [90, 1, 36_500, null]) {
      expect(accepted(await put(tokens.admin, { duration }))).toEqual({ duration, would_clear: 0 });
      expect(await get(tokens.admin)).toEqual({ duration, last_tracking_id: null });
    }
  });

  it.each([
    ["no data", undefined, "data_missing", "data missing"],
    ["data null", null, "data_missing", "data missing"],
    ["data a list", [], "data_missing", "data missing"],
    ["no duration", {}, "invalid_duration", "duration must be a positive integer"],
    ["0", { duration: 0 }, "invalid_duration", "duration must be a positive integer"],
    ["-1", { duration: -1 }, "invalid_duration", "duration must be a positive integer"],
    ["1.5", { duration: 1.5 }, "invalid_duration", "duration must be a positive integer"],
    ['"90"', { duration: "90" }, "invalid_duration", "duration must be a positive integer"],
    ["true", { duration: true }, "invalid_duration", "duration must be a positive integer"],
    ["a marker", { duration: MARKER }, "invalid_duration", "duration must be a positive integer"],
    ["36501", { duration: 36_501 }, "duration_too_long", "duration must not exceed 36500 days"],
  ])("refuses %s and stays as it was", async (_, data, code, message) => {
    const { tokens } = await people();
    await put(tokens.admin, { duration: 7 });
    expectRefusal(await put(tokens.admin, data), { status: 400, code, message });
    expect(await get(tokens.admin)).toEqual({ duration: 7, last_tracking_id: null });
  });

  it("is for tokens with metadata_change only", async () => {
    const { tokens } = await people();
    expectRefusal(await put(tokens.all, { duration: 7 }), REFUSED.forbidden);
    expectRefusal(await call("GET", PATHS.retention, { token: tokens.all }), REFUSED.forbidden);
  });

  it("says what it would clear at once, and clears nothing before its time", async () => {
    const { nid, tokens } = await people();
    const token = await tokenOf(tokens.all, "Ada", "Text Token");
    await execute(nid, `UPDATE mapping SET created = created - ${3 * DAY_MS}`);
    expect(accepted(await put(tokens.admin, { duration: 4 })).would_clear).toBe(0);
    expect(accepted(await put(tokens.admin, { duration: 2 })).would_clear).toBe(1);
    expect((await countRows(nid)).deletion).toBe(0);
    expect(token.length).toBeGreaterThan(0);
  });

  it("starts an ordinary deletion with a receipt when its time has come, and comes again a day later", async () => {
    const { nid, tokens } = await people();
    await tokenOf(tokens.all, "old", "Text Token");
    // By hand: the mapping gets old, and the rule's next run is due.
    await execute(nid, `UPDATE mapping SET created = created - ${3 * DAY_MS}`);
    const young = await tokenOf(tokens.all, "young", "Text Token");
    await put(tokens.admin, { duration: 2 });
    await execute(nid, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    const vault = env.VAULT.getByName(nid);
    for (let i = 0; i < 100 && (await countRows(nid)).mapping > 1; i++) {
      await runDurableObjectAlarm(vault);
      await scheduler.wait(5);
    }
    expect((await countRows(nid)).mapping).toBe(1);
    expect(await unmask(tokens.all, [young])).toEqual(["young"]);
    const { id, record } = await onlyDeletion(nid, tokens.admin);
    expect(record).toMatchObject({
      status: "SUCCESS",
      requested_user: "",
      response: { cleared_records: 1 },
    });
    const claims = JSON.parse(
      atob((record.receipt?.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")),
    );
    expect(claims).toMatchObject({ job_id: id, kind: "retention", counts: { mappings: 1 } });
    for (let i = 0; i < 5; i++) await runDurableObjectAlarm(vault);
    expect((await countRows(nid)).deletion).toBe(1);
  });

  it("starts nothing where nothing is old", async () => {
    const { nid, tokens } = await people();
    await tokenOf(tokens.all, "young", "Text Token");
    await put(tokens.admin, { duration: 2 });
    await execute(nid, "UPDATE setting SET value = 1 WHERE name = 'retention_due'");
    await runDurableObjectAlarm(env.VAULT.getByName(nid));
    expect((await countRows(nid)).deletion).toBe(0);
  });
});

describe("the key set", () => {
  it("is to be had by anybody, bare, and verifies a receipt over HTTP", async () => {
    const { tokens } = await people();
    await tokenOf(tokens.all, "Ada", "Text Token");
    const { receipt, tracking_id } = await erase(tokens.admin);
    const answer = await call("GET", PATHS.jwks);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    const keySet = JSON.parse(answer.text) as JSONWebKeySet;
    expect(Object.keys(keySet)).toEqual(["keys"]);
    expect(keySet.keys).toEqual([
      {
        kty: "OKP",
        crv: "Ed25519",
        x: expect.stringMatching(/^[\w-]{43}$/),
        kid: expect.stringMatching(/^[\w-]{43}$/),
        alg: "EdDSA",
        use: "sig",
      },
    ]);
    const { payload } = await compactVerify(receipt ?? "", createLocalJWKSet(keySet));
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      job_id: tracking_id,
      counts: { mappings: 1 },
    });
  });

  it("signs the receipts of all namespaces with the same key", async () => {
    const [one, two] = [await people(), await people()];
    const receipts = [await erase(one.tokens.admin), await erase(two.tokens.admin)];
    const kids = receipts.map(({ receipt }) => atob(receipt?.split(".")[0] ?? ""));
    expect(kids[0]).toBe(kids[1]);
  });
});

describe("a deletion of today's date", () => {
  it("leaves what was made today", async () => {
    const { tokens } = await people();
    const token = await tokenOf(tokens.all, "Ada", "Text Token");
    const answer = await tryDelete(tokens.admin, { date: dateIn(0) });
    expect(answer.status).toBe(200);
    expect(await unmask(tokens.all, [token])).toEqual(["Ada"]);
  });
});
