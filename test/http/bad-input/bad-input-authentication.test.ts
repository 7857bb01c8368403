// Authentication: every operation with kinds of credentials that must be refused, each kind with a third of the
// operations.
import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { sign } from "hono/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { refuses, rightToken, watchThroughout } from "../../support/bad-input.ts";
import { claimsIn, deactivate, generate } from "../../support/namespaces.ts";
import {
  ERASURE_OPERATIONS,
  NAMESPACE_OPERATIONS,
  OPERATIONS,
  OPERATOR_OPERATIONS,
} from "../../support/operations.ts";
import { third } from "../../support/properties.ts";
import { expectRefusal, MARKER, REFUSED } from "../../support/refusals.ts";
import { call, MASTER_KEY, mask, type Sent, submit } from "../../support/requests.ts";

const watched = watchThroughout();
let expired: string;
let early: string;
let revoked: string;

beforeAll(async () => {
  const dated = async (start_date: string, end_date: string) => {
    const dates = { start_date, end_date };
    return (await generate(watched.name, "dated", ["mask", "unmask"], dates)).auth_key;
  };
  expired = await dated("2020-01-01", "2020-12-31");
  early = await dated("2990-01-01", "2990-12-31");
  const all = ["mask", "unmask", "metadata_change"] as const;
  revoked = (await generate(watched.name, "revoked", all)).auth_key;
  // Used once, so that nothing remembers it as good.
  await mask(revoked, [{ value: "x", token_name: "Text Token" }]);
  await deactivate(revoked);
});

/** The token of the watched namespace, signed by somebody without the key. */
function forged(secret: string): Promise<string> {
  return sign(claimsIn(watched.tokens.all), secret, "HS256");
}

/** The same claims without any signature (RFC 7519 section 6). */
function unsigned(): string {
  const encode = (part: object) =>
    btoa(JSON.stringify(part)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${encode({ alg: "none", typ: "JWT" })}.${encode(claimsIn(watched.tokens.all))}.`;
}

const STRANGERS: readonly (readonly [string, () => Promise<Sent> | Sent])[] = [
  ["no Authorization header", () => ({})],
  ["an empty bearer", () => ({ headers: { Authorization: "Bearer " } })],
  ["another scheme", () => ({ headers: { Authorization: `Basic ${watched.tokens.all}` } })],
  ["a bare token without a scheme", () => ({ headers: { Authorization: watched.tokens.all } })],
  ["two tokens", () => ({ token: `${watched.tokens.all} ${watched.tokens.all}` })],
  ["garbage", () => ({ token: `${MARKER}.${MARKER}.${MARKER}` })],
  ["8,000 letters of garbage", () => ({ token: "x".repeat(8_000) })],
  [
    "a token signed with another key",
    async () => ({ token: await forged("another key, thirty-two letters") }),
  ],
  ["a token signed with the master key", async () => ({ token: await forged(MASTER_KEY) })],
  ["an unsigned token", () => ({ token: unsigned() })],
  ["a token cut short", () => ({ token: watched.tokens.all.slice(0, -2) })],
  ["the master key cut short", () => ({ token: MASTER_KEY.slice(0, -1) })],
  ["the master key with a letter more", () => ({ token: `${MASTER_KEY}f` })],
];

describe.each(OPERATIONS)("$name", (operation) => {
  it.each(third(STRANGERS, OPERATIONS.indexOf(operation)))(
    "refuses %s with 401",
    async (_, credential) => {
      const sent = { ...(await credential()), body: operation.body(MARKER) };
      await refuses(operation, watched, sent, REFUSED.unauthenticated);
    },
  );

  it("asks for credentials before it looks at the body", async () => {
    if (operation.method === "GET") return;
    const sent = { raw: `{"${MARKER}`, headers: { "Content-Type": "text/plain" } };
    await refuses(operation, watched, sent, REFUSED.unauthenticated);
  });

  it("takes the bearer scheme in any letter case", async () => {
    const headers = { Authorization: `bEARER ${rightToken(operation, watched)}` };
    const answer = await call(operation.method, operation.path, { headers, raw: undefined });
    expect([200, 400, 404]).toContain(answer.status);
  });
});

describe.each([...NAMESPACE_OPERATIONS, ...ERASURE_OPERATIONS])("$name", (operation) => {
  it("refuses a token whose last day is over, and says so", async () => {
    const sent = { token: expired, body: operation.body(MARKER) };
    await refuses(operation, watched, sent, REFUSED.notValidNow);
  });

  it("refuses a token whose first day is to come, and says so", async () => {
    const sent = { token: early, body: operation.body(MARKER) };
    await refuses(operation, watched, sent, REFUSED.notValidNow);
  });

  it("refuses a revoked token", async () => {
    const sent = { token: revoked, body: operation.body(MARKER) };
    await refuses(operation, watched, sent, REFUSED.unauthenticated);
  });

  it("refuses the master key, which is for the operator's routes", async () => {
    const sent = { token: MASTER_KEY, body: operation.body(MARKER) };
    await refuses(operation, watched, sent, REFUSED.unauthenticated);
  });
});

describe.each(OPERATOR_OPERATIONS)("$name", (operation) => {
  it("refuses a namespace token with every permission", async () => {
    const sent = { token: watched.tokens.all, body: operation.body(MARKER) };
    await refuses(operation, watched, sent, REFUSED.unauthenticated);
  });
});

describe("permissions", () => {
  const ALL = [...NAMESPACE_OPERATIONS, ...ERASURE_OPERATIONS];
  const GUARDED = ALL.filter(({ needs }) => needs !== "any token");

  it.each(GUARDED)("$name refuses tokens without $needs with 403", async (operation) => {
    const { maskOnly, unmaskOnly, other } = watched.tokens;
    const rights = { mask: maskOnly, unmask: unmaskOnly, metadata_change: other };
    for (const [right, token] of Object.entries(rights)) {
      if (right === operation.needs) continue;
      const sent = { token, body: operation.body(MARKER) };
      await refuses(operation, watched, sent, REFUSED.forbidden);
    }
  });

  it("async-status refuses a job to a token that may neither mask nor unmask", async () => {
    const [operation] = NAMESPACE_OPERATIONS.filter(({ needs }) => needs === "any token");
    if (operation === undefined) throw new Error("no such operation");
    const id = await submit(watched.tokens.all, "mask", { mask: [{ value: MARKER }] });
    const body = { status: [{ tracking_id: id }] };
    const answer = await call("PUT", operation.path, { token: watched.tokens.other, body });
    expectRefusal(answer, REFUSED.forbidden);
  });
});

describe("strangers", () => {
  it("bring no object to life, whatever namespace they claim", async () => {
    const before = await listDurableObjectIds(env.VAULT);
    for (const operation of NAMESPACE_OPERATIONS) {
      const claims = { ...claimsIn(watched.tokens.all), nid: "0123456789abcdef".repeat(2) };
      const token = await sign(claims, "another key, thirty-two letters", "HS256");
      const answer = await call("PUT", operation.path, { token, body: operation.body(MARKER) });
      expectRefusal(answer, REFUSED.unauthenticated);
    }
    expect(await listDurableObjectIds(env.VAULT)).toHaveLength(before.length);
  });
});
