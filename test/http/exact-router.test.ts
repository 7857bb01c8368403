import { describe, expect, it } from "vitest";
import { ExactRouter } from "../../src/http/exact-router.ts";

function routerOf(routes: readonly [method: string, path: string, handler: string][]) {
  const router = new ExactRouter<string>();
  for (const route of routes) router.add(...route);
  return {
    router,
    handlersOf: (method: string, path: string) =>
      router.match(method, path)[0].map(([handler]) => handler),
  };
}

describe("a router of paths without parameters", () => {
  const { router, handlersOf } = routerOf([
    ["ALL", "/*", "all"],
    ["ALL", "/llm/*", "llm"],
    ["PUT", "/mask", "check"],
    ["PUT", "/mask", "mask"],
    ["GET", "/mask", "read"],
    ["POST", "/llm/chat", "chat"],
    ["GET", "/llm/models", "list"],
    ["GET", "/llm/models/*", "one"],
    ["GET", "/jobs/*", "job"],
    ["GET", "/jobs/*/results", "results"],
    ["POST", "/jobs/*/cancel", "cancel"],
  ]);

  it("gives the handlers of a method and path in the order they were added in, each time", () => {
    for (let times = 0; times < 2; times++) {
      expect(handlersOf("PUT", "/mask")).toEqual(["all", "check", "mask"]);
      expect(handlersOf("GET", "/mask")).toEqual(["all", "read"]);
      expect(handlersOf("POST", "/llm/chat")).toEqual(["all", "llm", "chat"]);
    }
  });

  it("gives what answers any last part of a path, and no more parts", () => {
    for (let times = 0; times < 2; times++) {
      expect(handlersOf("GET", "/llm/models/a")).toEqual(["all", "llm", "one"]);
      expect(handlersOf("GET", "/llm/models/b%2Fc")).toEqual(["all", "llm", "one"]);
      expect(handlersOf("GET", "/llm/models")[2]).toBe("list");
    }
    expect([...(router.methodsOf("/llm/models/a") ?? [])]).toEqual(["GET", "HEAD"]);
    for (const path of ["/llm/models/a/b", "/llm/models/", "/llm/other", "/llm/"]) {
      expect(router.methodsOf(path)).toBeNull();
    }
  });

  it("gives what answers a part behind any other, and nothing else", () => {
    for (let times = 0; times < 2; times++) {
      expect(handlersOf("GET", "/jobs/a/results")).toEqual(["all", "results"]);
      expect(handlersOf("GET", "/jobs/results")).toEqual(["all", "job"]);
      expect(handlersOf("POST", "/jobs/a/cancel")).toEqual(["all", "cancel"]);
    }
    expect([...(router.methodsOf("/jobs/a/cancel") ?? [])]).toEqual(["POST"]);
    for (const path of ["/jobs/a/other", "/jobs/a/b/cancel", "/jobs//cancel", "/jobs/a/cancel/"]) {
      expect(router.methodsOf(path)).toBeNull();
    }
  });

  it("gives middleware alone for what nothing answers", () => {
    expect(handlersOf("DELETE", "/mask")).toEqual(["all"]);
    expect(handlersOf("PUT", "/mask/")).toEqual(["all"]);
    expect(handlersOf("PUT", "/maskx")).toEqual(["all"]);
    expect(handlersOf("POST", "/llm")).toEqual(["all", "llm"]);
    expect(handlersOf("POST", "/llmx")).toEqual(["all"]);
    expect(handlersOf("get", "/mask")).toEqual(["all"]);
  });

  it("names the methods of a path, HEAD among them where there is GET", () => {
    expect([...(router.methodsOf("/mask") ?? [])]).toEqual(["PUT", "GET", "HEAD"]);
    expect(router.methodsOf("/*")).toBeNull();
    expect(router.methodsOf("/other")).toBeNull();
  });

  it("looks a path up in linear time, whatever it is", () => {
    for (const part of ["a", "/", "/a", "a/"]) {
      const path = `/${part.repeat(1_000_000 / part.length)}/`;
      expect(router.methodsOf(path)).toBeNull();
    }
  });

  it("takes what is added after a path was asked for", () => {
    const late = routerOf([["GET", "/x", "one"]]);
    expect(late.handlersOf("GET", "/x")).toEqual(["one"]);
    late.router.add("GET", "/x", "two");
    expect(late.handlersOf("GET", "/x")).toEqual(["one", "two"]);
  });

  it.each(["/x/:id", "/x/{id}", "/x/y?", "/*/x/y", "/*/*"])("refuses %s", (path) => {
    expect(() => new ExactRouter<string>().add("GET", path, "x")).toThrow("parameter");
  });
});
