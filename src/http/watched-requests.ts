// What operators learn about requests: counters for /metrics, and, if asked for, a log line for each request or every n-th.
// A path is reported only as its route, because the rest of it may be an id.
import type { Context } from "hono";
import { type AuditRecord, OPERATOR } from "../core/audit.ts";
import { systemClock } from "../platform/clock.ts";
import { log } from "../platform/log.ts";
import { RequestMetrics } from "../platform/request-metrics.ts";
import { auditNotes } from "./audit-notes.ts";
import { isAdmitted } from "./call.ts";
import type { ExactRouter } from "./exact-router.ts";
import { type HttpEnv, refuse } from "./handler.ts";

/** The operation of requests without a route: callers may make up any number of paths and methods. */
const NO_ROUTE = "none";

/** Knows the routes. */
type Routes = Pick<ExactRouter<unknown>, "routeOf" | "methodsOf">;

/** Records requests once they are answered, or once their answer has begun. */
export class WatchedRequests {
  readonly metrics = new RequestMetrics();
  readonly #routes: Routes;
  /** Requests since the last log line. */
  #passed = 0;

  constructor(routes: Routes) {
    this.#routes = routes;
  }

  /** Records a request of `ms` milliseconds. Its answer becomes a failure when an obligatory audit record was not stored. */
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
    const claims = c.get("claims");
    const newest = c.get("config")?.tokenSecrets[0].version;
    if (claims !== undefined && claims.keyVersion !== newest) this.metrics.ofOlderKeys += 1;
    const operator = c.get("operator");
    if (!this.#isLogged(Number(c.env.REQUEST_LOG ?? 0)) && operator === undefined) return;
    // An operator's request may concern no namespace that would record it.
    const who = operator && { operator: operator.id, operator_name: operator.name };
    log("request", { request: c.get("requestId"), operation, status, ms, ...who });
  }

  #isLogged(every: number): boolean {
    if (!(every > 0)) return false;
    this.#passed = (this.#passed + 1) % every;
    return this.#passed === 0;
  }
}

/** Stores the audit record in the caller's namespace, or in each that the operator has called. False: not stored. */
async function keep(
  c: Context<HttpEnv>,
  answered: Pick<AuditRecord, "time" | "operation" | "outcome" | "duration_ms">,
): Promise<boolean> {
  const claims = c.get("claims");
  if (claims !== undefined) {
    const who = { token_id: claims.tokenId, user: claims.userId, isKnown: isAdmitted(claims) };
    return auditNotes.note(c, claims, who, answered);
  }
  const { id = OPERATOR, name } = c.get("operator") ?? {};
  const user = name === undefined ? OPERATOR : `${OPERATOR}:${name}`;
  const operator = { token_id: id, user, isKnown: true };
  const namespaces = [...(c.get("operated")?.values() ?? [])];
  const kept = namespaces.map((namespace) => auditNotes.note(c, namespace, operator, answered));
  return (await Promise.all(kept)).every(Boolean);
}
