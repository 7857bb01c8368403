// The page for callers of the reference API: its statements about operations match the table of operations.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";

const VAULT = "/api/vault/";
const HERE = OPERATIONS.filter(({ path }) => path.startsWith(VAULT)).map(
  ({ method, path }) => `${method} ${path.slice(VAULT.length)}`,
);
const page = readFileSync(join(PROJECT_ROOT, "docs/migrating.md"), "utf8");
const THERE_TOO = ["same", "more"];
const STATES = new Set([...THERE_TOO, "instead", "not yet", "refused"]);

const operationsIn = (text: string) =>
  [...text.matchAll(/`((?:GET|PUT|POST) [^`]+)`/g)].map(([, name = ""]) => name);
/** Rows of the table of their operations: the operations, whether they exist here, and a remark. */
const rows = [...page.matchAll(/^\| (`(?:GET|PUT|POST) .*?) \| ([a-z ]+) \| (.*)\|$/gm)]
  .map(([, named = "", state = "", text = ""]) => ({ named: operationsIn(named), state, text }))
  .filter(({ state }) => STATES.has(state));

describe("docs/migrating.md", () => {
  it("tells of each operation of the reference whether it is here", () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const { named, state } of rows) {
      const known = named.filter((name) => HERE.includes(name));
      expect(known, `${named}: ${state}`).toEqual(THERE_TOO.includes(state) ? named : []);
    }
  });

  it("names no operation instead that is not here", () => {
    const instead = rows.flatMap(({ text }) => operationsIn(text));
    expect(instead.filter((name) => !HERE.includes(name))).toEqual([]);
  });

  it("names every operation of the vault, each in one of its tables", () => {
    const only = page.slice(page.indexOf("## Operations that are only here"));
    const told = [
      ...rows.filter(({ state }) => THERE_TOO.includes(state)).flatMap(({ named }) => named),
      ...operationsIn(only),
    ];
    expect([...told].sort()).toEqual([...HERE].sort());
  });
});
