// Routes for paths without parameters, except that the last part or the one before may be a wildcard: a path is looked up,
// not matched. Hono's own routers try all routes, or build one expression of them (docs/performance.md has what that took).
import { METHOD_NAME_ALL, type Result, type Router } from "hono/router";

interface Route<T> {
  readonly method: string;
  readonly path: string;
  readonly handler: T;
}

interface PathEntry<T> {
  /** HTTP methods with a route at this path. */
  readonly methods: Set<string>;
  /** Matched handlers by method, cached at the first request with that method. */
  readonly matched: Map<string, Result<T>>;
}

/**
 * Hono's router for literal paths (a `*` as the last part, or the one before it, stands for any one part), and for
 * middleware of all paths (`*`) or of all paths below one (`/llm/*`). Handlers run in order of registration.
 */
export class ExactRouter<T> implements Router<T> {
  readonly name = "ExactRouter";
  readonly #routes: Route<T>[] = [];
  readonly #entries = new Map<string, PathEntry<T>>();

  add(method: string, path: string, handler: T): void {
    if (/[:{?]|\*(?!$|\/[^/*]+$)/.test(path)) throw new Error(`a path with a parameter: ${path}`);
    this.#routes.push({ method, path, handler });
    for (const { matched } of this.#entries.values()) matched.clear();
    if (method === METHOD_NAME_ALL) return;
    const entry = this.#entries.get(path) ?? { methods: new Set(), matched: new Map() };
    this.#entries.set(path, entry);
    entry.methods.add(method);
    // Hono answers HEAD wherever it answers GET.
    if (method === "GET") entry.methods.add("HEAD");
  }

  match(method: string, path: string): Result<T> {
    const written = this.#writtenAs(path);
    const entry = this.#entries.get(written);
    const known = entry?.matched.get(method);
    if (known !== undefined) return known;
    const isMet = (route: Route<T>) =>
      route.method === METHOD_NAME_ALL
        ? covers(route.path, path)
        : route.method === method && route.path === written;
    const found: Result<T> = [this.#routes.filter(isMet).map(({ handler }) => [handler, {}])];
    // Not cached for methods and paths that a caller has made up.
    if (entry?.methods.has(method)) entry.matched.set(method, found);
    return found;
  }

  /** The route of a path; the path itself when it has no route. */
  routeOf(path: string): string {
    return this.#writtenAs(path);
  }

  /** HTTP methods with a route at this path; null when the path has none. */
  methodsOf(path: string): ReadonlySet<string> | null {
    return this.#entries.get(this.#writtenAs(path))?.methods ?? null;
  }

  /** The path in the form in which its routes are written; unchanged when it has none. */
  #writtenAs(path: string): string {
    if (this.#entries.has(path)) return path;
    const parts = path.split("/");
    const forms = [-1, -2]
      .filter((at) => parts.at(-1) && parts.at(at))
      .map((at) => parts.with(at, "*").join("/"));
    return forms.find((form) => this.#entries.has(form)) ?? path;
  }
}

/** Whether a middleware path equals this path, or ends in `*` and is a prefix of it. As in Hono, `/llm/*` covers `/llm`. */
function covers(route: string, path: string): boolean {
  if (!route.endsWith("*")) return route === path;
  const start = route.slice(0, -1);
  return path.startsWith(start) || path === start.replace(/\/$/, "");
}
