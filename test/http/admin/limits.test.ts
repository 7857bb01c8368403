// Limits of requests and values a second: PUT super-admin/namespace/limits, and those that a token is issued with.
import { beforeAll, describe, expect, it } from "vitest";
import { ask, vaultsWith } from "../../support/audit.ts";
import { generate, newNamespace } from "../../support/namespaces.ts";
import {
  type Answer,
  accepted,
  call,
  MASTER_KEY,
  mask,
  PATHS,
  tokenOf,
} from "../../support/requests.ts";

const setLimits = (namespace_name: unknown, limits: unknown, token = MASTER_KEY) =>
  call("PUT", PATHS.limits, { token, body: { data: { namespace_name, limits } } });
const limitsOf = (name: string) =>
  call("GET", `${PATHS.limits}?namespace=${name}`, { token: MASTER_KEY });
const items = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ value: `value ${i}`, token_name: "Text Token" }));
const tryMask = (token: string, count = 1) =>
  call<unknown[]>("PUT", PATHS.mask, { token, body: { mask: items(count) } });
const people = () => newNamespace({ all: ["mask", "unmask"], admin: ["metadata_change"] });

/** Send so many at once; gives the answers, and how many seconds all took. */
async function burst(count: number, send: () => Promise<Answer<unknown>>) {
  const began = Date.now();
  const answers = await Promise.all(Array.from({ length: count }, send));
  const passed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  return { passed, refused, seconds: (Date.now() - began) / 1_000 };
}

function expectRefused({ status, error, headers }: Answer<unknown>): void {
  expect([status, error.code]).toEqual([429, "rate_limited"]);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(5);
}

beforeAll(async () => {
  // The first request of an isolate takes as long as some limits' windows.
  const { tokens } = await people();
  await mask(tokens.all, [{ value: "Write to ada@example.com" }]);
}, 60_000);

describe("the limits of a namespace", () => {
  it("are set, told and taken off by the operator", async () => {
    const { name, tokens } = await people();
    const none = { namespace_name: name, limits: {} };
    expect(accepted(await limitsOf(name))).toEqual(none);
    const limits = { requests_per_second: 40, values_per_second: 3_000 };
    expect(accepted(await setLimits(name, limits))).toEqual({ namespace_name: name, limits });
    expect(accepted(await limitsOf(name))).toEqual({ namespace_name: name, limits });
    expect(accepted(await setLimits(name, { values_per_second: 5 }))).toEqual({
      ...none,
      limits: { values_per_second: 5 },
    });
    expect(accepted(await setLimits(name, null))).toEqual(none);
    expect((await setLimits(name, null, tokens.admin)).status).toBe(401);
    expect((await setLimits(`${name}-not`, null)).error.code).toBe("namespace_unknown");
    expect((await limitsOf(`${name}-not`)).error.code).toBe("namespace_unknown");
  });

  it.each([
    [undefined],
    [5],
    [{ requests_per_second: 0 }],
    [{ requests_per_second: 1.5 }],
    [{ requests_per_second: "5" }],
    [{ values_per_second: 1_000_001 }],
    [{ requests: 5 }],
  ])("are refused when they are %j", async (limits) => {
    const { name } = await people();
    expect((await setLimits(name, limits)).error.code).toBe("invalid_field");
    expect(accepted(await limitsOf(name))).toEqual({ namespace_name: name, limits: {} });
  });

  it("hold from the next request on, for all tokens together, and answers tell how they stand", async () => {
    const { name, tokens } = await people();
    const before = await tryMask(tokens.all);
    expect([before.status, before.headers.get("RateLimit")]).toEqual([200, null]);
    await setLimits(name, { requests_per_second: 5 });
    const first = await call("GET", PATHS.listPolicies, { token: tokens.admin });
    expect(first.headers.get("RateLimit-Policy")).toBe(
      '"namespace-requests";q=5;qu="requests";w=1',
    );
    expect(first.headers.get("RateLimit")).toBe('"namespace-requests";r=4;t=1');
    const { passed, refused, seconds } = await burst(30, () => tryMask(tokens.all));
    expect(passed.length).toBeLessThanOrEqual(5 * (1 + seconds));
    expect(passed.length).toBeGreaterThanOrEqual(4);
    refused.forEach(expectRefused);
    expect(refused[0]?.headers.get("RateLimit")).toMatch(/^"namespace-requests";r=0;t=1$/);
    await setLimits(name, null);
    const free = await burst(30, () => tryMask(tokens.all));
    expect(free.passed.length).toBe(30);
  });

  it("hold as soon as they are stored, also when the answer about that is lost", async () => {
    const { name, tokens } = await people();
    const masks = () => {
      const sent = { token: tokens.all, body: { mask: items(1) }, mode: "off" };
      return Promise.all([0, 1, 2].map(() => ask("PUT", PATHS.mask, sent)));
    };
    expect((await masks()).map(({ status }) => status)).toEqual([200, 200, 200]);
    const lost = vaultsWith("rateLimits", async (call) => {
      await call();
      throw new Error("lost");
    });
    const body = { data: { namespace_name: name, limits: { requests_per_second: 1 } } };
    const told = await ask("PUT", PATHS.limits, { token: MASTER_KEY, body, vault: lost });
    expect([told.status, told.body.error.code]).toEqual([503, "unavailable"]);
    expect((await masks()).map(({ status }) => status)).toContain(429);
  });

  it("count every request of a token that is let in, also what is wrong with it, and no stranger's", async () => {
    const { name, tokens } = await people();
    await setLimits(name, { requests_per_second: 3 });
    const bad = await burst(20, () => call("PUT", PATHS.mask, { token: tokens.all, raw: "{" }));
    const statuses = new Set(bad.refused.map(({ status }) => status));
    expect(statuses).toEqual(new Set([400, 429]));
    expect(bad.refused.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(
      3 * (1 + bad.seconds),
    );
    expect((await call("GET", PATHS.jobs, { token: "x.y.z" })).status).toBe(401);
    await setLimits(name, null);
  });
});

describe("the limits of a token", () => {
  it("are issued with it, told with it, and hold for it alone", async () => {
    const { name, tokens } = await people();
    const limits = { requests_per_second: 4, values_per_second: 1_000 };
    const { auth_key: limited } = await generate(name, "batch", ["mask"], { limits });
    const fetched = await call("PUT", PATHS.fetch, {
      token: MASTER_KEY,
      body: { data: { namespace_name: name, _id: "batch" } },
    });
    expect(accepted(fetched)).toMatchObject({ auth_token: limited, limits });
    const { passed, refused, seconds } = await burst(30, () => tryMask(limited));
    expect(passed.length).toBeLessThanOrEqual(4 * (1 + seconds));
    expect(refused.length).toBeGreaterThan(0);
    refused.forEach(expectRefused);
    expect(passed[0]?.headers.get("RateLimit-Policy")).toBe(
      '"token-requests";q=4;qu="requests";w=1, "token-values";q=1000;qu="values";w=1',
    );
    const others = await burst(30, () => tryMask(tokens.all));
    expect(others.passed.length).toBe(30);
    expect(others.passed[0]?.headers.has("RateLimit")).toBe(false);
    const refusedLimits = { limits: { requests_per_second: -1 } };
    const data = { namespace_name: name, _id: "x", permissions: ["mask"], ...refusedLimits };
    const answer = await call("PUT", PATHS.generate, { token: MASTER_KEY, body: { data } });
    expect(answer.error.code).toBe("invalid_field");
  });

  it("are left out where none are named", async () => {
    const { name } = await people();
    await generate(name, "plain", ["mask"], { limits: {} });
    const record = await call("PUT", PATHS.fetch, {
      token: MASTER_KEY,
      body: { data: { namespace_name: name, _id: "plain" } },
    });
    expect(accepted(record)).not.toHaveProperty("limits");
  });
});

describe("values", () => {
  const slow = async (values_per_second: number) => {
    const { name } = await people();
    const more = { limits: { values_per_second } };
    return (await generate(name, "slow", ["mask", "unmask"], more)).auth_key;
  };

  it("are counted in every operation that takes some, before anything is done with them", async () => {
    const token = await slow(100);
    // More than a second's allowance: admitted, and owed for five seconds.
    expect((await tryMask(token, 600)).status).toBe(200);
    const bodies = {
      [PATHS.mask]: { mask: items(1) },
      [PATHS.unmask]: { unmask: [{ token_value: "no token" }] },
      [PATHS.detect]: { detect: [{ value: "Write to ada@example.com" }] },
      [PATHS.maskAsync]: { mask: items(1) },
      [PATHS.unmaskAsync]: { unmask: [{ token_value: "x" }] },
      "/beta/litellm_basic_guardrail_api": { input_type: "request", texts: ["Ada Miller"] },
    };
    const codes: (string | undefined)[] = [];
    for (const [path, body] of Object.entries(bodies)) {
      const method = path.startsWith("/beta") ? "POST" : "PUT";
      const { status, error } = await call(method, path, { token, body });
      codes.push(status === 429 ? error.code : path);
    }
    expect(new Set(codes)).toEqual(new Set(["rate_limited"]));
    // Requests without values continue.
    expect((await call("GET", PATHS.jobs, { token })).status).toBe(200);
  });

  it("of a job are all counted, when it is accepted", async () => {
    const token = await slow(1_000);
    const submitted = await call("PUT", PATHS.maskAsync, { token, body: { mask: items(9_000) } });
    expect(submitted.status).toBe(200);
    expectRefused(await tryMask(token));
    expectRefused(await call("PUT", PATHS.maskAsync, { token, body: { mask: items(1) } }));
  });

  it("of a stream are waited for", async () => {
    const token = await slow(4);
    // Sixteen pieces.
    const raw = "Nothing to be found here at all.\n".repeat(2_000);
    const began = Date.now();
    const headers = { "Content-Type": "text/plain" };
    const answer = await call("PUT", "/api/vault/mask/stream", { token, raw, headers });
    expect([answer.status, Date.now() - began > 2_900]).toEqual([200, true]);
    expect(answer.text).toBe(raw);
  });

  it("of documents are their texts", async () => {
    const token = await slow(100);
    const value = { texts: Array.from({ length: 600 }, (_, i) => `text ${i}`) };
    const document = [{ value, json: true, token_name: "Text Token" }];
    await call("PUT", PATHS.mask, { token, body: { mask: document } });
    expectRefused(await tryMask(token));
  });

  it("are not limited elsewhere", async () => {
    const { tokens } = await people();
    expect(await tokenOf(tokens.all, "x", "Text Token")).not.toBe("");
  });
});
