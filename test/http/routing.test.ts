// Paths and methods: unknown routes, wrong methods, and the health of the service.
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { newVault } from "../support/namespaces.ts";
import { OPERATIONS } from "../support/operations.ts";
import { expectRefusal, MARKER, REFUSED } from "../support/refusals.ts";
import { type Answer, call, MASTER_KEY, PATHS } from "../support/requests.ts";
import { countRows, execute } from "../support/storage.ts";

const UNKNOWN = [
  "/",
  "/api",
  "/api/vault",
  "/api/vault/",
  "/mask",
  "/api/vault/Mask",
  "/api/vault/mask/",
  "/api/vault/mask/async/",
  "/api/vault//mask",
  "/api/vault/mask/sync",
  "/api/vault/unmask/async/x",
  "/api/vault/async-status/",
  "/api/vault/super-admin/namespace/auth-token",
  "/api/vault/super-admin/namespace/auth-token/generate/",
  "/api/vault/super-admin/namespace/auth-token/delete",
  "/healthz/",
  "/healthz/x",
  "/constructor",
  "/__proto__",
  `/api/vault/${MARKER}`,
  "/api/vault/mask%2Fasync",
  "/api/vault/*",
];

describe("a path that is no route", () => {
  it.each(UNKNOWN)(
    "%s is answered 404 without credentials, with a token and with the master key",
    async (path) => {
      const { token } = await newVault();
      for (const bearer of [undefined, token, MASTER_KEY]) {
        for (const method of ["GET", "PUT", "POST", "DELETE"]) {
          const body = method === "GET" ? {} : { body: { mask: [{ value: MARKER }] } };
          const answer = await call(method, path, { token: bearer, ...body });
          expectRefusal(answer, REFUSED.notFound);
        }
      }
    },
  );
});

/** Methods a path answers; HEAD comes with GET. */
function methodsOf(path: string): string[] {
  const here = OPERATIONS.filter((operation) => operation.path.split("?")[0] === path);
  const methods = new Set<string>(here.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods].sort();
}

describe("a wrong method", () => {
  const METHODS = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"];

  it.each(OPERATIONS)(
    "on $name is answered 405 with the methods that are right",
    async (operation) => {
      const path = operation.path.split("?")[0] ?? "";
      const right = methodsOf(path);
      for (const method of METHODS.filter((candidate) => !right.includes(candidate))) {
        const answer = await call(method, path, {});
        expect(answer.status, method).toBe(405);
        expect(answer.headers.get("Allow")?.split(", ").sort(), method).toEqual(right);
        if (method !== "HEAD") expectRefusal(answer, REFUSED.methodNotAllowed);
      }
    },
  );

  it("on healthz is answered 405", async () => {
    const answer = await call("POST", "/healthz", { body: { value: MARKER } });
    expectRefusal(answer, REFUSED.methodNotAllowed);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD");
  });
});

describe("X-Request-Id", () => {
  it("is made for a request without one and differs from request to request", async () => {
    const ids = [await call("GET", "/healthz"), await call("GET", "/healthz")].map((answer) =>
      answer.headers.get("X-Request-Id"),
    );
    expect(ids[0]).toMatch(/^\S{16,}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it("of the caller is not taken over: it would stand in our logs", async () => {
    const headers = { "X-Request-Id": "caller-17" };
    const answer = await call("PUT", PATHS.mask, { headers });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("healthz", () => {
  it.each(["healthz", "readyz", "livez"])(
    "and %s answer 200 in the envelope without credentials",
    async (name) => {
      const answer = await call("GET", `/${name}`);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        data: { status: "ok" },
        success: true,
        error: { message: "" },
      });
    },
  );

  it("answers HEAD with the same status and no body", async () => {
    const response = await exports.default.fetch("https://vault.test/healthz", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

describe("a service with unusable secrets", () => {
  const good = { VAULT_ROOT_KEY: env.VAULT_ROOT_KEY, VAULT_MASTER_KEY: env.VAULT_MASTER_KEY };
  const SECRETS: readonly (readonly [string, object, RegExp])[] = [
    ["no root key", { VAULT_ROOT_KEY: null }, /^VAULT_ROOT_KEY is missing/],
    ["an empty root key", { VAULT_ROOT_KEY: "" }, /^VAULT_ROOT_KEY is /],
    ["a root key of 16 bytes", { VAULT_ROOT_KEY: btoa("0123456789abcdef") }, /^VAULT_ROOT_KEY is /],
    ["a root key that is no base64", { VAULT_ROOT_KEY: "!".repeat(44) }, /^VAULT_ROOT_KEY is /],
    ["a root key of zeros", { VAULT_ROOT_KEY: btoa("\0".repeat(32)) }, /^VAULT_ROOT_KEY is /],
    ["no master key", { VAULT_MASTER_KEY: undefined }, /^VAULT_MASTER_KEY is missing/],
    ["a short master key", { VAULT_MASTER_KEY: `${MARKER}` }, /^VAULT_MASTER_KEY is shorter/],
    [
      "a master key of 31 letters",
      { VAULT_MASTER_KEY: "0123456789abcdefghijklmnopqrstu" },
      /^VAULT_MASTER_KEY is shorter/,
    ],
    ["a master key of one letter", { VAULT_MASTER_KEY: "x".repeat(64) }, /^VAULT_MASTER_KEY is /],
    [
      "a master key with a blank",
      { VAULT_MASTER_KEY: `${MARKER} ${MARKER} ${MARKER}` },
      /^VAULT_MASTER_KEY is /,
    ],
  ];

  it.each(SECRETS)(
    "with %s serves nothing, not even healthz, and says which; alone livez tells that it lives",
    async (_, broken, message) => {
      const { token } = await newVault();
      const bad = { ...env, ...good, ...broken };
      const paths: [string, string][] = [
        ["GET", "/healthz"],
        ["GET", "/readyz"],
        ...OPERATIONS.map((o): [string, string] => [o.method, o.path]),
      ];
      for (const [method, path] of paths) {
        const request = new Request(`https://vault.test${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}` },
        });
        const response = await createApp().fetch(request, bad as never);
        const text = await response.text();
        const body = JSON.parse(text) as Answer<null>;
        expect([response.status, body.success, body.error.code]).toEqual([
          503,
          false,
          "not_configured",
        ]);
        expect(body.error.message).toMatch(message);
        expect(response.headers.get("Retry-After")).toBe("60");
        expect(text).not.toContain(MARKER);
      }
      const livez = await createApp().fetch(new Request("https://vault.test/livez"), bad as never);
      expect(livez.status).toBe(200);
    },
  );
});

describe("too many unfinished jobs", () => {
  it("are refused with 429 and Retry-After, and the refused one is not stored", async () => {
    const { nid, token } = await newVault();
    const columns = "tracking_id, kind, state, submitter, items, chunks, done_chunks, done_items";
    await execute(
      nid,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO job (${columns}, result_bytes, attempts, claimed, turn, submitted)
       SELECT 'x' || i, 'mask', 'PENDING', x'00', 1, 1, 0, 0, 0, 0, 0, i, 0 FROM n`,
    );
    const before = await countRows(nid);
    const answer = await call("PUT", PATHS.maskAsync, {
      token,
      body: { mask: [{ value: MARKER }] },
    });
    const message =
      "More than 1000 unfinished jobs in this namespace; up to 1200 in all, each user may still have 20";
    expectRefusal(answer, { status: 429, code: "too_many_jobs", message });
    expect(await countRows(nid)).toEqual(before);
    expect(
      (await call("PUT", PATHS.mask, { token, body: { mask: [{ value: "x" }] } })).status,
    ).toBe(200);
  });
});
