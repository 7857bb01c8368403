// Reading the audit log, and the usage reports that are counted with it.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { DayRow, UserRow } from "../../../src/contract/responses/audit.ts";
import { DAY_MS, isoDate } from "../../../src/core/time.ts";
import { ADMIN, ask, DETAILS, details, mask, vaultsWith, YEARS } from "../../support/audit.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { MASTER_KEY, PATHS } from "../../support/requests.ts";
import { execute } from "../../support/storage.ts";

const EXPORT = "/api/vault/namespace/reports/audit-export";

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

  it("as lines is cut off when batches that it has still to send are deleted", async () => {
    const { nid, tokens: own } = await newNamespace({ ann: [...ADMIN] });
    await execute(
      nid,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1600)
       INSERT INTO audit_batch (serial, sender, records, total, hash, sealed)
       SELECT i, 'by hand', 1, i, printf('%064d', i), zeroblob(10) FROM n`,
    );
    await execute(nid, "INSERT INTO audit_day VALUES (1, 10000, 1, 1)");
    const request = new Request(`https://vault.test${EXPORT}`, {
      headers: { authorization: `Bearer ${own.ann}` },
    });
    const bindings = { ...env, AUDIT: "off" } as never;
    const response = await createApp().fetch(request, bindings, createExecutionContext());
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const body = { data: { duration: 1 } };
    const path = "/api/vault/namespace/delete/audit-records";
    const { status } = await ask("PUT", path, { token: own.ann, body, mode: "off" });
    expect(status).toBe(200);
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow("deleted");
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

  it("refuse where a namespace does not answer, and count nothing only where one is made or deleted", async () => {
    const usage = `/api/vault/reports/usage-summary?namespace=${name}`;
    const saying = async (instead: () => Promise<unknown>) => {
      const vault = vaultsWith("readUsage", instead);
      return (await ask("GET", usage, { token: MASTER_KEY, mode: "off", vault })).body;
    };
    const away = await saying(() => Promise.reject(new Error("away")));
    expect(away.error.code).toBe("unavailable");
    const refusing = (code: string) => saying(async () => ({ ok: false, error: { code } }));
    expect((await refusing("ledger_ahead")).error.code).toBe("ledger_ahead");
    for (const code of ["namespace_unknown", "namespace_being_deleted"]) {
      const { details } = (await refusing(code)).data;
      expect(details).toEqual([
        { namespace: name, start_time: null, end_time: null, no_of_hits: { total: 0 } },
      ]);
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
