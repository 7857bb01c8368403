// `npm run serve -- --cells N`: each namespace in one of several runtimes, behind one address.

import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, newToken, send } from "../../support/node/api-client.ts";
import {
  expectAll,
  fill,
  healthOf,
  isIn,
  NAMES,
  startCells,
  type Tenant,
  unmaskOf,
  vaultsIn,
  workerdOf,
} from "../../support/node/cells.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { nidOf } from "../../support/node/object-files.ts";
import { cleanUp, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, sharedService, startService } from "../../support/node/service.ts";

const idOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).jti;
const LIST = "super-admin/namespace/auth-token/list";

/** Two cells that most tests use, and what each namespace has there. */
let service: Service;
let tenants: Tenant[];

beforeAll(async () => {
  service = await startCells(2);
  tenants = await fill(service);
});

afterAll(() => {
  unmountAll();
  return cleanUp();
});

/** Everything that the pages of a list of the operator hold. */
async function readPages(service: Service, path: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page = await ask(
      service,
      service.secrets.VAULT_MASTER_KEY,
      `${path}?next_page_token=${encodeURIComponent(next)}`,
    );
    expect(page.status).toBe(200);
    found.push(...page.body.data);
    next = page.body.next_page_token;
  }
  return found;
}

describe.runIf(IS_LONG)("namespaces that are made at once", () => {
  it("are all made: nobody reads a Registry that its runtime is making", async () => {
    const fresh = await startCells(2);
    const names = Array.from({ length: 80 }, (_, i) => `at once ${i}`);
    await expectAll(fresh, await fill(fresh, names));
    await fresh.stop();
  });
});

describe("several cells", () => {
  it("share the namespaces, answer as one, and serve them again after a restart", async () => {
    expect(vaultsIn(service, 0)).toBeGreaterThan(0);
    expect(vaultsIn(service, 1)).toBeGreaterThan(0);
    expect(vaultsIn(service, 0) + vaultsIn(service, 1)).toBe(NAMES.length);
    await expectAll(service, tenants);
    const { VAULT_MASTER_KEY: master } = service.secrets;
    const listed = await readPages(service, LIST);
    expect(listed.map((entry) => (entry as { namespace: string }).namespace).sort()).toEqual(NAMES);
    for (const { name, token } of tenants) {
      const one = await ask(service, master, `${LIST}?namespace=${encodeURIComponent(name)}`);
      expect(one.body.data).toMatchObject([{ auth_token: null, token_id: idOf(token) }]);
      const path = "super-admin/namespace/auth-token/details";
      const details = await ask(service, master, `${path}?auth_token=${token}`);
      expect(details.body.data.namespace_name).toBe(name);
      const headers = { authorization: `Bearer ${master}`, "x-auth-token": token };
      const again = await fetch(`${service.url}/api/vault/${path}`, { headers });
      expect(await again.json()).toMatchObject({ data: { namespace_name: name } });
      expect(await newToken(service, name, "second", ["mask"])).not.toBe(token);
    }
    expect(vaultsIn(service, 0) + vaultsIn(service, 1)).toBe(NAMES.length);
    expect(await healthOf(service)).toMatchObject({
      status: "ok",
      restarts: 0,
      cells: [{ status: "ok" }, { status: "ok" }],
    });
    expect(await service.stop()).toBe(0);
    const { dataDir, secrets } = service;
    service = await startService({ dataDir, secrets });
    expect(service.logs()).toContain("2 cells");
    await expectAll(service, tenants);
  });

  it("bring each request of one connection to its cell, in the order in which they came", async () => {
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let said = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    const order = [...tenants, ...tenants, ...tenants].sort((a, b) =>
      a.masked < b.masked ? 1 : -1,
    );
    const requests = order.map(({ token, masked }, i) => {
      const body = JSON.stringify({ unmask: [{ token_value: masked }] });
      const half = body.length >> 1;
      const [length, sent] =
        i % 2 === 0
          ? [`Content-Length: ${body.length}`, body]
          : [
              "Transfer-Encoding: chunked",
              `${half.toString(16)}\r\n${body.slice(0, half)}\r\n${(body.length - half).toString(16)}\r\n${body.slice(half)}\r\n0\r\n\r\n`,
            ];
      return `PUT /api/vault/unmask HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${length}\r\n\r\n${sent}`;
    });
    // All at once, without waiting for an answer, and cut anywhere.
    const all = requests.join("");
    for (let at = 0; at < all.length; at += 997) socket.write(all.slice(at, at + 997));
    const values = () =>
      [...said.matchAll(/"value":"(secret of [^"]+)"/g)].map(([, value]) => value);
    await waitFor("all are answered", () => values().length === order.length);
    expect(values()).toEqual(order.map(({ name }) => `secret of ${name}`));
    socket.destroy();
  });

  it("refuse a token that names no cell, one that is forged, and a stranger, like one cell", async () => {
    const [tenant] = (await fill(service, ["gone"])) as [Tenant];
    const master = service.secrets.VAULT_MASTER_KEY;
    const body = { data: { namespace_to_be_deleted: "gone" } };
    const accepted = await send(service, master, "super-admin/namespace/delete", body);
    expect(accepted.status).toBe(200);
    expect((await unmaskOf(service, tenant)).status).toBe(401);
    const forged = `${tenant.token.slice(0, -10)}AAAAAAAAAA`;
    expect((await unmaskOf(service, { ...tenant, token: forged })).status).toBe(401);
    const before = [0, 1].map((cell) => vaultsIn(service, cell));
    const other = await sharedService();
    const [foreign] = (await fill(other, ["foreign"])) as [Tenant];
    expect((await unmaskOf(service, foreign)).status).toBe(401);
    for (const token of [forged, "a.b.c", "x"]) {
      expect((await ask(service, token, LIST)).status).toBe(401);
      expect((await send(service, token, "super-admin/namespace/hold", {})).status).toBe(401);
    }
    expect([0, 1].map((cell) => vaultsIn(service, cell))).toEqual(before);
    const id = accepted.body.data.tracking_id;
    const status = () => ask(service, master, `super-admin/namespace/job-status?tracking_id=${id}`);
    await waitFor("it is deleted", async () => (await status()).body.data?.status === "SUCCESS");
    expect((await status()).body.data.receipt).toMatch(/^ey/);
  });

  it("never make two namespaces of one name, however many ask for it at once", async () => {
    const tokens = await Promise.all(
      Array.from({ length: 12 }, (_, i) => newToken(service, "one", `user ${i}`, ["mask"])),
    );
    expect(new Set(tokens.map(nidOf)).size).toBe(1);
    // Nor by another spelling of the path.
    for (const { name, token } of tenants) {
      const data = { namespace_name: name, _id: "again", permissions: ["mask"] };
      const path = "%73uper-admin/namespace/auth-token/generate";
      const { body } = await send(service, service.secrets.VAULT_MASTER_KEY, path, { data });
      if (body.success) expect(nidOf(body.data.auth_key)).toBe(nidOf(token));
    }
  });
});

describe("a cell that is killed", () => {
  it("takes only its own namespaces along, for as long as it is down", async () => {
    const cellOf = new Map(
      tenants.map(({ name, token }) => [name, isIn(service, 1, token) ? 1 : 0] as const),
    );
    expect(new Set(cellOf.values()).size).toBe(2);
    const statuses = new Map<number, number[]>([
      [0, []],
      [1, []],
    ]);
    let isOver = false;
    const callers = tenants.map(async (tenant) => {
      while (!isOver) {
        const { status } = await unmaskOf(service, tenant);
        statuses.get(cellOf.get(tenant.name) ?? 0)?.push(status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(workerdOf(service, 1), "SIGKILL");
    await waitFor("it serves again", () => service.logs().includes("serves again"), 20_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    isOver = true;
    await Promise.all(callers);
    expect(new Set(statuses.get(0))).toEqual(new Set([200]));
    expect([...new Set(statuses.get(1))].every((status) => status === 200 || status === 503)).toBe(
      true,
    );
    expect(service.logs()).toMatch(/cell 1: workerd was ended by SIGKILL/);
    await expectAll(service, tenants);
    await waitFor("its health says so", async () => (await healthOf(service)).restarts === 1);
    expect(await healthOf(service)).toMatchObject({
      status: "ok",
      cells: [{ restarts: 0 }, { restarts: 1 }],
    });
  });

  it("answers 503 with Retry-After to what was under way, and its health is told while it is down", async () => {
    const victim = tenants.find(({ token }) => isIn(service, 1, token)) as Tenant;
    process.kill(workerdOf(service, 1), "SIGSTOP");
    const headers = { authorization: `Bearer ${victim.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ unmask: [{ token_value: victim.masked }] });
    const call = fetch(`${service.url}/api/vault/unmask`, { method: "PUT", headers, body });
    await waitFor(
      "it is seen to be down",
      async () => (await healthOf(service)).status === "degraded",
    );
    const statusOf = async (probe: string) => (await fetch(`${service.url}/${probe}`)).status;
    expect([await statusOf("readyz"), await statusOf("livez")]).toEqual([200, 200]);
    process.kill(workerdOf(service, 0), "SIGSTOP");
    await waitFor("none serves", async () => (await statusOf("readyz")) === 503);
    expect(await statusOf("livez")).toBe(200);
    process.kill(workerdOf(service, 0), "SIGCONT");
    process.kill(workerdOf(service, 1), "SIGKILL");
    const answer = await call;
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: "unavailable" } });
    // One that is sent while the runtime dies may go with it.
    const isBack = async () => (await unmaskOf(service, victim)).status === 200;
    await waitFor("it serves again", isBack, 30_000);
    await expectAll(service, tenants);
  });
});

/** Only where a test may mount. */
const mounted: string[] = [];
/** Room for what a cell runs, some 22 MB, and little more. */
const mountSmall = (dir: string) => {
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=48m,mode=700", "tmpfs", dir]);
  if (status === 0) mounted.push(dir);
  return status === 0;
};
const unmountAll = () => {
  for (const dir of mounted.splice(0)) spawnSync("umount", ["-l", dir]);
};

describe.runIf(IS_LONG)("a cell whose disk is full", () => {
  it("refuses what is new in its namespaces alone, and goes on when there is room", async ({
    skip,
  }) => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, "cell-1"));
    if (!mountSmall(join(dataDir, "cell-1"))) skip();
    const narrow = await startCells(2, { dataDir });
    const inside = await fill(narrow);
    const filling = join(dataDir, "cell-1", "objects", "filling");
    expect(() => {
      for (;;) appendFileSync(filling, Buffer.alloc(4096));
    }).toThrow(/ENOSPC/);
    const maskNew = async ({ token }: Tenant, value: string) =>
      (await send(narrow, token, "mask", { mask: [{ value, token_name: "Text Token" }] })).status;
    for (const tenant of inside) {
      const isOnFull = isIn(narrow, 1, tenant.token);
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push(await maskNew(tenant, `${tenant.name}, new ${i}`));
      if (isOnFull) expect(statuses.every((status) => status >= 500 || status === 200)).toBe(true);
      else expect(statuses).toEqual([200, 200, 200, 200, 200]);
    }
    rmSync(filling);
    for (const tenant of inside) {
      await waitFor(
        "it takes what is new",
        async () => (await maskNew(tenant, "later")) === 200,
        30_000,
      );
    }
    await expectAll(narrow, inside);
    expect(await narrow.stop()).toBe(0);
  });
});
