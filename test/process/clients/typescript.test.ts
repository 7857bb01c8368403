// The TypeScript client against a real service: every operation of the document is called through it.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ErasureTarget,
  type Unmasked,
  VaultClient,
  VaultError,
} from "../../../clients/typescript/src/index.ts";
import { OPERATIONS } from "../../../clients/typescript/src/operations.ts";
import document from "../../../docs/openapi.json" with { type: "json" };
import {
  addresses,
  all,
  asked,
  errorOf,
  noting,
  textOf,
} from "../../support/node/clients/typescript.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

let service: Service;
let operator: VaultClient;
/** May do all that a namespace's tokens can. */
let vault: VaultClient;
let namespaceToken: string;
const clientWith = (token: string) => new VaultClient({ url: service.url, token, fetch: noting });

beforeAll(async () => {
  service = await startService();
  operator = clientWith(service.secrets.VAULT_MASTER_KEY);
  const permissions = ["mask", "unmask", "metadata_change"] as const;
  const { data } = await operator.call("generateToken", {
    body: { data: { namespace_name: "demo", _id: "me", permissions } },
  });
  namespaceToken = data.auth_key;
  vault = clientWith(namespaceToken);
});
afterAll(cleanUp);

describe("values and jobs", () => {
  it("masks, unmasks and detects", async () => {
    const items = [{ value: "Ada Lane", token_name: "Person Token" }, { value: "Mail ada@x.org" }];
    const masked = await vault.mask(items, { explain: true });
    expect(masked[1]?.individual_tokens?.[0]).toMatchObject({ pii_type: "EMAIL_ADDRESS" });
    const back = await vault.unmask(masked.map(({ token_value }) => ({ token_value })));
    expect(back.map(({ value }) => value)).toEqual(items.map(({ value }) => value));
    const texts = [{ value: "Mail ada@x.org" }, { value: "Yesterday Maria Jensen called." }];
    const [mail, name] = await vault.detect(texts, { offsets: "utf16" });
    expect(JSON.stringify(mail)).toContain("EMAIL_ADDRESS");
    expect(name?.entities[0]?.language).toBe("en");
  });

  it("masks and unmasks streams, piece by piece", async () => {
    const text = "Mail ada@x.org, please.\n".repeat(100);
    const pieces = new Blob([text]).stream() as ReadableStream<Uint8Array>;
    const contentType = "text/plain";
    const masked = await vault.call("maskStream", { body: pieces, contentType });
    const token = await textOf(masked);
    expect(token).not.toContain("ada@x.org");
    const query = { strict: "true" } as const;
    const back = await vault.call("unmaskStream", { body: token, contentType, query });
    expect(await textOf(back)).toBe(text);
  });

  it("submits lists as jobs, follows them, and gives their results in order", async () => {
    const values = Array.from({ length: 250 }, (_, n) => `Person ${n}`);
    async function* items(from: number, to: number) {
      for (const value of values.slice(from, to)) yield { value, token_name: "Text Token" };
    }
    const submitted: [string, number][] = [];
    const options = {
      onSubmitted: (...job: [string, number]) => submitted.push(job),
    };
    const first = await vault.jobs.submit("mask", items(0, 100), options);
    const second = await vault.jobs.submit("mask", items(100, 250), options);
    const ids = [...first, ...second];
    expect(submitted).toEqual([
      [ids[0], 100],
      [ids[1], 150],
    ]);
    const seen: number[] = [];
    await vault.jobs.wait(ids, { onProgress: ({ done }) => seen.push(done) });
    expect([seen.at(-1), seen]).toEqual([250, seen.toSorted((a, b) => a - b)]);
    const masked = await all(vault.jobs.results(ids));
    expect(masked.map(({ value }) => value)).toEqual(values);

    const tokens = masked.map(({ token_value }) => ({ token_value }));
    const unmasking = await vault.jobs.submit("unmask", tokens, { policy_name: null });
    const back = await all(vault.jobs.results<Unmasked>(unmasking));
    expect(back.map(({ value }) => value)).toEqual(values);

    const listed = await all(vault.jobs.list({ limit: 1, call_type: "mask" }));
    expect(listed.map(({ tracking_id }) => tracking_id).sort()).toEqual(ids.toSorted());
    const [id = ""] = ids;
    expect(await vault.jobs.cancel(id)).toEqual({ tracking_id: id, status: "SUCCESS" });
    const records = await vault.call("readJobs", { body: { status: [{ tracking_id: id }] } });
    expect(records.data[0]?.result).toEqual(masked.slice(0, 100));
    expect(await vault.jobs.submit("mask", [])).toEqual([]);
  });

  it("tells of a job that failed which item is to blame, counted over the whole list", async () => {
    const good = Array.from({ length: 3 }, () => ({ value: "x", token_name: "Text Token" }));
    const [first = ""] = await vault.jobs.submit("mask", good);
    const [second = ""] = await vault.jobs.submit("mask", [
      ...good,
      { value: "x", token_name: "No such token" },
    ]);
    const error = await errorOf(vault.jobs.wait([first, second]));
    expect(error).toBeInstanceOf(VaultError);
    const { code, status, itemIndex, trackingId } = error;
    expect({ code, status, itemIndex, trackingId }).toEqual({
      ...{ code: "unknown_token_name", status: 0, itemIndex: 6, trackingId: second },
    });
    expect((await errorOf(all(vault.jobs.results([first, second])))).itemIndex).toBe(6);
  });

  it("waits no longer than it is told", async () => {
    const items = Array.from({ length: 5_000 }, (_, n) => ({ value: `Mail me${n}@x.org` }));
    const [id = ""] = await vault.jobs.submit("mask", items);
    const error = await errorOf(vault.jobs.wait(id, { maxWaitMs: 1 }));
    expect(error).toMatchObject({ code: "wait_timeout", trackingId: id });
    const reason = new Error("enough");
    const waiting = vault.jobs.wait(id, { signal: AbortSignal.abort(reason) });
    expect(await errorOf(waiting)).toBe(reason);
    await vault.jobs.cancel(id);
  });
});

describe("failures", () => {
  it("of the gateways, in the words of their APIs, are told alike", async () => {
    const messages = [{ role: "user", content: "Hello" }];
    const body = { model: "m", messages };
    const calls = [
      vault.call("createChatCompletion", { body }),
      vault.call("createResponse", { body: { model: "m", input: "Hello" } }),
      vault.call("createEmbeddings", { body: { model: "m", input: "Hello" } }),
      vault.call("listOpenaiModels"),
      vault.call("readOpenaiModel", { path: { model: "a b" } }),
      vault.call("createMessage", { body: { ...body, max_tokens: 1 } }),
      vault.call("countMessageTokens", { body }),
      vault.call("listAnthropicModels", { query: { limit: "1" } }),
      vault.call("readAnthropicModel", { path: { model: "m" } }),
    ];
    const errors = await Promise.all(calls.map(errorOf));
    const codes = errors.map(({ code, status }) => [code, status]);
    expect(codes).toEqual(calls.map(() => ["provider_unknown", 404]));
  });
});

describe("every other operation", () => {
  it("names and policies", async () => {
    const { data } = await vault.call("listTokenTypes");
    expect(JSON.stringify(data)).toContain("Person Token");
    await vault.call("listFormats");
    await vault.call("listEntityTypes");
    const policy_name = "ward";
    // What all of these have in common.
    const { call }: { call(id: string, input: object): Promise<unknown> } = vault as never;
    const set = (id: string, data: object) =>
      call.apply(vault, [id, { body: { data: { policy_name, ...data } } }]);
    await set("createPolicy", {});
    expect((await vault.call("listPolicies")).data.policies).toContain(policy_name);
    await set("setDetection", { threshold: 0.5, languages: ["en", "sv"] });
    await set("setSettings", { partial: true });
    const settings = await vault.call("readSettings", { query: { policy_name } });
    expect(settings.data).toMatchObject({ partial: true });
    await set("setActions", { metadata: { excluded_entities: ["URL"] } });
    await set("setWrappers", {
      metadata: [{ entity_name: "URL", format_prefix: "[", format_suffix: "]" }],
    });
    await set("setCustomEntity", { entity_name: "BED", words: ["Bed 7"] });
    await set("readCustomEntity", { entity_name: "BED" });
    await set("deleteCustomEntity", { entity_name: "BED" });
    await vault.call("readPolicies", { query: { policy_name } });
    await set("setDefaultPolicy", {});
    expect((await vault.call("readDefaultPolicy")).data).toEqual({ policy_name });
    await set("setDefaultPolicy", { policy_name: null });
    await set("deletePolicy", {});
  });

  it("erasure", async () => {
    const item = { value: "Jo Hart", attributes: { customer: 42 }, token_name: "Person Token" };
    const [masked] = await vault.mask([item]);
    const dry = await vault.erase({ values: ["Jo Hart"] }, { dry_run: true });
    expect(dry).toMatchObject({ dry_run: true, would_clear: 1 });
    const token = masked?.token_value ?? "";
    const seen: unknown[] = [];
    const erased = async (target: ErasureTarget) => {
      const accepted = await vault.erase(target);
      const id = "tracking_id" in accepted ? accepted.tracking_id : "";
      return vault.waitForErasure(id, { onProgress: (progress) => seen.push(progress) });
    };
    const first = await erased({ key: "customer", value: 42 });
    expect(first.response).toMatchObject({ cleared_records: 1 });
    const others = await Promise.all([
      erased({ tokens: [token] }),
      erased({ values: ["Jo Hart"] }),
      erased({ duration: 30 }),
    ]);
    expect(others.map(({ status }) => status)).toEqual(Array(3).fill("SUCCESS"));
    expect(seen.length).toBeGreaterThanOrEqual(4);
    expect(await errorOf(vault.unmask([{ token_value: token }]))).toMatchObject({ status: 400 });

    const span = { start_date: "2026-01-01 00:00:00", end_date: "2099-12-31 23:59:59" };
    expect((await vault.call("readAudit", { query: span })).success).toBe(true);
    expect(await textOf(await vault.call("exportAudit"))).toContain("checkpoint");
    await vault.call("deleteAuditRecords", { body: { data: { duration: 365 } } });
    const query = { namespace: "demo" };
    for (const asker of [vault, operator]) {
      expect((await asker.call("readUsage", { query })).data.details).toHaveLength(1);
      await asker.call("readAllNamespacesUsage");
      await asker.call("readNamespaceUsage", { query });
      await asker.call("readUsersUsage", { query });
    }
    await vault.call("setRetention", { body: { data: { duration: 90 } } });
    expect((await vault.call("readRetention")).data.duration).toBe(90);
    const receipts = [others[2]?.receipt ?? ""];
    await operator.call("replayReceipts", { body: { data: { receipts } } });
  });

  it("the operator's", async () => {
    const namespace_name = "demo";
    const user = { namespace_name, _id: "me" };
    expect((await operator.call("fetchToken", { body: { data: user } })).data).toBeDefined();
    const list = await operator.call("listTokens", { query: { namespace: namespace_name } });
    expect(list.data).toHaveLength(1);
    const read = await operator.call("readToken", { query: { auth_token: namespaceToken } });
    expect([read.data.namespace_name, addresses.at(-1)?.search]).toEqual([namespace_name, ""]);
    const made = await operator.call("createOperator", {
      body: { data: { name: "desk", scopes: ["read"] } },
    });
    const { auth_token, operator_id } = made.data;
    const reader = clientWith(auth_token);
    expect(
      (await reader.call("readLimits", { query: { namespace: namespace_name } })).success,
    ).toBe(true);
    expect((await operator.call("listOperators")).data).toHaveLength(1);
    await operator.call("deactivateOperator", { body: { data: { operator_id } } });
    for (const hold of [true, false]) {
      await operator.call("holdNamespace", { body: { data: { namespace_name, hold } } });
    }
    const limits = { requests_per_second: 1_000 };
    await operator.call("setLimits", { body: { data: { namespace_name, limits } } });
    const told = await operator.call("readLimits", { query: { namespace: namespace_name } });
    expect(told.data.limits).toEqual(limits);
    const ledger = await operator.call("readLedger", { query: { namespace: namespace_name } });
    expect(ledger.data.length).toBeGreaterThan(0);
    await operator.call("rotateKeys");
    expect((await operator.call("readRotation")).data.version).toBe(1);
    await operator.call("reAnchor", { body: { data: { namespace_name } } });
    await operator.call("deactivateToken", { body: { data: { auth_token: namespaceToken } } });
    const data = { namespace_to_be_deleted: namespace_name };
    const job = await operator.call("deleteNamespace", { body: { data } });
    const { tracking_id } = job.data;
    await operator.call("readNamespaceJob", { query: { tracking_id } });
  });

  it("agents' and anybody's", async () => {
    const { data } = await operator.call("generateToken", {
      body: { data: { namespace_name: "agents", _id: "me", permissions: ["mask"] } },
    });
    const agent = clientWith(data.auth_key);
    const rpc = { jsonrpc: "2.0", method: "ping" } as const;
    expect(await agent.call("callMcp", { body: { ...rpc, id: 1 } })).toMatchObject({ id: 1 });
    const notice = { jsonrpc: "2.0", method: "notifications/initialized" } as const;
    expect(await agent.call("callMcp", { body: notice })).toBeNull();
    const body = { input_type: "request", texts: ["Hello"] } as const;
    await agent.call("askGuardrail", { body: body });
    expect((await agent.call("readKeys")).keys).toHaveLength(1);
    await agent.call("readHealth");
    await agent.call("readReadiness");
    await agent.call("readLiveness");
    expect(await textOf(await operator.call("readMetrics"))).toContain("# TYPE ");
    expect(await agent.call("readDocument")).toEqual(document);
    expect(await textOf(await agent.call("readReference"))).toContain("<html");
  });

  it("has been called: the table and the document have the same operations", () => {
    const told = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(Object.keys(OPERATIONS)).toEqual(told);
    expect([...asked].sort()).toEqual(told.toSorted());
  });
});
