// Erasures with several cells: one ledger in pages, receipts that verify, and replayed receipts.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ask, send } from "../../support/node/api-client.ts";
import { issue, mask, readable, restart, untilErased } from "../../support/node/erasure.ts";
import { nidOf } from "../../support/node/object-files.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, startScript, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

afterEach(cleanUp);

const NAMES = ["a", "b", "c", "d", "e", "f"];

async function run(name: string, ...args: string[]) {
  const script = startScript(name, args);
  const { code } = await script.ended;
  return { code, said: script.stdout() + script.stderr() };
}

/** All pages of the ledger, one a line. */
async function exportLedger(service: Service): Promise<string[]> {
  const pages: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const path = `super-admin/ledger?next_page_token=${next}`;
    const { body } = await ask(service, service.secrets.VAULT_MASTER_KEY, path);
    pages.push(JSON.stringify(body));
    next = body.next_page_token;
  }
  return pages;
}

describe("erasures in several cells", () => {
  it("stand in one ledger, and are repeated from their receipts wherever these belong", async () => {
    const args = ["--cells", "2"];
    const service = await startService({ args });
    const tenants = await Promise.all(
      NAMES.map(async (name) => {
        const { token, admin } = await issue(service, name);
        return { token, admin, pairs: await mask(service, token, name, 3) };
      }),
    );
    const folder = temporaryFolder();
    const file = join(folder, "vault.tar");
    await runHere("backup.ts", ["--data", service.dataDir, "--to", file]);

    const receipts = await Promise.all(
      tenants.map(async ({ admin, pairs }) => {
        const data = { values: pairs.map(({ value }) => value) };
        const asked = await send(service, admin, "namespace/delete/by-value", { data });
        const id = String(asked.body.data.tracking_id);
        await untilErased(service, admin, id);
        const path = `namespace/job-status?tracking_id=${id}&include_replay=true`;
        const { receipt, replay } = (await ask(service, admin, path)).body.data;
        return { id, receipt, replay };
      }),
    );
    const pages = await exportLedger(service);
    expect(pages.length).toBeGreaterThan(1);
    for (const { token } of tenants) expect(pages.join()).toContain(nidOf(token));
    const [ledger, jwks] = [join(folder, "ledger.jsonl"), join(folder, "jwks.json")];
    writeFileSync(ledger, pages.join("\n"));
    writeFileSync(jwks, await (await fetch(`${service.url}/.well-known/jwks.json`)).text());
    const files = receipts.map(({ id, receipt }) => {
      const path = join(folder, `${id}.json`);
      writeFileSync(path, receipt);
      return ["--receipt", path];
    });
    const verified = await run("verify/ledger.ts", ledger, "--jwks", jwks, ...files.flat());
    expect(verified.code, verified.said).toBe(0);
    expect(verified.said).toContain(`${NAMES.length} receipts valid, each in its place`);

    await service.stop();
    await runHere("restore.ts", ["--from", file, "--data", service.dataDir, "--force"]);
    const restored = await restart(service);
    const master = service.secrets.VAULT_MASTER_KEY;
    const put = (given: unknown[]) =>
      send(restored, master, "super-admin/erasure/replay", { data: { receipts: given } });
    for (const { token, pairs } of tenants) {
      expect(await readable(restored, token, pairs)).toHaveLength(pairs.length);
    }
    const given = receipts.map(({ receipt, replay }) => ({ receipt, replay }));
    const bad = await put([...given.slice(0, 4), { receipt: given[4]?.receipt }, given[5]]);
    expect(bad.body.error).toMatchObject({ code: "replay_parts_missing", item_index: 4 });
    const done = await put(given);
    expect(
      done.body.data.receipts.map((entry: { tracking_id: string }) => entry.tracking_id),
    ).toEqual(receipts.map(({ id }) => id));
    for (const { token, pairs } of tenants) {
      expect(await readable(restored, token, pairs)).toEqual([]);
    }
    expect((await put([])).body.error.code).toBe("empty_payload");
  });
});
