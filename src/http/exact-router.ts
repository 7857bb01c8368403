// Finds the handlers of a request where no path has parameters: by the path itself. Hono's own router makes one
// regular expression of all paths when the first request comes, which that request waits for.
import { METHOD_NAME_ALL, type Result, type Router, UnsupportedPathError } from "hono/router";

interface Route<T> {
  readonly method: string;
  readonly path: string;
  readonly handler: T;
}

/** What stands for every path (Hono's `app.use` without a path). */
const EVERY_PATHS: ReadonlySet<string> = new Set(["*", "/*"]);
const PARAMETERS = /[:*{}?]/;
/** Methods that are worth remembering: others could be as many as somebody cares to invent. */
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);

/** A router for paths without parameters; handlers come in the order they were added in, as with Hono's own. */
export class ExactRouter<T> implements Router<T> {
  readonly name = "ExactRouter";
  readonly #routes: Route<T>[] = [];
  /** Paths that stand for themselves. */
  readonly #paths = new Set<string>();
  /** What was matched before, by method and path; of those paths only. */
  readonly #matched = new Map<string, Result<T>>();

  /** See Hono's Router. Throws on a path with parameters. */
  add(method: string, path: string, handler: T): void {
    if (!EVERY_PATHS.has(path)) {
      if (PARAMETERS.test(path)) throw new UnsupportedPathError();
      this.#paths.add(path);
    }
    this.#routes.push({ method, path, handler });
    this.#matched.clear();
  }

  /** See Hono's Router. */
  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`;
    const known = this.#matched.get(key);
    if (known !== undefined) return known;
    const handlers = this.#routes
      .filter((route) => route.method === method || route.method === METHOD_NAME_ALL)
      .filter((route) => route.path === path || EVERY_PATHS.has(route.path))
      .map(({ handler }): [T, Record<string, string>] => [handler, {}]);
    const found: Result<T> = [handlers];
    if (this.#paths.has(path) && METHODS.has(method)) this.#matched.set(key, found);
    return found;
  }
}
