// Routes of paths without parameters, but for a last part, or the one before it, that is anything: a path is looked up, not
// matched. Hono's own routers go through all routes, or make one expression of them (docs/performance.md has what that took).
import { METHOD_NAME_ALL, type Result, type Router } from "hono/router";

/** A route as it was added. */
interface Route<T> {
  readonly method: string;
  readonly path: string;
  readonly handler: T;
}

/** What a path that some handler answers leads to. */
interface Place<T> {
  /** Methods it answers. */
  readonly methods: Set<string>;
  /** Handlers by method, once it was asked for. */
  readonly matched: Map<string, Result<T>>;
}

/**
 * Hono's router for paths that are written out (a `*` in the last place, or in the one before, is any one part), and
 * middleware for all of them (`*`) or for all below one (`/llm/*`). In the order they were added in.
 */
export class ExactRouter<T> implements Router<T> {
  readonly name = "ExactRouter";
  readonly #routes: Route<T>[] = [];
  readonly #places = new Map<string, Place<T>>();

  add(method: string, path: string, handler: T): void {
    if (/[:{?]|\*(?!$|\/[^/*]+$)/.test(path)) throw new Error(`a path with a parameter: ${path}`);
    this.#routes.push({ method, path, handler });
    for (const { matched } of this.#places.values()) matched.clear();
    if (method === METHOD_NAME_ALL) return;
    const place = this.#places.get(path) ?? { methods: new Set(), matched: new Map() };
    this.#places.set(path, place);
    place.methods.add(method);
    // Hono answers HEAD wherever it answers GET.
    if (method === "GET") place.methods.add("HEAD");
  }

  match(method: string, path: string): Result<T> {
    const written = this.#writtenAs(path);
    const place = this.#places.get(written);
    const known = place?.matched.get(method);
    if (known !== undefined) return known;
    const isMet = (route: Route<T>) =>
      route.method === METHOD_NAME_ALL
        ? covers(route.path, path)
        : route.method === method && route.path === written;
    const found: Result<T> = [this.#routes.filter(isMet).map(({ handler }) => [handler, {}])];
    // Nothing is kept of what a caller has made up.
    if (place?.methods.has(method)) place.matched.set(method, found);
    return found;
  }

  /** A path as its routes have it; as it is for a path that nothing answers. */
  routeOf(path: string): string {
    return this.#writtenAs(path);
  }

  /** Methods a path answers, null for a path that nothing answers. */
  methodsOf(path: string): ReadonlySet<string> | null {
    return this.#places.get(this.#writtenAs(path))?.methods ?? null;
  }

  /** A path as the routes have it that answer it; as it is where none does. */
  #writtenAs(path: string): string {
    if (this.#places.has(path)) return path;
    const forms = [path.replace(/[^/]+$/, "*"), path.replace(/[^/]+(\/[^/]+)$/, "*$1")];
    return forms.find((form) => this.#places.has(form)) ?? path;
  }
}

/** Whether a path of middleware is this one, or ends in `*` and begins it. `/llm/*` covers `/llm`, as Hono has it. */
function covers(route: string, path: string): boolean {
  if (!route.endsWith("*")) return route === path;
  const start = route.slice(0, -1);
  return path.startsWith(start) || path === start.replace(/\/$/, "");
}
