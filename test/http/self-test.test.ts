// Self-tests as callers see them: not ready before the known answers are verified, and nothing is served once one is
// wrong.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp, ownSelfTest } from "../../src/app.ts";
import { SIGNED_VECTOR, signatureAnswers } from "../../src/http/namespace-token.ts";
import { SelfTest } from "../../src/platform/self-test.ts";
import { newVault } from "../support/namespaces.ts";
import { OPERATIONS } from "../support/operations.ts";
import type { Answer } from "../support/requests.ts";

type App = ReturnType<typeof createApp>;

async function ask(app: App, method: string, path: string, token = "") {
  const request = new Request(`https://vault.test${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
  });
  const response = await app.fetch(request, env as never);
  return { response, body: (await response.json()) as Answer<null> };
}

describe("the known answer of namespace tokens", () => {
  const failureOf = (of: typeof SIGNED_VECTOR) => new SelfTest(signatureAnswers(of)).failure();

  it("comes out", async () => {
    expect(await failureOf(SIGNED_VECTOR)).toBeNull();
  });

  it.each([
    ["secret", { secret: SIGNED_VECTOR.secret.replace("4", "5") }],
    ["holder", { tokenId: "another" }],
    ["signature", { token: SIGNED_VECTOR.token.replace(".SSEfy", ".SSEfx") }],
    ["payload", { token: SIGNED_VECTOR.token.replace(".eyJuaWQ", ".eyJuaWR") }],
  ])("does not with another %s", async (_, change) => {
    expect(await failureOf({ ...SIGNED_VECTOR, ...change })).toBe("HS256");
  });
});

describe("the health check", () => {
  it("makes the test before it answers 200, once", async () => {
    let times = 0;
    const isCorrect = async () => {
      times += 1;
      return true;
    };
    const app = createApp(new SelfTest([{ name: "counted", isCorrect }]));
    for (let i = 0; i < 3; i++) {
      expect((await ask(app, "GET", "/healthz")).response.status).toBe(200);
    }
    expect(times).toBe(1);
  });

  it("has the known answers of all rooms", async () => {
    expect(await ownSelfTest.failure()).toBeNull();
  });

  it("answers 503 when a known answer does not come out, and from then on nothing is served", async () => {
    const { token } = await newVault();
    const app = createApp(new SelfTest([{ name: "AES-SIV", isCorrect: async () => false }]));
    expect((await ask(app, "GET", "/livez")).response.status).toBe(200);
    const paths: [string, string][] = [
      ["GET", "/healthz"],
      ["GET", "/readyz"],
      ...OPERATIONS.map((o): [string, string] => [o.method, o.path]),
    ];
    for (const [method, path] of paths) {
      const { response, body } = await ask(app, method, path, token);
      expect([response.status, body.success, body.error.code]).toEqual([
        503,
        false,
        "not_configured",
      ]);
      expect(body.error.message).toBe("The self-test of AES-SIV failed; nothing is served");
      expect(response.headers.get("Retry-After")).toBe("60");
    }
  });
});
