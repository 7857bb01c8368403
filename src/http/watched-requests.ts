// What the operator learns of requests: counters for /metrics, and, where it is asked for, a line of the log for each, or for
// each of so many. Of a path there is only its route, for the rest of it may be an id.
import type { Context } from "hono";
import { type AuditRecord, OPERATOR } from "../core/audit.ts";
import { systemClock } from "../platform/clock.ts";
import { log } from "../platform/log.ts";
import { RequestMetrics } from "../platform/request-metrics.ts";
import { auditNotes } from "./audit-notes.ts";
import { isAdmitted } from "./call.ts";
import type { ExactRouter } from "./exact-router.ts";
import { type HttpEnv, refuse } from "./handler.ts";
import type { Claims, SignedClaims } from "./namespace-token.ts";

/** Of requests that no route answers: callers may make up as many paths and methods as they like. */
const NO_ROUTE = "none";

/** What knows the routes. */
type Routes = Pick<ExactRouter<unknown>, "routeOf" | "methodsOf">;

/** Notes requests that have been answered, or whose answer has begun. */
export class WatchedRequests {
  readonly metrics = new RequestMetrics();
  readonly #routes: Routes;
  /** Requests since the last line. */
  #passed = 0;

  constructor(routes: Routes) {
    this.#routes = routes;
  }

  /** So many milliseconds after a request. Its answer becomes a failure when it may not leave without a record, and there is none. */
  async note(c: Context<HttpEnv>, ms: number): Promise<void> {
    const operation = this.#operationOf(c);
    const failure = c.get("failureCode");
    if (failure !== "unauthenticated" && c.env.AUDIT !== "off") {
      const time = new Date(systemClock()).toISOString();
      const isKept = await keep(c, { time, operation, outcome: failure ?? "ok", duration_ms: ms });
      if (!isKept) c.res = refuse(c, { code: "audit_unwritable" });
    }
    this.#count(c, operation, ms);
  }

  #operationOf({ req: { method, path } }: Context<HttpEnv>): string {
    const isOne = this.#routes.methodsOf(path)?.has(method) ?? false;
    return isOne ? `${method} ${this.#routes.routeOf(path)}` : NO_ROUTE;
  }

  #count(c: Context<HttpEnv>, operation: string, ms: number): void {
    const { status } = c.res;
    this.metrics.count(operation, status, ms);
    const claims: SignedClaims | undefined = c.get("claims");
    const newest = c.get("config")?.tokenSecrets[0].version;
    if (claims !== undefined && claims.keyVersion !== newest) this.metrics.ofOlderKeys += 1;
    const operator = c.get("operator");
    if (!this.#isItsTurn(Number(c.env.REQUEST_LOG ?? 0)) && operator === undefined) return;
    // What an operator does may be about no namespace that had a record of it.
    const who = operator && { operator: operator.id, operator_name: operator.name };
    log("request", { request: c.get("requestId"), operation, status, ms, ...who });
  }

  #isItsTurn(every: number): boolean {
    if (!(every > 0)) return false;
    this.#passed = (this.#passed + 1) % every;
    return this.#passed === 0;
  }
}

/** Keep a record of a request: in its caller's namespace, or in each that the operator has dealt with. False: not kept. */
async function keep(
  c: Context<HttpEnv>,
  answered: Pick<AuditRecord, "time" | "operation" | "outcome" | "duration_ms">,
): Promise<boolean> {
  const claims: Claims | undefined = c.get("claims");
  if (claims !== undefined) {
    const who = { token_id: claims.tokenId, user: claims.userId, isKnown: isAdmitted(claims) };
    return auditNotes.note(c, claims, who, answered);
  }
  const { id = OPERATOR, name } = c.get("operator") ?? {};
  const user = name === undefined ? OPERATOR : `${OPERATOR}:${name}`;
  const operator = { token_id: id, user, isKnown: true };
  const places = [...(c.get("operated")?.values() ?? [])];
  const kept = places.map((place) => auditNotes.note(c, place, operator, answered));
  return (await Promise.all(kept)).every(Boolean);
}
