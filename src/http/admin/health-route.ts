// GET /healthz, and /readyz, which is the same: 200 only when the secrets are usable, known answers come out and the Registry, once in use, answers.
import { Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { systemClock } from "../../platform/clock.ts";
import { openVaults } from "../../platform/open-objects.ts";
import type { SelfTest } from "../../platform/self-test.ts";
import { checkRegistry } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";

/** A good answer is believed this long, so that probes cost no object call. */
const BELIEVED_MS = 5_000;

/** Sub-app of the health check. Secrets were checked before any route runs. */
export function healthRoutes(selfTest: SelfTest): Hono<HttpEnv> {
  let healthyUntil = 0;
  return new Hono<HttpEnv>().get("/", async (c) => {
    const failed = await selfTest.failure();
    if (failed !== null) return refuse(c, selfTestFailed(failed));
    const now = systemClock();
    if (now >= healthyUntil) {
      orRefuse(await checkRegistry(c));
      healthyUntil = now + BELIEVED_MS;
    }
    return respond(c, { status: "ok", ...runOf(c.env.RESTARTS) });
  });
}

/** Under `serve`: times the runtime was started again, and calls it had no room for since. No more, for anybody asks. */
function runOf(restarts: string | null | undefined): object {
  if (typeof restarts !== "string") return {};
  return { restarts: Number(restarts), refused_for_room: openVaults.refused };
}

/** The answer to everybody once a self-test has failed. */
export function selfTestFailed(name: string): VaultError {
  return { code: "not_configured", detail: `The self-test of ${name} failed; nothing is served` };
}
