// Deleting a whole namespace on a real service: what is on the disk afterwards, the effect of a kill at any moment, and
// what an older backup returns.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ask, newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import { filesWith, mask, restart, statementsOf } from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { nidOf, objectPaths, query, registryPath } from "../support/node/object-files.ts";
import { runHere } from "../support/node/run-here.ts";
import { cleanUp, startScript, temporaryFolder, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const KILLS = IS_LONG ? 12 : 2;
const ALL = ["mask", "unmask", "metadata_change"];
const ADMIN = "super-admin/namespace";

afterEach(cleanUp);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const master = (service: Service) => service.secrets.VAULT_MASTER_KEY;
function askDelete(service: Service, name: string) {
  const data = { namespace_to_be_deleted: name };
  return send(service, master(service), `${ADMIN}/delete`, { data });
}

function look(service: Service, trackingId: string) {
  return ask(service, master(service), `${ADMIN}/job-status?tracking_id=${trackingId}`);
}

async function untilGone(service: Service, trackingId: string) {
  let record = { status: "", receipt: "", response: { cleared_records: -1 } };
  await waitFor(
    "the namespace is gone",
    async () => {
      const { status, body } = await look(service, trackingId);
      if (status === 200) record = body.data;
      return record.status === "SUCCESS";
    },
    30_000,
  );
  return record;
}

/** Every wrapped key in a Vault's database. */
function wrappedKeys(path: string): Buffer[] {
  return ["namespace_key", "wrapped_key WHERE id > 2 AND is_free = 0"].flatMap((table) =>
    query(path, `SELECT wrapped FROM ${table}`).map((row) =>
      Buffer.from(row["wrapped"] as Uint8Array),
    ),
  );
}

/** Sealed values as they are stored. */
function sealedValues(path: string): Buffer[] {
  return query(path, "SELECT sealed FROM mapping ORDER BY id LIMIT 50").map((row) =>
    Buffer.from(row["sealed"] as Uint8Array),
  );
}

const tablesIn = (path: string) =>
  query(path, "SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'");

/** Statuses of every operation that a namespace token opens. */
async function statuses(service: Service, token: string): Promise<number[]> {
  const status = [{ tracking_id: "x" }];
  const puts = [
    ["mask", { mask: [{ value: "x", token_name: "Text Token" }] }],
    ["unmask", { unmask: [{ token_value: "x" }] }],
    ["mask/async", { mask: [{ value: "x" }] }],
    ["unmask/async", { unmask: [{ token_value: "x" }] }],
    ["async-status", { status }],
    ["namespace/delete/personal-data-mapping", { data: { duration: 1 } }],
    ["namespace/retention", { data: { duration: 1 } }],
  ] as const;
  const answers = [
    ...puts.map(([path, body]) => send(service, token, path, body)),
    ask(service, token, "namespace/job-status?tracking_id=x"),
    ask(service, token, "namespace/retention"),
  ];
  return (await Promise.all(answers)).map((answer) => answer.status);
}

async function run(name: "backup" | "restore", ...args: string[]) {
  const { code, said } = await runHere(`${name}.ts`, args);
  expect(code, said).toBe(0);
}

describe("a deleted namespace", () => {
  it("leaves no row and no key on the disk, a receipt that verifies, and a free name, and comes back from no backup", async () => {
    const ledger = temporaryFolder();
    const service = await startService({ args: ["--ledger", ledger] });
    const token = await newToken(service, "gone", "app", ALL);
    const pairs = await mask(service, token, "somebody", 1_200);
    const items = [{ value: "in a job", token_name: "Text Token" }];
    await untilEnded(service, token, await submit(service, token, "mask", items));
    const [path = ""] = objectPaths(service.dataDir, "Vault");
    const bytes = [...wrappedKeys(path), ...sealedValues(path)];
    expect(bytes.length).toBeGreaterThan(54);
    const places = ["--data", service.dataDir, "--ledger", ledger];
    const before = join(temporaryFolder(), "before.tar");
    await run("backup", ...places, "--to", before);

    const answer = await askDelete(service, "gone");
    expect(answer).toMatchObject({ status: 200, body: { data: { status: "PENDING" } } });
    expect(await statuses(service, token)).toEqual(Array(9).fill(401));
    const record = await untilGone(service, answer.body.data.tracking_id);
    expect(await statuses(service, token)).toEqual(Array(9).fill(401));
    expect(record.response).toEqual({
      cleared_records: 1_201,
      message: "Namespace gone deleted successfully.",
    });
    const stated = await statementsOf(service, record.receipt);
    expect(stated).toMatchObject({ nid: nidOf(token), kind: "namespace", cutoff: null });
    const { finished, unrecoverable_from } = stated;
    expect(Date.parse(unrecoverable_from) - Date.parse(finished)).toBe(30 * 86_400_000);
    const jwks = join(temporaryFolder(), "jwks.json");
    writeFileSync(jwks, await (await fetch(`${service.url}/.well-known/jwks.json`)).text());
    writeFileSync(`${jwks}.receipt`, record.receipt);
    const verifying = startScript("verify/receipt.ts", [`${jwks}.receipt`, "--jwks", jwks]);
    expect((await verifying.ended).code, verifying.stderr()).toBe(0);
    const words = verifying.stdout();
    expect(words).toContain("1,201 mappings");
    expect(words).toContain("the whole namespace was deleted");

    const again = await newToken(service, "gone", "app", ALL);
    expect(nidOf(again)).not.toBe(nidOf(token));
    const { token_value = "" } = pairs[1] ?? {};
    const unmasked = await send(service, again, "unmask", { unmask: [{ token_value }] });
    expect(unmasked.status).toBe(400);
    const after = join(temporaryFolder(), "after.tar");
    await run("backup", ...places, "--to", after);
    expect(await service.stop()).toBe(0);
    expect(tablesIn(path)).toEqual([]);
    for (const folder of [service.dataDir, ledger]) expect(filesWith(folder, bytes)).toEqual([]);

    // The Registry on its own disk knows that it is gone, whatever a backup brings back of it.
    await run("restore", "--from", before, "--data", service.dataDir, "--only", "vault", "--force");
    expect(wrappedKeys(path).length).toBeGreaterThan(3);
    const restarted = await restart(service, "--ledger", ledger);
    expect(await statuses(restarted, token)).toEqual(Array(9).fill(401));
    expect(await restarted.stop()).toBe(0);
    expect(tablesIn(path)).toEqual([]);
    expect(filesWith(join(service.dataDir, "objects"), bytes)).toEqual([]);

    // A backup from after it brings back the same: nothing of the old namespace, all of the new one.
    const [dataDir, otherLedger] = [temporaryFolder(), temporaryFolder()];
    await run("restore", "--from", after, "--data", dataDir, "--ledger", otherLedger);
    const { secrets } = service;
    const restored = await startService({ dataDir, secrets, args: ["--ledger", otherLedger] });
    expect(await statuses(restored, token)).toEqual(Array(9).fill(401));
    expect((await mask(restored, again, "somebody else", 3)).length).toBe(3);
  });
});

describe("a deletion of a namespace that is killed at a random moment", () => {
  it("ends SUCCESS with an exact count, and nothing is left", async () => {
    let service = await startService();
    const answers: string[] = [];
    const states: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const name = `namespace ${kill}`;
      const token = await newToken(service, name, "app", ALL);
      await mask(service, token, "somebody", 500);
      const asked = askDelete(service, name).catch(() => null);
      await pause(Math.random() * 25);
      await service.kill9();
      const answer = await asked;
      service = await startService({ dataDir: service.dataDir, secrets: service.secrets });
      answers.push(answer === null ? "none" : String(answer.status));
      if (answer?.status === 200) {
        expect(await statuses(service, token)).toEqual(Array(9).fill(401));
      }
      const registry = registryPath(service.dataDir, token);
      const sql = `SELECT tracking_id, state FROM namespace_deletion WHERE nid = '${nidOf(token)}'`;
      const [found] = query(registry, sql);
      states.push(String(found?.["state"] ?? "none"));
      // A deletion that was begun continues by itself; every other time it is requested again.
      if (found === undefined || kill % 2 === 0) {
        expect([200, 404]).toContain((await askDelete(service, name)).status);
      }
      const [row] = query(registry, sql);
      const record = await untilGone(service, String(row?.["tracking_id"]));
      expect(record.response.cleared_records).toBe(500);
      expect((await statementsOf(service, record.receipt)).counts.mappings).toBe(500);
      expect(await statuses(service, token)).toEqual(Array(9).fill(401));
    }
    console.log("answers:", answers.join(" "), "- found after the kill:", states.join(" "));
    expect(await service.stop()).toBe(0);
    for (const path of objectPaths(service.dataDir, "Vault")) expect(tablesIn(path)).toEqual([]);
  });
});
