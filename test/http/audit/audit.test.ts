// What the audit has of requests, and the reports that are counted with it: over the real Worker, its setting AUDIT on.
import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { AuditRow, DayRow, UserRow } from "../../../src/contract/responses/audit.ts";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { AuditNotes } from "../../../src/http/audit-notes.ts";
import { expectDocumented } from "../../support/documented.ts";
import { generate, newNamespace } from "../../support/namespaces.ts";
import { MASTER_KEY, PATHS } from "../../support/requests.ts";
import { dump, execute } from "../../support/storage.ts";

const DETAILS = "/api/vault/namespace/reports/audit-details";
const EXPORT = "/api/vault/namespace/reports/audit-export";
const ADMIN = ["mask", "unmask", "metadata_change"] as const;
const YEARS = `start_date=2020-01-01 00:00:00&end_date=2099-12-31 23:59:59`;
const app = createApp();

interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly mode?: string;
  readonly vault?: unknown;
}

async function ask(method: string, path: string, { token, body, headers, mode, vault }: Asked) {
  const ctx = createExecutionContext();
  const request = new Request(`https://vault.test${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bindings = { ...env, AUDIT: mode ?? "strict", ...(vault ? { VAULT: vault } : {}) };
  const response = await app.fetch(request, bindings as never, ctx);
  const text = await response.text();
  expectDocumented(method, path.split("?")[0] ?? "", response, text);
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, text, ctx, body: isJson ? JSON.parse(text) : null };
}

async function details(token: string, query = YEARS): Promise<AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const page = next === "" ? "" : `&next_page_token=${next}`;
    const { status, body } = await ask("GET", `${DETAILS}?${query}${page}`, { token, mode: "off" });
    expect(status).toBe(200);
    rows.push(...body.data);
    next = body.next_page_token;
  }
  return rows;
}

const mask = (token: string, value: string, more: Asked = {}) =>
  ask("PUT", PATHS.mask, { token, body: { mask: [{ value }] }, ...more });

/** The namespace answers everything but keeps no record. */
const broken = {
  getByName: (nid: string) =>
    new Proxy(env.VAULT.getByName(nid) as never, {
      get: (stub: Record<string | symbol, (...given: unknown[]) => unknown>, verb) => {
        if (verb === "recordAudit") return () => Promise.reject(new Error("away"));
        // A stub is no promise.
        if (verb === "then") return undefined;
        return (...given: unknown[]) => stub[verb]?.(...given);
      },
    }),
  idFromName: (name: string) => env.VAULT.idFromName(name),
};

describe("a record", () => {
  it("is there before its answer leaves when the audit is strict, with what there is to know and no value", async () => {
    const { nid, tokens } = await newNamespace({ ann: [...ADMIN], bob: ["mask"] });
    const headers = { "X-Audit-Reason": "ticket 7" };
    const masked = await mask(tokens.ann, "Mail ada@example.com or 212-555-0100", { headers });
    const token_value = masked.body.data[0].token_value;
    await ask("PUT", PATHS.unmask, { token: tokens.ann, body: { unmask: [{ token_value }] } });
    await ask("PUT", PATHS.unmask, { token: tokens.bob, body: { unmask: [{ token_value }] } });
    await ask("PUT", PATHS.mask, { token: tokens.bob, body: { mask: [] } });
    const job = { mask: [{ value: "a" }, { value: "b" }], policy_name: "none such" };
    await ask("PUT", PATHS.maskAsync, { token: tokens.bob, body: job });
    await ask("GET", `${PATHS.jobs}/no-such-job`, { token: tokens.bob });
    const rows = await details(tokens.ann);
    const shown = rows.map(({ requested_method, requested_user, error_log, items }) => [
      requested_method,
      requested_user,
      error_log,
      items,
    ]);
    expect(shown).toEqual([
      ["/mask", "ann", "", 1],
      ["/unmask", "ann", "", 1],
      ["/unmask", "bob", "forbidden", undefined],
      ["/mask", "bob", "empty_payload", undefined],
      ["/mask/async", "bob", "policy_unknown", 2],
      ["/jobs/*", "bob", "tracking_id_unknown", undefined],
    ]);
    expect(rows[0]).toMatchObject({
      ...{ status: "success", input_payload: null, response: null, reason: "ticket 7" },
      entities: { EMAIL_ADDRESS: 1, PHONE_NUMBER: 1 },
    });
    expect(rows[4]).toMatchObject({ status: "failure", policy: "none such" });
    expect(rows[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/);
    const kept = JSON.stringify(rows) + (await dump(nid));
    expect(kept).not.toMatch(/ada@example|555-0100/);
    expect(await dump(nid)).not.toMatch(/ticket 7|none such|bob/);
  });

  it("comes with a second of delay when the audit is buffered, and none when it is off", async () => {
    const { tokens } = await newNamespace({ ann: [...ADMIN] });
    const { ctx } = await mask(tokens.ann, "a", { mode: "buffered" });
    await mask(tokens.ann, "b", { mode: "off" });
    expect(await details(tokens.ann)).toEqual([]);
    await waitOnExecutionContext(ctx);
    expect(await details(tokens.ann)).toHaveLength(1);
  });

  it("is not made of who is not let in: a stranger, a revoked token", async () => {
    const { name, tokens } = await newNamespace({ ann: [...ADMIN] });
    const gone = (await generate(name, "gone", ["mask"])).auth_key;
    const body = { data: { auth_token: gone } };
    await ask("PUT", PATHS.deactivate, { token: MASTER_KEY, body });
    expect((await mask(gone, "a")).status).toBe(401);
    const denied = await ask("PUT", PATHS.unmask, { token: gone, body: { unmask: [] } });
    expect(denied.status).toBe(403);
    expect((await mask("no token", "a")).status).toBe(401);
    const users = (await details(tokens.ann)).map(({ requested_user }) => requested_user);
    expect(users).toEqual(["operator"]);
  });
});

describe("an audit that cannot be written", () => {
  it("lets no answer out when it is strict", async () => {
    const { tokens } = await newNamespace({ ann: [...ADMIN] });
    const { status, text, body } = await mask(tokens.ann, "a secret", { vault: broken });
    expect([status, body.error.code]).toEqual([503, "audit_unwritable"]);
    expect(text).not.toContain("token_value");
    expect((await mask(tokens.ann, "another")).status).toBe(200);
    // The first was kept for as long as it could not be sent.
    expect(await details(tokens.ann)).toHaveLength(2);
  });

  it("is tried again every second, though no other request comes", async () => {
    const { tokens } = await newNamespace({ ann: [...ADMIN] });
    let isAway = true;
    const away = {
      ...broken,
      getByName: (name: string) => (isAway ? broken : env.VAULT).getByName(name),
    };
    const { ctx } = await mask(tokens.ann, "a", { mode: "buffered", vault: away });
    await scheduler.wait(1_500);
    isAway = false;
    await waitOnExecutionContext(ctx);
    expect(await details(tokens.ann)).toHaveLength(1);
  });

  it("refuses what comes when too much waits in its buffer, and takes it again when it has gone", async () => {
    const { nid, tokens } = await newNamespace({ ann: [...ADMIN] });
    const notes = new AuditNotes(10);
    const claims = { nid, jurisdiction: null, tokenId: "t", userId: "u" };
    const told: Promise<unknown>[] = [];
    const context = (vault: unknown) =>
      ({
        env: { ...env, VAULT: vault, AUDIT: "buffered" },
        executionCtx: { waitUntil: (work: Promise<unknown>) => told.push(work) },
        get: (name: string) => ({ claims, requestId: "a request" })[name],
      }) as never;
    const who = { token_id: "t", user: "u", isKnown: true };
    const time = new Date().toISOString();
    const facts = { time, operation: "GET x", outcome: "ok", duration_ms: 1 };
    for (let i = 0; i < 6_000; i++) await notes.note(context(broken), claims, who, facts);
    await Promise.all(told);
    expect(notes.isFull(context(broken), claims as never)).toBe(true);
    await Promise.all(told);
    expect(notes.isFull(context(env.VAULT), claims as never)).toBe(true);
    await Promise.all(told);
    expect(notes.isFull(context(env.VAULT), claims as never)).toBe(false);
    expect(await details(tokens.ann)).toHaveLength(6_000);
  });
});

describe("the operator's requests", () => {
  it("are recorded in each namespace that they deal with, and count as no use of it", async () => {
    const [here, there] = [
      await newNamespace({ ann: [...ADMIN] }),
      await newNamespace({ ann: [...ADMIN] }),
    ];
    const asOperator = (method: string, path: string, more: Asked) =>
      ask(method, path, { token: MASTER_KEY, ...more });
    const data = { namespace_name: here.name, _id: "eve", permissions: ["unmask"] };
    const headers = { "X-Audit-Reason": "ticket 8" };
    const issued = await asOperator("PUT", PATHS.generate, { body: { data }, headers });
    const { auth_key } = issued.body.data;
    await asOperator("GET", PATHS.details, { headers: { "X-Auth-Token": auth_key } });
    const hold = { namespace_name: here.name, hold: true };
    await asOperator("PUT", PATHS.hold, { body: { data: hold } });
    await asOperator("PUT", PATHS.hold, { body: { data: { ...hold, hold: 1 } } });
    await asOperator("GET", `${PATHS.list}?namespace=${there.name}`, {});
    await asOperator("PUT", PATHS.deactivate, { body: { data: { auth_token: auth_key } } });
    for (const token of ["x", auth_key]) {
      const stranger = { token, body: { data: { ...hold, hold: false } } };
      expect((await ask("PUT", PATHS.hold, stranger)).status).toBe(401);
    }
    const shown = (rows: AuditRow[]) =>
      rows.map(({ requested_method, requested_user, token_id, error_log, reason }) => {
        expect([requested_user, token_id]).toEqual(["operator", "operator"]);
        return [requested_method, error_log, ...(reason === undefined ? [] : [reason])];
      });
    expect(shown(await details(here.tokens.ann))).toEqual([
      ["/super-admin/namespace/auth-token/generate", "", "ticket 8"],
      ["/super-admin/namespace/auth-token/details", ""],
      ["/super-admin/namespace/hold", ""],
      ["/super-admin/namespace/auth-token/deactivate", ""],
    ]);
    expect(shown(await details(there.tokens.ann))).toEqual([
      ["/super-admin/namespace/auth-token/list", ""],
    ]);
    const usage = `/api/vault/reports/usage-summary?namespace=${here.name}`;
    const { body } = await ask("GET", usage, { token: here.tokens.ann, mode: "off" });
    expect(body.data.details).toMatchObject([{ no_of_hits: { total: 0 } }]);
  });

  it("are not answered before they are recorded when the audit is strict", async () => {
    const { name } = await newNamespace({ ann: [...ADMIN] });
    const data = { namespace_name: name, hold: false };
    const refused = await ask("PUT", PATHS.hold, {
      token: MASTER_KEY,
      body: { data },
      vault: broken,
    });
    expect([refused.status, refused.body.error.code]).toEqual([503, "audit_unwritable"]);
  });

  it("with a reason that a header may not have are refused", async () => {
    const { name } = await newNamespace({ ann: [...ADMIN] });
    const data = { namespace_name: name, hold: true };
    const headers = { "X-Audit-Reason": "x".repeat(501) };
    const refused = await ask("PUT", PATHS.hold, { token: MASTER_KEY, body: { data }, headers });
    expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_field"]);
  });
});

describe("reading it", () => {
  let tokens: { ann: string; bob: string };
  let name: string;
  beforeAll(async () => {
    ({ name, tokens } = await newNamespace({ ann: [...ADMIN], bob: ["mask"] }));
    for (const value of ["a", "b"]) await mask(tokens.bob, value);
    await ask("PUT", PATHS.unmask, { token: tokens.bob, body: {} });
    await ask("GET", PATHS.jobs, { token: tokens.ann });
  });

  it("goes by the instants of a query, each of which has to be one", async () => {
    expect(await details(tokens.ann)).toHaveLength(4);
    const past = "start_date=2020-01-01 00:00:00&end_date=2021-01-01 00:00:00";
    expect(await details(tokens.ann, past)).toEqual([]);
    for (const query of [
      "start_date=2020-01-01 00:00:00",
      "start_date=2020-01-01&end_date=2021-01-01",
      "start_date=2020-13-01 00:00:00&end_date=2021-01-01 00:00:00",
      `${YEARS}&next_page_token=-1`,
      `${YEARS}&next_page_token=1x`,
    ]) {
      expect((await ask("GET", `${DETAILS}?${query}`, { token: tokens.ann })).status).toBe(400);
    }
  });

  it("as lines begins with where it begins, and each batch ends with its link", async () => {
    const { status, text } = await ask("GET", EXPORT, { token: tokens.ann, mode: "off" });
    expect(status).toBe(200);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ checkpoint: { batch: 0 } });
    expect(lines.filter(({ request_id }) => request_id).length).toBeGreaterThanOrEqual(4);
    expect(lines.at(-1)).toMatchObject({ batch: expect.any(Number), previous: expect.any(String) });
  });

  it("needs a reason that a header may have", async () => {
    for (const reason of ["x".repeat(10_240), "\u00e9"]) {
      const { status, body } = await mask(tokens.bob, "c", {
        headers: { "X-Audit-Reason": reason },
      });
      expect([status, body.error.message]).toEqual([400, "Invalid X-Audit-Reason"]);
    }
  });

  const report = async (token: string, path: string) =>
    (await ask("GET", `/api/vault/reports/${path}`, { token, mode: "off" })).body;

  it("in reports: hits by operation, by day and outcome, by user", async () => {
    const today = isoDate(Date.now());
    for (const token of [tokens.ann, MASTER_KEY]) {
      const usage = await report(token, `usage-summary?namespace=${name}`);
      expect(usage.data.details).toMatchObject([{ namespace: name, no_of_hits: { unmask: 1 } }]);
      const byDay = await report(token, `namespace-summary?namespace=${name}`);
      const denied = byDay.data.details.find(({ status }: DayRow) => status === "forbidden");
      expect(denied).toMatchObject({ date: today, api_type: "/unmask", count: 1, items: 0 });
      const users = await report(token, `namespace-users-summary?namespace=${name}`);
      const masked = users.data.details.filter(
        ({ api_type, user, status }: UserRow) =>
          api_type === "/mask" && user === "bob" && status === "success",
      );
      expect(masked).toMatchObject([{ count: 2, items: 2 }]);
    }
    const own = await report(tokens.ann, "all-namespace-summary");
    expect(own.data).toMatchObject({ details: [{ namespace: name }], next_page_token: null });
    const ten = `start_date=${isoDate(Date.now() - 3_650 * DAY_MS)}&end_date=2099-01-01`;
    const usage = await report(tokens.ann, `usage-summary?${ten}`);
    expect(usage.data.details[0].no_of_hits.total).toBeGreaterThanOrEqual(4);
    const before = await report(tokens.ann, "usage-summary?end_date=2020-01-01");
    expect(before.data.details).toMatchObject([{ start_time: null, no_of_hits: { total: 0 } }]);
  });

  it("in pages, which are the whole cut up", async () => {
    const { tokens: own, name: big, nid } = await newNamespace({ ann: [...ADMIN] });
    await execute(
      nid,
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1899)
        INSERT INTO usage (day, operation, outcome, user, requests, items, ms)
        SELECT 10000 + i / 630, 'PUT /' || printf('%04d', i), 'ok', zeroblob(16), 1, 1, 1 FROM n`,
    );
    const query = `namespace=${big}&start_date=1990-01-01&end_date=2010-01-01`;
    const seen: string[] = [];
    const pages: (string | null)[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const page = next === "" ? "" : `&next_page_token=${next}`;
      const { data } = await report(own.ann, `namespace-summary?${query}${page}`);
      seen.push(...data.details.map(({ api_type }: DayRow) => api_type));
      next = data.next_page_token;
      pages.push(next);
    }
    expect(seen).toEqual(Array.from({ length: 1_900 }, (_, i) => `/${String(i).padStart(4, "0")}`));
    expect(pages).toEqual(["10000.500", "10001.370", "10002.240", null]);
    for (const wrong of ["500", "1.x", "-1.0"]) {
      const { error } = await report(
        own.ann,
        `namespace-summary?${query}&next_page_token=${wrong}`,
      );
      expect(error.code).toBe("invalid_page_token");
    }
  });

  it("of another namespace is refused, and the operator's list has all", async () => {
    const other = await newNamespace({ ann: [...ADMIN] });
    const foreign = await report(tokens.ann, `namespace-summary?namespace=${other.name}`);
    expect(foreign.error.code).toBe("forbidden");
    const names: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const after = next === "" ? "" : `?next_page_token=${encodeURIComponent(next)}`;
      const { data } = await report(MASTER_KEY, `all-namespace-summary${after}`);
      names.push(...data.details.map(({ namespace }: { namespace: string }) => namespace));
      next = data.next_page_token;
    }
    expect(names).toContain(name);
    expect(names).toContain(other.name);
    expect(new Set(names).size).toBe(names.length);
  });
});
