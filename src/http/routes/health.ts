// GET /healthz: 200 only when the secrets are usable and the Registry answers.
import { Hono } from "hono";
import { systemClock } from "../../core/clock.ts";
import { ok } from "../../core/result.ts";
import { callRegistry } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

/** A good answer is believed this long, so that probes cost no object call. */
const BELIEVED_MS = 5_000;
let healthyUntil = 0;

/** Sub-app of the health check. Secrets were checked before any route runs. */
export const healthRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const now = systemClock();
  if (now >= healthyUntil) {
    const pong = await callRegistry(c, async (registry) => ok(await registry.ping()));
    if (!pong.ok) return refuse(c, pong.error);
    healthyUntil = now + BELIEVED_MS;
  }
  return respond(c, { status: "ok" });
});
