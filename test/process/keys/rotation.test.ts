// Rotation of the root key on a real service: it continues with the new version, nothing needs the old one once that is
// reported, and neither a kill at any moment nor removing a version too early loses anything.

import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { generateSecrets, newestVersion } from "../../../scripts/run/secrets.ts";
import { classFolder, REGISTRY_FILES } from "../../../scripts/run/serve/object-files.ts";
import { ask, newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { expectAll, fill, isIn, startCells, unmaskOf } from "../../support/node/cells.ts";
import {
  acceptEraseAll,
  filesWith,
  mask,
  statementsOf,
  unmask,
  untilErased,
} from "../../support/node/erasure.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { edit, query } from "../../support/node/object-files.ts";
import {
  added,
  dropped,
  rotate,
  rotation,
  untilRotated,
  withRootKey,
  wrappedKeys,
} from "../../support/node/root-versions.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, startScript } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const ALL = ["mask", "unmask", "metadata_change"];

afterEach(cleanUp);

async function fetchToken(service: Service, namespace_name: string, _id: string): Promise<string> {
  const path = "super-admin/namespace/auth-token/fetch";
  const data = { namespace_name, _id };
  const answer = await send(service, service.secrets.VAULT_MASTER_KEY, path, { data });
  return answer.body.data.auth_token;
}

async function doctor(service: Service): Promise<Record<string, string>> {
  const args = ["--data", service.dataDir, "--json"];
  const { findings } = JSON.parse((await runHere("doctor.ts", args, service.secrets)).out);
  return Object.fromEntries(
    findings.map(({ what, verdict, said }: Record<string, string>) => [
      what,
      `${verdict}: ${said}`,
    ]),
  );
}

async function keySet(service: Service): Promise<object[]> {
  const answer = await fetch(`${service.url}/.well-known/jwks.json`);
  return ((await answer.json()) as { keys: object[] }).keys;
}

async function probe(service: Service) {
  const answer = await fetch(`${service.url}/readyz`);
  const { error } = (await answer.json()) as { error: { code?: string; message: string } };
  return [answer.status, error.code, error.message];
}

describe("a new version of the root key", () => {
  it("takes over everything, and the old one may go", async () => {
    const first = await startService();
    const erased = await newToken(first, "erased", "app", ALL);
    await mask(first, erased, "gone", 10);
    const { receipt } = await untilErased(first, erased, await acceptEraseAll(first, erased));
    const token = await newToken(first, "clinic", "app", ALL);
    const pairs = await mask(first, token, "somebody", 40);
    const values = pairs.map(({ value }) => value);
    const items = [{ value: "in a job", token_name: "Text Token" }];
    const job = await submit(first, token, "mask", items);
    await untilEnded(first, token, job);
    const [old] = await keySet(first);

    const both = await added(first);
    const before = wrappedKeys(both);
    expect(before.length).toBeGreaterThan(10);
    expect(await rotation(both)).toMatchObject({
      ...{ tracking_id: null, status: "NONE", version: 2 },
      older_versions: [{ version: 1, may_go: false }],
    });
    expect((await doctor(both))["rotation"]).toMatch("watch: 2 of them need an older version");
    expect(await unmask(both, token, pairs)).toEqual(values);
    const late = await newToken(both, "late", "app", ALL);
    const latePairs = await mask(both, late, "late", 3);
    expect((await rotate(both)).status).toBe("IN-PROGRESS");
    const done = await untilRotated(both);
    expect(done).toMatchObject({
      version: 2,
      namespaces: 3,
      unreadable_keys: 0,
      error_message: "",
    });
    expect(done.older_versions).toEqual([{ version: 1, may_go: true }]);
    expect(done.wrapped_keys).toBeGreaterThanOrEqual(before.length - 5);
    expect(wrappedKeys(both).every(([version]) => version === 2)).toBe(true);
    expect(await unmask(both, token, pairs)).toEqual(values);
    const anew = await fetchToken(both, "clinic", "app");

    const alone = await dropped(both);
    // The files were closed: nothing is left of how keys were wrapped.
    expect(filesWith(alone.dataDir, before)).toEqual([]);
    expect((await send(alone, token, "unmask", { unmask: [pairs[0]] })).status).toBe(401);
    expect(await unmask(alone, anew, pairs)).toEqual(values);
    expect(await unmask(alone, late, latePairs)).toEqual(latePairs.map(({ value }) => value));
    const status = await send(alone, anew, "async-status", { status: [{ tracking_id: job }] });
    expect(status.body.data[0].result[0].value).toBe("in a job");
    const keys = await keySet(alone);
    expect(keys).toHaveLength(2);
    expect(keys).toContainEqual(old);
    expect((await statementsOf(alone, receipt)).counts.mappings).toBe(10);
    const replayed = await send(
      alone,
      alone.secrets.VAULT_MASTER_KEY,
      "super-admin/erasure/replay",
      {
        data: { receipts: [receipt] },
      },
    );
    expect(replayed.body.data.receipts[0].status).toBe("known");
    const again = await untilErased(alone, anew, await acceptEraseAll(alone, anew));
    expect((await statementsOf(alone, again.receipt)).counts.mappings).toBe(41);
    expect((await probe(alone))[0]).toBe(200);
    expect(await doctor(alone)).toMatchObject({ "root key": expect.stringContaining("good") });
  });

  it.runIf(IS_LONG)(
    "is said to be missing when the old one goes too early, and all is there when it is back",
    async () => {
      const first = await startService();
      const tenants = await fill(
        first,
        Array.from({ length: 60 }, (_, i) => `tenant ${i}`),
      );
      const both = await added(first);
      const rootKey = both.secrets.VAULT_ROOT_KEY;
      await rotate(both);
      await both.kill9();
      const said = "VAULT_ROOT_KEY does not fit what is stored: version 1 is missing";
      const secrets = { ...both.secrets, VAULT_ROOT_KEY: newestVersion(rootKey) };
      const args = ["--port", "0", "--data", both.dataDir];
      const refused = startScript("serve.ts", args, secrets);
      expect((await refused.ended).code).toBe(1);
      expect(refused.stderr()).toContain(said);
      expect(refused.stderr()).toContain('"code":"root_key_mismatch"');
      expect((await doctor({ ...both, secrets }))["root key"]).toContain("has no version 1, which");
      const again = await startService({ dataDir: both.dataDir, secrets: both.secrets });
      await expectAll(again, tenants);
      const done = await untilRotated(again);
      expect(done.older_versions).toEqual([{ version: 1, may_go: true }]);
      expect((await probe(again))[0]).toBe(200);
    },
  );

  it.runIf(IS_LONG)(
    "that nobody has asked a rotation for is missing where it is needed",
    async () => {
      const first = await startService();
      const [tenant] = await fill(first, ["one"]);
      if (tenant === undefined) throw new Error("no tenant");
      const both = await added(first);
      const token = await fetchToken(both, "one", "app");
      expect((await unmaskOf(both, { ...tenant, token })).status).toBe(200);
      const alone = await dropped(both);
      const { status, body } = await unmaskOf(alone, { ...tenant, token });
      const said = "VAULT_ROOT_KEY does not fit what is stored: version 1 is missing";
      expect([status, body.error]).toEqual([503, { message: said, code: "root_key_mismatch" }]);
      // Another key under its number is noticed.
      const wrong = await withRootKey(
        alone,
        (key) => `${key},1:${generateSecrets().VAULT_ROOT_KEY}`,
      );
      const other = await unmaskOf(wrong, { ...tenant, token });
      expect(other.body.error.message).toContain("version 1 is another key");
      const path = "super-admin/namespace/auth-token/fetch";
      const asked = await send(wrong, wrong.secrets.VAULT_MASTER_KEY, path, {
        data: { namespace_name: "one", _id: "app" },
      });
      expect([asked.status, asked.body.error.code]).toEqual([503, "root_key_mismatch"]);
      await expectAll(await withRootKey(wrong, () => both.secrets.VAULT_ROOT_KEY), [tenant]);
    },
  );

  it.runIf(IS_LONG)("takes over in every cell", async () => {
    const first = await startCells(2);
    const tenants = await fill(first);
    const both = await added(first);
    await expectAll(both, tenants);
    expect((await rotate(both)).older_versions).toEqual([{ version: 1, may_go: false }]);
    const done = await untilRotated(both);
    expect([done.namespaces, done.older_versions]).toEqual([8, [{ version: 1, may_go: true }]]);
    // The first cell's word on an operator names the version, too.
    const data = { name: "keeper", scopes: ["keys"] };
    const made = await send(both, both.secrets.VAULT_MASTER_KEY, "super-admin/operators/create", {
      data,
    });
    const operator = made.body.data.auth_token;
    const told = await ask(both, operator, "super-admin/keys/rotate");
    expect([told.status, told.body.data?.namespaces]).toEqual([200, 8]);
    const alone = await dropped(both);
    expect((await ask(alone, operator, "super-admin/keys/rotate")).status).toBe(200);
    for (const tenant of tenants) {
      expect((await unmaskOf(alone, tenant)).status).toBe(401);
      const token = await fetchToken(alone, tenant.name, "app");
      expect((await unmaskOf(alone, { ...tenant, token })).status).toBe(200);
    }
    await alone.stop();
    const [path = "", other = ""] = [alone.dataDir, join(alone.dataDir, "cell-1")].map((folder) =>
      join(classFolder(folder, "Registry"), REGISTRY_FILES[0] ?? ""),
    );
    edit(path, "UPDATE key_rotation SET finished = NULL");
    const said: string[] = [];
    // In one of them it is already. One after the other: at once, one would find the folder taken.
    for (const cell of ["0", "1"]) {
      const args = ["move", "tenant 1", "--to", cell, "--data", alone.dataDir];
      const move = startScript("cells.ts", args);
      expect((await move.ended).code).toBe(1);
      said.push(move.stderr());
    }
    expect(said.join()).toContain("Keys are being wrapped with a new version");
    // A moved namespace may come from a cell that was not asked, so its new cell checks again.
    const to = isIn(alone, 0, tenants[0]?.token ?? "") ? 1 : 0;
    const [target, source] = to === 1 ? [other, path] : [path, other];
    for (const one of [path, other]) edit(one, "UPDATE key_rotation SET finished = 5");
    edit(target, "DELETE FROM receipt_key");
    const args = ["move", "tenant 0", "--to", String(to), "--data", alone.dataDir];
    expect((await startScript("cells.ts", args).ended).code).toBe(0);
    const ends = "SELECT finished FROM key_rotation";
    expect([query(target, ends), query(source, ends)]).toEqual([
      [{ finished: null }],
      [{ finished: 5n }],
    ]);
    const keys = "SELECT * FROM receipt_key";
    expect(query(source, keys)).not.toEqual([]);
    expect(query(target, keys)).toEqual(query(source, keys));
  });
});
