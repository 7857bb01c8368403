// `npm run restore` over existing data, of a part, or after a restore that was interrupted.

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { newToken, send } from "../../support/node/api-client.ts";
import { backup, expectUnmasked, mask, restore, run } from "../../support/node/backups.ts";
import type { Pair } from "../../support/node/erasure.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

afterEach(cleanUp);

describe("a restore", () => {
  it("replaces newer data only with --force, none of which shines through, and is repeated where it was cut off", async () => {
    const service = await startService();
    const token = await newToken(service, "again", "app", ["mask", "unmask"]);
    const older = await mask(service, token, "in the backup");
    const file = await backup(service.dataDir);
    const newer = await mask(service, token, "not in the backup");
    const revoked = { data: { auth_token: token } };
    const path = "super-admin/namespace/auth-token/deactivate";
    expect((await send(service, service.secrets.VAULT_MASTER_KEY, path, revoked)).status).toBe(200);
    // Killed: the newer rows are in a -wal file that SQLite would replay over a restored database.
    await service.kill9();
    const { dataDir, secrets } = service;
    const refused = await run("restore", "--from", file, "--data", dataDir);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("--force") });
    // As one leaves it that is cut off half-way.
    writeFileSync(join(dataDir, "restore.unfinished"), "");
    const half = await runHere("serve.ts", ["--port", "0", "--data", dataDir], secrets);
    expect(half).toMatchObject({ code: 1, err: expect.stringContaining("cut off half-way") });
    const said = await restore(file, dataDir, "--force");
    const former = readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));
    expect(former).toHaveLength(1);
    expect(said).toContain(join(dataDir, former[0] ?? ""));
    expect(said).toContain("revoke them again");
    const restored = await startService({ dataDir, secrets });
    await expectUnmasked(restored, token, older);
    const [{ token_value }] = newer as [Pair];
    const gone = await send(restored, token, "unmask", { unmask: [{ token_value }] });
    expect(gone.status).toBe(400);
  });

  it("of the namespaces alone leaves a newer Registry on its own disk as it is", async () => {
    const args = ["--ledger", temporaryFolder()];
    const service = await startService({ args });
    const { secrets, dataDir } = service;
    const token = await newToken(service, "older", "app", ["mask", "unmask"]);
    const pairs = await mask(service, token, "on the lost disk");
    const file = await backup(dataDir, ...args);
    await newToken(service, "younger", "app", ["mask"]);
    // The Registry is changed as well, so no service may be running on it, whatever the other folder.
    const place = ["--from", file, "--data", temporaryFolder(), ...args];
    expect(await run("restore", ...place, "--only", "vault")).toMatchObject({ code: 3 });
    await service.stop();
    rmSync(dataDir, { recursive: true });
    // Serving without them would answer every caller as if nothing had ever been masked.
    const empty = await runHere("serve.ts", ["--port", "0", "--data", dataDir, ...args], secrets);
    expect(empty.code).toBe(1);
    expect(empty.err).toContain("knows 2 namespace(s)");
    await restore(file, dataDir, "--only", "vault");
    const restored = await startService({ dataDir, secrets, args });
    await expectUnmasked(restored, token, pairs);
    const fetched = await send(
      restored,
      secrets.VAULT_MASTER_KEY,
      "super-admin/namespace/auth-token/fetch",
      { data: { namespace_name: "younger", _id: "app" } },
    );
    // Known by name, though its data is gone with the disk.
    expect(fetched.body.error.code).not.toBe("namespace_unknown");
  });
});
