// GET /.well-known/jwks.json: the public keys that have signed receipts, as a JWK set (RFC 7517). Bare,
// not in the envelope: verifiers expect the set itself.
import { Hono } from "hono";
import { ok } from "../../core/result.ts";
import { callRegistry } from "../call.ts";
import { refuse } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

/** Sub-app of the key set. */
export const jwksRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const keys = await callRegistry(c, async (registry) => ok(await registry.receiptKeys()));
  if (!keys.ok) return refuse(c, keys.error);
  return c.json({ keys: keys.value.map((jwk) => JSON.parse(jwk)) });
});
