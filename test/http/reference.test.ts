// GET /openapi.json and GET /docs: public, and the page loads nothing from elsewhere.
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { createApp } from "../../src/app.ts";

const ask = (path: string, headers = {}) =>
  exports.default.fetch(`https://vault.test${path}`, { headers });

/** SHA-256 of a text as a content security policy has it. */
async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(bytes)))}'`;
}

describe("openapi.json", () => {
  it("is given without a credential, and with a bad one", async () => {
    for (const headers of [{}, { authorization: "Bearer x.y.z" }]) {
      const response = await ask("/openapi.json", headers);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "application/json",
      ]);
      const { openapi, paths } = await response.json<{ openapi: string; paths: object }>();
      expect(openapi).toBe("3.1.0");
      expect(new Set(Object.keys(paths))).toEqual(new Set(OPERATIONS.map(({ path }) => path)));
    }
  });
});

describe("both", () => {
  it.each(["/openapi.json", "/docs"])(
    "%s is given where no object can be reached",
    async (path) => {
      const { VAULT: _, REGISTRY: __, ...others } = env as unknown as Record<string, unknown>;
      const request = new Request(`https://vault.test${path}`);
      const response = await createApp().fetch(request, others as never);
      expect([response.status, (await response.text()).length > 100_000]).toEqual([200, true]);
    },
  );
});

describe("the reference page", () => {
  it("tells every operation", async () => {
    const page = await (await ask("/docs")).text();
    expect(OPERATIONS.filter(({ id }) => !page.includes(`<article id="${id}">`))).toEqual([]);
  });

  it("has one style, which its policy allows, and nothing else that a browser loads or runs", async () => {
    const response = await ask("/docs");
    const page = await response.text();
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const policy = response.headers.get("content-security-policy");
    expect(policy).toBe(
      `default-src 'none'; style-src ${await digestOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const outside = page.replace(/<style>.*?<\/style>/s, "");
    const tags = new Set([...outside.matchAll(/<([a-z]\w*)/g)].map(([, tag = ""]) => tag));
    const loading = ["script", "link", "img", "iframe", "object", "embed", "form", "style", "svg"];
    expect(loading.filter((tag) => tags.has(tag))).toEqual([]);
    expect(/\s(src|style|on\w+)=/.test(outside)).toBe(false);
    expect(/url\(|@import/.test(style)).toBe(false);
  });
});
