// What the audit log records of requests, and what happens when it cannot: with the real Worker and the setting AUDIT
// on.
import { env, waitOnExecutionContext } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AuditRow } from "../../../src/contract/responses/audit.ts";
import { AuditNotes } from "../../../src/http/audit-notes.ts";
import { openVaults } from "../../../src/platform/open-objects.ts";
import { ADMIN, type Asked, ask, broken, details, mask } from "../../support/audit.ts";
import { generate, newNamespace } from "../../support/namespaces.ts";
import { newOperator } from "../../support/operators.ts";
import { MASTER_KEY, PATHS } from "../../support/requests.ts";
import { dump } from "../../support/storage.ts";

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
    // Of the number all of it: its token is another of 555-01xx.
    expect(kept).not.toMatch(/ada@example|212-555-0100/);
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

  it("says of a request beyond its limits that it was refused", async () => {
    const { name, tokens } = await newNamespace({ ann: [...ADMIN] });
    const limits = { requests_per_second: 1 };
    const slow = (await generate(name, "slow", ["mask"], { limits })).auth_key;
    const asked = await Promise.all([0, 1, 2].map(() => mask(slow, "a")));
    const refused = asked.filter(({ status }) => status === 429).length;
    const logs = (await details(tokens.ann)).map(({ error_log }) => error_log);
    expect(logs.filter((code) => code === "rate_limited")).toHaveLength(refused);
    expect([logs.length, refused > 0]).toEqual([3, true]);
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

  it("lets a namespace have fewer when those of all are many", async () => {
    const notes = new AuditNotes(10);
    const told: Promise<unknown>[] = [];
    const context = {
      env: { ...env, VAULT: broken, AUDIT: "buffered" },
      executionCtx: { waitUntil: (work: Promise<unknown>) => told.push(work) },
      get: () => undefined,
    } as never;
    const who = { token_id: "t", user: "u", isKnown: true };
    const time = new Date().toISOString();
    const facts = { time, operation: "GET x", outcome: "ok", duration_ms: 1 };
    const placeOf = (nid: string) => ({ nid, jurisdiction: null }) as never;
    const note = async (nid: string, count: number) => {
      for (let i = 0; i < count; i++) await notes.note(context, placeOf(nid), who, facts);
    };
    // Fewer each than are sent at once, which none of them could be.
    const namespaces = Array.from({ length: 45 }, (_, i) => `namespace ${i}`);
    for (const nid of namespaces) await note(nid, 450);
    await note("few", 50);
    const full = [...namespaces, "few", "none"].map((nid) => notes.isFull(context, placeOf(nid)));
    expect(full).toEqual([...namespaces.map(() => true), false, false]);
    await Promise.all(told);
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

  it("for metrics are recorded in no namespace", async () => {
    const { nid, tokens } = await newNamespace({ ann: [...ADMIN] });
    const reader = await newOperator(["read"]);
    for (const token of [MASTER_KEY, reader.token]) {
      // As objects do where the number of open ones is limited.
      openVaults.use(nid, Date.now());
      const { status, text } = await ask("GET", "/metrics", { token });
      expect(status).toBe(200);
      expect(text).toContain(`namespace="${nid}"`);
    }
    expect(await details(tokens.ann)).toEqual([]);
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
