// A database that another process has locked, as an operator's sqlite3 or a backup tool does: a request that must write is
// told to come again (503), nothing is written by half, and work goes on once the lock is gone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { jobStates, registryPath, vaultPathOf } from "../../support/node/object-files.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const LOCK = `import { DatabaseSync } from "node:sqlite";
new DatabaseSync(process.argv[1], { timeout: 20_000 }).exec("BEGIN EXCLUSIVE");
console.log("locked");
process.stdin.resume();`;

/** Do something while another process has a database locked. */
async function whileLocked(path: string, run: () => Promise<unknown>): Promise<void> {
  const args = ["--input-type=module", "-e", LOCK, path];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  try {
    await run();
  } finally {
    child.stdin.end();
    await once(child, "exit");
  }
}

let service: Service;
let token: string;

const restart = async () => {
  const { dataDir, secrets } = service;
  service = await startService({ dataDir, secrets });
};

const put = (path: string, body: object, by = token) => send(service, by, path, body);
const items = (...values: string[]) => values.map((value) => ({ value, token_name: "Text Token" }));
const mask = (...values: string[]) => put("mask", { mask: items(...values) });
const REFUSED = { status: 503, body: { error: { code: "unavailable" } } };

beforeAll(async () => {
  service = await startService();
  token = await newToken(service, "locked", "app", ["mask", "unmask", "metadata_change"]);
});

afterAll(cleanUp);

/** What writes, by the user and by the operator, each with its answer. */
const writes = (round: string): readonly (readonly [string, () => Promise<object>])[] => [
  ["mask", () => mask(`${round} one`, `${round} two`)],
  ["submission", () => put("mask/async", { mask: items(`${round} job`) })],
  ["policy", () => put("metadata/policy/create", { data: { policy_name: round } })],
  ["erasure", () => put("namespace/delete/by-value", { data: { values: [round] } })],
  [
    "token",
    () =>
      put(
        "super-admin/namespace/auth-token/generate",
        { data: { namespace_name: "locked", _id: "other", permissions: ["mask"] } },
        service.secrets.VAULT_MASTER_KEY,
      ),
  ],
];

describe("a namespace's database that is locked", () => {
  it("refuses for now what would write, and takes it afterwards", async () => {
    expect(await mask("one")).toMatchObject({ status: 200 });
    await whileLocked(vaultPathOf(service, token), async () => {
      for (const [what, write] of writes("locked")) {
        expect({ what, ...(await write()) }).toMatchObject({ what, ...REFUSED });
      }
    });
    for (const [what, write] of writes("locked")) {
      expect({ what, ...(await write()) }).toMatchObject({ what, status: 200 });
    }
  });

  it("is opened once it is free, and its jobs go on without being asked about", async () => {
    const many = Array.from({ length: 8_000 }, (_, i) => `job ${i}`);
    const id = await submit(service, token, "mask", items(...many));
    const vault = vaultPathOf(service, token);
    await whileLocked(vault, async () => {
      await waitFor("its work fails", () => service.logs().includes("vault.alarm-failed"));
      const { status } = await put("async-status", { status: [{ tracking_id: id }] });
      expect([200, 503]).toContain(status);
    });
    await service.kill9();
    await whileLocked(vault, async () => {
      await restart();
      await waitFor("it was not opened", () => service.logs().includes("vault.not-opened"));
    });
    const isDone = () => jobStates(vault).at(-1) === "SUCCESS";
    await waitFor("the job has ended", isDone, 30_000);
    expect((await untilEnded(service, token, id)).result).toHaveLength(many.length);
  });
});

describe("a Registry's database that is locked", () => {
  it("refuses for now what needs it, and serves the rest", async () => {
    const whole = { data: { namespace_to_be_deleted: "locked" } };
    const destroy = () =>
      put("super-admin/namespace/delete", whole, service.secrets.VAULT_MASTER_KEY);
    await whileLocked(registryPath(service.dataDir, token), async () => {
      expect(await mask("one")).toMatchObject({ status: 200 });
      expect(await destroy()).toMatchObject(REFUSED);
    });
    expect(await destroy()).toMatchObject({ status: 200 });
  });
});
