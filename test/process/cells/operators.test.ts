// Operators of a service with several cells, and of one with a single cell: admitted by all cells, revoked in all at
// once.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, newToken, send } from "../../support/node/api-client.ts";
import { fill, isIn, NAMES, startCells, type Tenant, workerdOf } from "../../support/node/cells.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import {
  type Service,
  type SharedService,
  sharedService,
  startService,
} from "../../support/node/service.ts";

const OPERATORS = "super-admin/operators";
const TOKENS = "super-admin/namespace/auth-token";

let service: Service;
let tenants: Tenant[];

beforeAll(async () => {
  service = await startCells(2, { env: { REQUEST_LOG: "1" } });
  tenants = await fill(service);
});

afterAll(cleanUp);

async function create(of: SharedService, scopes: string[]): Promise<{ id: string; token: string }> {
  const data = { name: "desk", scopes };
  const { status, body } = await send(of, of.secrets.VAULT_MASTER_KEY, `${OPERATORS}/create`, {
    data,
  });
  expect(status).toBe(200);
  return { id: body.data.operator_id, token: body.data.auth_token };
}

function revoke(of: SharedService, operator_id: string) {
  const path = `${OPERATORS}/deactivate`;
  return send(of, of.secrets.VAULT_MASTER_KEY, path, { data: { operator_id } });
}

const list = (token: string, name: string) =>
  ask(service, token, `${TOKENS}/list?namespace=${encodeURIComponent(name)}`);

/** What each cell says to somebody who asks about a namespace of it. */
const everywhere = async (token: string) =>
  new Set((await Promise.all(NAMES.map((name) => list(token, name)))).map(({ status }) => status));

/** The status of the answer to a request for metrics whose body never arrives. */
async function statusOfStalled(authorization: string): Promise<number | undefined> {
  const headers = { authorization, "content-length": "16000000" };
  const stalled = request(`${service.url}/metrics`, { method: "POST", headers });
  stalled.on("error", () => {}).write("{");
  try {
    const [answer] = (await once(stalled, "response", {
      signal: AbortSignal.timeout(10_000),
    })) as [IncomingMessage];
    return answer.statusCode;
  } finally {
    stalled.destroy();
  }
}

describe("metrics of several cells", () => {
  it("are asked for without a body: none is waited for, whoever asks", async () => {
    const { VAULT_MASTER_KEY } = service.secrets;
    for (const word of ["", "Bearer nobody", `Bearer ${VAULT_MASTER_KEY}`]) {
      expect(await statusOfStalled(word)).toBeGreaterThanOrEqual(400);
    }
  });
});

describe("an operator of several cells", () => {
  it("is let in by each of them until it is revoked, and then by none", async () => {
    const reader = await create(service, ["read"]);
    const issuer = await create(service, ["tokens"]);
    expect(await everywhere(reader.token)).toEqual(new Set([200]));
    expect(await everywhere(issuer.token)).toEqual(new Set([403]));
    const issued = NAMES.map((namespace_name) =>
      send(service, issuer.token, `${TOKENS}/generate`, {
        data: { namespace_name, _id: "new", permissions: ["mask"] },
      }),
    );
    expect((await Promise.all(issued)).map(({ status }) => status)).toEqual(NAMES.map(() => 200));
    const metrics = await fetch(`${service.url}/metrics`, {
      headers: { authorization: `Bearer ${reader.token}` },
    });
    expect(await metrics.text()).toContain('cell="1"');
    const pages = await ask(service, reader.token, `${TOKENS}/list`);
    expect(pages.status).toBe(200);
    const masters = await ask(service, issuer.token, `${OPERATORS}/list?namespace=x`);
    expect(masters.status).toBe(403);
    expect((await revoke(service, reader.id)).status).toBe(200);
    expect(await everywhere(reader.token)).toEqual(new Set([401]));
    expect(await everywhere(issuer.token)).toEqual(new Set([403]));
    expect((await revoke(service, reader.id)).status).toBe(404);
  });

  it("is none with a credential of another service, or with a part of one changed", async () => {
    const { token } = await create(service, ["read"]);
    const other = await sharedService();
    const foreign = await create(other, ["read"]);
    expect(await everywhere(foreign.token)).toEqual(new Set([401]));
    const [head, payload = "", signature] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const more = JSON.stringify({ ...claims, vouched_until: Date.now() + 60_000 });
    const forged = [head, Buffer.from(more).toString("base64url"), signature].join(".");
    expect(await everywhere(forged)).toEqual(new Set([401]));
    // Where a namespace token should stand it is none.
    const sent = { data: { auth_token: token } };
    const master = service.secrets.VAULT_MASTER_KEY;
    expect((await send(service, master, `${TOKENS}/deactivate`, sent)).status).toBe(404);
  });

  it("leaves the log its id, and of the token that it asks about nothing, wherever that stands", async () => {
    const reader = await create(service, ["read"]);
    const [{ token, name }] = tenants as [Tenant];
    for (const asker of [reader.token, service.secrets.VAULT_MASTER_KEY, token]) {
      await ask(service, asker, `${TOKENS}/details?auth_token=${token}`);
    }
    const details = await ask(service, reader.token, `${TOKENS}/details?auth_token=${token}`);
    expect(details.body.data).toMatchObject({ namespace_name: name });
    await waitFor("its line", () => service.logs().includes(reader.id));
    for (const secret of [token, reader.token]) {
      expect(service.logs()).not.toContain(secret.split(".")[1]);
      expect(service.logs()).not.toContain(secret.split(".")[2]);
    }
  });

  it("is let in by others while the first cell does not answer, which alone can revoke it", async () => {
    const reader = await create(service, ["read"]);
    const there = tenants.find(({ token }) => isIn(service, 1, token));
    process.kill(workerdOf(service, 0), "SIGSTOP");
    try {
      expect((await list(reader.token, there?.name ?? "")).status).toBe(200);
      const revoked = revoke(service, reader.id);
      const soon = new Promise((resolve) => setTimeout(resolve, 1_000, "nothing yet"));
      expect(await Promise.race([revoked, soon])).toBe("nothing yet");
      process.kill(workerdOf(service, 0), "SIGCONT");
      expect((await revoked).status).toBe(200);
      expect(await everywhere(reader.token)).toEqual(new Set([401]));
    } finally {
      process.kill(workerdOf(service, 0), "SIGCONT");
    }
  });

  it("is still revoked after a restart", async () => {
    const [gone, stays] = [await create(service, ["read"]), await create(service, ["read"])];
    await revoke(service, gone.id);
    const { dataDir, secrets } = service;
    expect(await service.stop()).toBe(0);
    service = await startService({ dataDir, secrets });
    expect(await everywhere(gone.token)).toEqual(new Set([401]));
    expect(await everywhere(stays.token)).toEqual(new Set([200]));
    expect(await newToken(service, "tenant 0", "third", ["mask"])).not.toBe("");
  });
});
