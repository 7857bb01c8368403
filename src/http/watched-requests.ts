// What the operator learns of requests: counters for /metrics, and, where it is asked for, a line of the log for each, or for
// each of so many. Of a path there is only its route, for the rest of it may be an id.
import type { Context } from "hono";
import { log } from "../platform/log.ts";
import { RequestMetrics } from "../platform/request-metrics.ts";
import type { ExactRouter } from "./exact-router.ts";
import type { HttpEnv } from "./handler.ts";

/** Of requests that no route answers: callers may make up as many paths and methods as they like. */
const NO_ROUTE = "none";

/** What knows the routes. */
type Routes = Pick<ExactRouter<unknown>, "routeOf" | "methodsOf">;

/** Notes requests that have been answered. */
export class WatchedRequests {
  readonly metrics = new RequestMetrics();
  readonly #routes: Routes;
  /** Requests since the last line. */
  #passed = 0;

  constructor(routes: Routes) {
    this.#routes = routes;
  }

  /** An answer has begun, so many milliseconds after its request. */
  note(c: Context<HttpEnv>, ms: number): void {
    const { method, path } = c.req;
    const { status } = c.res;
    const isOne = this.#routes.methodsOf(path)?.has(method) ?? false;
    const operation = isOne ? `${method} ${this.#routes.routeOf(path)}` : NO_ROUTE;
    this.metrics.count(operation, status, ms);
    const every = Number(c.env.REQUEST_LOG ?? 0);
    if (!(every > 0)) return;
    this.#passed += 1;
    if (this.#passed < every) return;
    this.#passed = 0;
    const id = c.get("requestId");
    log("request", { request: id, operation, status, ms });
  }
}
