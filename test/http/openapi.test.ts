// The table of operations, from which the OpenAPI document is made, matches the application.
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../scripts/openapi/examples.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { placeOf } from "../../scripts/openapi/shown-examples.ts";
import { createApp } from "../../src/app.ts";

describe("the OpenAPI document", () => {
  it("names the operations that the application has, and no other", () => {
    const routes = createApp()
      .routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    const told = OPERATIONS.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "*")}`);
    expect([...told].sort()).toEqual([...new Set(routes)].sort());
  });

  it("has an example of each operation, which test/process/openapi plays", () => {
    const shown = EXAMPLES.map((example) => placeOf(example).operation);
    expect(OPERATIONS.filter(({ id }) => !shown.includes(id)).map(({ id }) => id)).toEqual([]);
  });

  it("calls each operation by a name of its own", () => {
    const names = OPERATIONS.map(({ id }) => id);
    expect(new Set(names).size).toBe(names.length);
  });
});
