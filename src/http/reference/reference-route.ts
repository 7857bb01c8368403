/// <reference path="./page-file.d.ts" />
// GET /openapi.json and GET /docs: the API's description. Both are files written by npm run openapi; serving them needs
// neither an object nor a credential.
import { type Context, Hono } from "hono";
import { answer, type HttpEnv } from "../handler.ts";

/** SHA-256 of the page's only style, so that no other is applied; test/http/reference.test.ts checks it. */
const STYLE_DIGEST = "CPehuUoc/Aj+KFzUE10l4/pVJqGQPqrkSavjbimlsxA=";

/** The page has no script and loads nothing; nothing may be injected into it, and nobody may frame it. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sub-app of the reference. */
export const referenceRoutes = new Hono<HttpEnv>()
  .get("/openapi.json", async (c) => {
    const { default: document } = await import("../../../docs/openapi.json");
    return file(c, document, { "content-type": "application/json" });
  })
  .get("/docs", async (c) => {
    const { default: page } = await import("../../../docs/reference.html");
    return file(c, page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      "referrer-policy": "no-referrer",
    });
  });

/** A file that the bundler provides as bytes (rules in wrangler.toml). */
function file(c: Context<HttpEnv>, bytes: unknown, headers: Record<string, string>): Response {
  const body = new Response(bytes as ArrayBuffer).body;
  return answer(c, body, 200, { ...headers, "x-content-type-options": "nosniff" });
}
