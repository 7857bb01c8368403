// The router for paths without parameters gives what Hono's own router gives.
import { TrieRouter } from "hono/router/trie-router";
import { describe, expect, it } from "vitest";
import { ExactRouter } from "../../src/http/exact-router.ts";
import { fc } from "../support/properties.ts";

const METHODS = ["ALL", "GET", "PUT", "DELETE", "PROPFIND"];
const PATHS = ["*", "/*", "/", "/a", "/a/b", "/a/b/", "/A"];

const handlersOf = (router: ExactRouter<number>, method: string, path: string) =>
  router.match(method, path)[0].map(([handler]) => handler);

describe("exact router", () => {
  it("finds the same handlers, in the same order, again and again", () => {
    const route = fc.record({
      method: fc.constantFrom(...METHODS),
      path: fc.constantFrom(...PATHS),
    });
    fc.assert(
      fc.property(fc.array(route, { maxLength: 12 }), (routes) => {
        const [exact, trie] = [new ExactRouter<number>(), new TrieRouter<number>()];
        for (const [i, { method, path }] of routes.entries()) {
          exact.add(method, path, i);
          trie.add(method, path, i);
        }
        for (const method of METHODS.slice(1)) {
          for (const path of [...PATHS.slice(2), "/b", "//a", "/a/c"]) {
            const expected = trie.match(method, path)[0].map(([handler]) => handler);
            expect(handlersOf(exact, method, path)).toEqual(expected);
            expect(handlersOf(exact, method, path)).toEqual(expected);
          }
        }
      }),
    );
  });

  it("knows a route that is added after a match", () => {
    const router = new ExactRouter<string>();
    router.add("GET", "/a", "first");
    expect(router.match("GET", "/a")[0]).toHaveLength(1);
    router.add("ALL", "*", "second");
    expect(router.match("GET", "/a")[0].map(([handler]) => handler)).toEqual(["first", "second"]);
  });

  it("refuses paths with parameters, which it would not find", () => {
    for (const path of ["/:id", "/a/*", "/a/:id{[0-9]+}", "/a/b?"]) {
      expect(() => new ExactRouter().add("GET", path, 0)).toThrow();
    }
  });
});
