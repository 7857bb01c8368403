// Namespaces that must stay in a jurisdiction: Vault and Registry are objects of it. workerd has no jurisdictions, so here
// the binding's `jurisdiction` gives objects of other names; all else is as it is.
import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  boundNid,
  jurisdictionOfRegistry,
  REGISTRIES,
  registryOfName,
  registryOfNid,
} from "../../src/core/registries.ts";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import { type RawEnv, registryStub, vaultStub } from "../../src/platform/objects.ts";
import type { NamespaceRecord, RegistryPeerRpc, RegistryRpc } from "../../src/registry/rpc.ts";
import type { VaultRpc } from "../../src/vault/rpc.ts";
import { call, MASTER_KEY, PATHS, type Sent } from "../support/requests.ts";
import { stallAt } from "../support/vault/erasing.ts";
import { bindings, registryNamed, registryNumbered } from "../support/vault/fresh-registry.ts";
import { accepted, GRANT, rows, tablesOf } from "../support/vault/fresh-vault.ts";

const raw = env as unknown as RawEnv;
const binding = Object.getPrototypeOf(bindings.REGISTRY) as { jurisdiction: unknown };
const { jurisdiction: ofRuntime } = binding;

beforeEach(() => {
  binding.jurisdiction = function (this: DurableObjectNamespace, place: string) {
    return {
      getByName: (name: string) => this.getByName(`${place} ${name}`),
      idFromName: (name: string) => this.idFromName(`${place} ${name}`),
    };
  };
});
afterEach(() => {
  binding.jurisdiction = ofRuntime;
  setFailpointHook(null);
});

const named = (name: string) => registryNumbered(registryOfName(name));
const callsOf = (number: number) => registryStub<RegistryRpc & RegistryPeerRpc>(raw, number);
const newName = () => crypto.randomUUID();

/** The objects of a namespace, as its jurisdiction has them. */
const boundRegistry = (nid: string) => {
  const number = registryOfNid(nid);
  const name = number % REGISTRIES === 0 ? "registry" : `registry-${number % REGISTRIES}`;
  return registryNamed(`${jurisdictionOfRegistry(number)} ${name}`);
};

async function make(name: string, jurisdiction: string | null = "eu") {
  return accepted(await named(name).calls.makeNamespace(name, jurisdiction));
}

/** Where a table has rows of a namespace: in the Registry of its name, in its own. */
async function rowsAt({ name, nid }: NamespaceRecord, table: string): Promise<[number, number]> {
  const query = `SELECT * FROM ${table} WHERE nid = ?`;
  const unbound = await rows(named(name), query, nid);
  const bound = await rows(boundRegistry(nid), query, nid);
  return [unbound.length, bound.length];
}

describe("the nid of a bound namespace", () => {
  it("names jurisdiction and Registry, and a random one never does", () => {
    const random = `${"f".repeat(31)}7`;
    expect(registryOfNid(random)).toBe(55);
    const nid = boundNid(random, "us") ?? "";
    expect(nid).toMatch(/^[0-9a-f]{32}$/);
    expect([registryOfNid(nid), jurisdictionOfRegistry(registryOfNid(nid))]).toEqual([
      3 * 64 + 55,
      "us",
    ]);
    expect(boundNid(random, "moon")).toBeNull();
    expect(jurisdictionOfRegistry(63)).toBeNull();
  });
});

describe("a bound namespace", () => {
  it("is known in its jurisdiction alone, but for which one its name means", async () => {
    const name = newName();
    const { isNew, ...record } = await make(name);
    expect([isNew, record.jurisdiction, registryOfNid(record.nid)]).toEqual([
      true,
      "eu",
      64 + registryOfName(name),
    ]);
    const vault = vaultStub<VaultRpc>(raw, record.nid, "eu");
    expect((await vault.issueToken(record.nid, GRANT)).ok).toBe(true);
    await callsOf(registryOfNid(record.nid)).raiseIdCeiling(record.nid, 70);
    expect(await rowsAt(record, "namespace")).toEqual([0, 1]);
    expect(await rowsAt(record, "id_ceiling")).toEqual([0, 1]);
    expect(await rows(named(name), "SELECT nid FROM name_elsewhere WHERE name = ?", name)).toEqual([
      { nid: record.nid },
    ]);

    const found = { ok: true, value: record };
    expect(await named(name).calls.findNamespace(name)).toEqual(found);
    expect(await named(name).calls.readNamespace(record.nid)).toEqual(found);
    expect(await make(name, null)).toEqual({ ...record, isNew: false });
    const other = await named(name).calls.makeNamespace(name, "us");
    expect(other).toMatchObject({ ok: false, error: { code: "invalid_field" } });
    const listed = await registryNumbered(0).calls.listNamespaces("", 1_000);
    expect(listed.filter((one) => one.name === name)).toEqual([record]);
    expect(await registryNumbered(0).calls.usedRegistries()).toContain(registryOfNid(record.nid));
    const { creationTrackingId } = record;
    expect((await named(name).calls.readNamespaceJob(creationTrackingId)).ok).toBe(true);
  });

  it("is deleted there, and its name is free, for another place as well", async () => {
    const name = newName();
    const record = await make(name);
    const vault = vaultStub<VaultRpc>(raw, record.nid, "eu");
    await vault.issueToken(record.nid, GRANT);
    const begun = await named(name).calls.deleteNamespace(name);
    expect(begun).toMatchObject({ ok: true, value: { kind: "deletion", name } });
    expect(await rowsAt(record, "ledger")).toEqual([0, expect.any(Number)]);
    expect(await named(name).calls.findNamespace(name)).toMatchObject({ ok: false });
    const trackingId = begun.ok ? begun.value.trackingId : "";
    const job = () => named(name).calls.readNamespaceJob(trackingId);
    while (!(await job().then((read) => read.ok && read.value.state === "SUCCESS"))) {
      await callsOf(registryOfNid(record.nid)).wakeOverdue();
    }
    const again = await make(name, null);
    expect(again).toMatchObject({ isNew: true, jurisdiction: null });
    expect(registryOfNid(again.nid)).toBe(registryOfName(name));
    expect(await callsOf(registryOfNid(record.nid)).adoptNamespace(record)).toBeNull();
  });

  it("is deleted once by a request that is sent again, though the name is elsewhere by then", async () => {
    const name = newName();
    const record = await make(name);
    const vault = vaultStub<VaultRpc>(raw, record.nid, "eu");
    await vault.issueToken(record.nid, GRANT);
    const request = crypto.getRandomValues(new Uint8Array(32));
    const ask = async () => {
      const reply = await named(name).calls.deleteNamespace(name, null, request);
      return reply.ok ? reply.value.trackingId : reply.error.code;
    };
    const trackingId = await ask();
    expect(await named(name).calls.findNamespace(name)).toMatchObject({ ok: false });
    expect(await ask()).toBe(trackingId);
    await make(name, null);
    expect(await ask()).toBe(trackingId);
    expect(await named(name).calls.findNamespace(name)).toMatchObject({ ok: true });
  });

  it("is made once by many callers, wherever they want it", async () => {
    const name = newName();
    const { makeNamespace } = {
      makeNamespace: (place: string | null) => named(name).calls.makeNamespace(name, place),
    };
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => makeNamespace(i % 2 === 0 ? "eu" : null)),
    );
    const nids = made.flatMap((reply) => (reply.ok ? [reply.value.nid] : []));
    expect(new Set(nids).size).toBe(1);
    expect(made.filter((reply) => reply.ok && reply.value.isNew)).toHaveLength(1);
  });

  it("whose making was cut off is gone on with by the next, and is nobody's until then", async () => {
    const name = newName();
    setFailpointHook(async (point) => {
      await scheduler.wait(0);
      if (point === "registry.bound") throw new Error("failpoint");
    });
    await expect((async () => named(name).calls.makeNamespace(name, "eu"))()).rejects.toThrow(
      "failpoint",
    );
    setFailpointHook(null);
    await abortAllDurableObjects();
    expect(await named(name).calls.findNamespace(name)).toMatchObject({ ok: false });
    const [{ nid } = { nid: "" }] = await rows(
      named(name),
      "SELECT nid FROM name_elsewhere WHERE name = ?",
      name,
    );
    expect(await make(name, null)).toMatchObject({ nid, jurisdiction: "eu", isNew: true });
  });

  it("that is deleted while another maker of it is under way is refused to that one, and made anew for the next", async () => {
    const name = newName();
    const stall = stallAt("registry.bound", 0, 1);
    const late = named(name).calls.makeNamespace(name, "eu");
    await stall.reached();
    const made = await make(name, "eu");
    expect((await named(name).calls.deleteNamespace(name)).ok).toBe(true);
    stall.release();
    expect(await late).toEqual({ ok: false, error: { code: "namespace_being_deleted" } });
    const next = await make(name, "eu");
    expect(next).toMatchObject({ isNew: true, jurisdiction: "eu" });
    expect(next.nid).not.toBe(made.nid);
  });

  it("is refused where the runtime has no jurisdictions, and nothing is kept of it", async () => {
    binding.jurisdiction = ofRuntime;
    const name = newName();
    const refused = await named(name).calls.makeNamespace(name, "eu");
    expect(refused).toEqual({ ok: false, error: { code: "jurisdiction_unsupported" } });
    expect(await tablesOf(named(name))).toContain("name_elsewhere");
    expect(await rows(named(name), "SELECT * FROM name_elsewhere WHERE name = ?", name)).toEqual(
      [],
    );
  });
});

describe("the operations of a bound namespace", () => {
  it("all find it: mask, unmask, erasure with receipt, ledger, hold, details, deletion", async () => {
    const name = newName();
    const master = { token: MASTER_KEY };
    const said: number[] = [];
    const ask = async <T>(method: string, path: string, sent: Sent): Promise<T> => {
      const answer = await call<T>(method, path, sent);
      said.push(answer.status);
      return answer.data;
    };
    const permissions = ["mask", "unmask", "metadata_change"];
    const grant = { namespace_name: name, _id: "ada", permissions, jurisdiction: "us" };
    const made = await ask<{ auth_key: string; namespace_creation: { tracking_id: string } }>(
      "PUT",
      PATHS.generate,
      { ...master, body: { data: grant } },
    );
    const { auth_key: token, namespace_creation: creation } = made;
    const mask = [{ value: "Ann Miller", token_name: "Text Token" }];
    const [masked] = await ask<{ token_value: string }[]>("PUT", PATHS.mask, {
      token,
      body: { mask },
    });
    const unmask = [{ token_value: masked?.token_value }];
    const [back] = await ask<{ value: string }[]>("PUT", PATHS.unmask, { token, body: { unmask } });
    expect(back?.value).toBe("Ann Miller");
    await ask("PUT", PATHS.byValue, { token, body: { data: { values: ["Ann Miller"] } } });
    const entries = await ask<unknown[]>("GET", `${PATHS.ledger}?namespace=${name}`, master);
    expect(entries.length).toBeGreaterThan(0);
    const details = await ask<{ namespace_name: string }>(
      "GET",
      `${PATHS.details}?auth_token=${token}`,
      master,
    );
    expect(details.namespace_name).toBe(name);
    for (const hold of [true, false]) {
      await ask("PUT", PATHS.hold, { ...master, body: { data: { namespace_name: name, hold } } });
    }
    await ask("GET", `${PATHS.namespaceJob}?tracking_id=${creation.tracking_id}`, master);
    const found = accepted(await named(name).calls.findNamespace(name));
    for (const table of ["namespace", "ledger", "id_ceiling", "due_work"]) {
      expect((await rowsAt(found, table))[0], table).toBe(0);
    }
    expect((await rowsAt(found, "ledger"))[1]).toBeGreaterThan(0);
    await ask("PUT", PATHS.deleteNamespace, {
      ...master,
      body: { data: { namespace_to_be_deleted: name } },
    });
    expect(said).toEqual(said.map(() => 200));
    expect((await call("PUT", PATHS.mask, { token, body: { mask } })).status).toBe(401);
  });
});
