// GET /healthz and /readyz (the same): 200 only if secrets work, self-tests pass and the Registry (once in use) answers.
import { Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { systemClock } from "../../platform/clock.ts";
import { openVaults } from "../../platform/open-objects.ts";
import type { SelfTest } from "../../platform/self-test.ts";
import { checkRegistry } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";

/** A good answer is reused this long, so that probes cost no object call. */
const REUSED_FOR_MS = 5_000;

/** Sub-app of the health check. Secrets have been checked before any route runs. */
export function healthRoutes(selfTest: SelfTest): Hono<HttpEnv> {
  let healthyUntil = 0;
  return new Hono<HttpEnv>().get("/", async (c) => {
    const failed = await selfTest.failure();
    if (failed !== null) return refuse(c, selfTestFailed(failed));
    const now = systemClock();
    if (now >= healthyUntil) {
      orRefuse(await checkRegistry(c));
      healthyUntil = now + REUSED_FOR_MS;
    }
    return respond(c, { status: "ok", ...restartFigures(c.env.RESTARTS) });
  });
}

/** Under `serve`: restarts of the runtime, and calls it had no room for since. No more, because anybody may ask. */
function restartFigures(restarts: string | null | undefined): object {
  if (typeof restarts !== "string") return {};
  return { restarts: Number(restarts), refused_for_room: openVaults.refused };
}

/** The answer to every request once a self-test has failed. */
export function selfTestFailed(name: string): VaultError {
  return { code: "not_configured", detail: `The self-test of ${name} failed; nothing is served` };
}
