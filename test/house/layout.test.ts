// The layout of the project: which room imports which, how large a folder may be, and which file names are not allowed.

import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT, runTool } from "../../scripts/run/cli/tool.ts";
import { circlesOf, filesBelow, importsOf } from "../support/node/imports.ts";
import { type Allowed, CLIENTS, SCRIPTS, SRC } from "./allowed-imports.ts";

const MAX_FILES = 20;
const SOURCES = [
  ...filesBelow("src"),
  ...filesBelow("scripts"),
  ...filesBelow("clients/typescript/src"),
];
const IMPORTS = importsOf(SOURCES);

/** Whether a path lies in a place of the table: a folder, a file, or a folder's own files (`http/*`). */
function liesIn(path: string, place: string): boolean {
  if (place === "npm" || place === "*") {
    return place === "npm" ? path.startsWith("npm:") : !path.includes("/");
  }
  if (place.endsWith("/*")) return path.replace(/[^/]*$/, "*") === place;
  return path === place || path.startsWith(`${place}/`);
}

/** The room of a file: the longest place that it lies in. */
function roomOf(path: string, table: Allowed): string | undefined {
  const fitting = Object.keys(table).filter((room) => liesIn(path, room));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

/** Imports that a table does not allow, and rooms of the table that have no file. Paths as the table has them. */
function judge(imports: readonly { from: string; to: string }[], table: Allowed) {
  const forbidden = imports.filter(({ from, to }) => {
    const room = roomOf(from, table);
    if (room === undefined) return true;
    if (roomOf(to, table) === room) return false;
    return !(table[room] ?? []).some((place) => liesIn(to, place));
  });
  const unused = Object.keys(table).filter(
    (room) =>
      !imports.some(({ from, to }) => roomOf(from, table) === room || roomOf(to, table) === room),
  );
  return { forbidden: forbidden.map(({ from, to }) => `${from} -> ${to}`), unused };
}

const withoutSrc = (path: string) => (path.startsWith("src/") ? path.slice("src/".length) : path);

describe("imports", () => {
  it("are read from every file", () => {
    expect(IMPORTS.length).toBeGreaterThan(1_000);
    expect(IMPORTS).toContainEqual({ from: "src/app.ts", to: "npm:hono" });
    const files = new Set(SOURCES);
    const missing = IMPORTS.filter(({ to }) => to.startsWith("src/") && !files.has(to));
    expect(missing).toEqual([]);
  });

  it("go where the table allows, in src", () => {
    const ofSrc = IMPORTS.filter(({ from }) => from.startsWith("src/"));
    const paths = ofSrc.map(({ from, to }) => ({ from: withoutSrc(from), to: withoutSrc(to) }));
    expect(judge(paths, SRC)).toEqual({ forbidden: [], unused: [] });
  });

  it("go where the table allows, in scripts", () => {
    const ofScripts = IMPORTS.filter(({ from }) => from.startsWith("scripts/"));
    expect(judge(ofScripts, SCRIPTS)).toEqual({ forbidden: [], unused: [] });
  });

  it("of the client stay in its package", () => {
    const ofClient = IMPORTS.filter(({ from }) => from.startsWith("clients/"));
    expect(judge(ofClient, CLIENTS)).toEqual({ forbidden: [], unused: [] });
  });

  it("run in no circle, not even of types", () => {
    expect(circlesOf(IMPORTS)).toEqual([]);
  });

  it("would be found out", () => {
    const bad = [
      { from: "tokens/cipher/cipher.ts", to: "vault/vault.ts" },
      { from: "core/time.ts", to: "npm:zod" },
    ];
    expect(judge(bad, SRC).forbidden).toHaveLength(2);
    const circle = [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "c", to: "a" },
    ];
    expect(circlesOf(circle)).toEqual([["a", "b", "c", "a"]]);
  });
});

describe("folders", () => {
  it(`of src, test and scripts hold at most ${MAX_FILES} files each`, () => {
    const counts = new Map<string, number>();
    for (const path of [...SOURCES, ...filesBelow("test")]) {
      const folder = path.replace(/\/[^/]*$/, "");
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  it("have no file that could hold anything", () => {
    const vague = /(^|[-/])(utils?|helpers?|common|misc|manager)(-|\.|\/)/;
    expect(SOURCES.filter((path) => vague.test(path))).toEqual([]);
  });
});

describe("test files", () => {
  it("belong to a project of the runner each, and to one alone", async () => {
    const vitest = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
    const list = [vitest, "list", "--filesOnly", "--json"];
    const { stdout } = await runTool([process.execPath, ...list], { output: "capture" });
    const listed: { file: string }[] = JSON.parse(stdout);
    const files = filesBelow("test").filter((path) => path.endsWith(".test.ts"));
    expect(listed.map(({ file }) => relative(PROJECT_ROOT, file)).sort()).toEqual(files.sort());
  });
});
