// The documents: links lead to existing files, files that sources mention exist, and the first page stays short.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { filesBelow } from "../support/node/imports.ts";

const TOP = ["README", "CONTRIBUTING", "SECURITY", "AGENTS", "CHANGELOG"].map(
  (name) => `${name}.md`,
);
const PAGES = [
  ...TOP,
  ...filesBelow("docs").filter((path) => path.endsWith(".md")),
  "clients/typescript/README.md",
  "clients/python/README.md",
  "examples/README.md",
];

const textOf = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");
const exists = (path: string) => existsSync(join(PROJECT_ROOT, path));

/** A page without its blocks of code, in which nothing is a link or a heading. */
const proseOf = (path: string) => textOf(path).replace(/^```[\s\S]*?^```$/gm, "");

/** The names by which a page's headings can be linked to, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#{1,6} (.*)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\-_ ]/gu, "").replaceAll(" ", "-");
    let unlike = anchor;
    for (let n = 1; anchors.has(unlike); n++) unlike = `${anchor}-${n}`;
    anchors.add(unlike);
  }
  return anchors;
}

/** Links of a page that lead nowhere, of those that stay in the repository. */
function brokenLinks(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)];
  return links
    .map((found) => found[1] ?? found[2] ?? "")
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = "", anchor] = target.split("#");
      const linked = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!exists(linked)) return true;
      return anchor !== undefined && !anchorsOf(linked).has(anchor);
    });
}

describe("documents", () => {
  it.each(PAGES)("%s links to what exists", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it.each([
    ["README.md", 7168],
    ["docs/performance.md", 10_240],
  ])("%s has at most %i bytes", (page, most) => {
    expect(Buffer.byteLength(textOf(page))).toBeLessThanOrEqual(most);
  });

  it.each(["CONTRIBUTING.md", "docs/architecture.md", "docs/debugging.md"])(
    "%s names files that exist",
    (page) => {
      const quoted = [
        ...proseOf(page).matchAll(/`((?:src|test|scripts|bench|docs|models)\/[^`\s]*)`/g),
      ];
      const paths = quoted.map(([, path = ""]) => path);
      expect(paths.length).toBeGreaterThan(3);
      expect(paths.filter((path) => !exists(path))).toEqual([]);
    },
  );
});

describe("SECURITY.md", () => {
  const text = textOf("SECURITY.md");
  const DEFINITION = /^\[([\w-]+)\]: (\S+)$/gm;
  const prose = text.replace(DEFINITION, "");
  const paths = new Map(
    [...text.matchAll(DEFINITION)].map(([, name = "", path = ""]) => [name, path]),
  );
  const namesIn = (part: string) =>
    [...part.matchAll(/\[([\w-]+)\](?!\()/g)].map(([, name = ""]) => name);

  it("names a test for each of its claims: rows of tables, points of lists", () => {
    const parts = prose.replace(/^\|.*\n\| ---.*$/gm, "").split(/\n(?=- |\| )|\n\n/);
    const claims = parts.filter((part) => /^[|-] /.test(part));
    expect(claims.length).toBeGreaterThan(25);
    expect(claims.filter((claim) => namesIn(claim).length === 0)).toEqual([]);
  });

  it("names tests that exist, and says where each is", () => {
    expect([...new Set(namesIn(prose))].sort()).toEqual([...paths.keys()].sort());
    const isTest = (path: string) => path.endsWith(".test.ts") && exists(path);
    expect([...paths.values()].filter((path) => !isTest(path))).toEqual([]);
  });
});

describe("files with secrets", () => {
  const ignoredOf = (names: readonly string[]) => {
    const { status, stdout } = spawnSync("git", ["check-ignore", ...names], {
      cwd: PROJECT_ROOT,
      encoding: "utf8",
    });
    expect(status, "no git, or none is ignored").toBe(0);
    return stdout.trim().split("\n").sort();
  };

  it("that a page has people write are none for git", () => {
    const written = PAGES.flatMap((page) =>
      [
        ...textOf(page).matchAll(
          /(?:keygen\s*>+|--env-file|to|in) [`"]?(\.?\/?[\w.-]+\.(?:env|vars)|\.\w+-secrets)\b/g,
        ),
      ].map(([, path = ""]) => posix.normalize(path)),
    );
    const names = [...new Set(written)].sort();
    expect(names).toEqual([".deploy-secrets", ".dev.vars", "vault.env"]);
    expect(ignoredOf(names)).toEqual(names);
  });

  it("nor are backups that a page has people fetch, and what the pipeline leaves", () => {
    const shell = textOf("docs/install.md").matchAll(/> ([\w.-]+\.tar)$/gm);
    const backups = [...shell].map(([, name = ""]) => `packaging/kubernetes/${name}`);
    expect(backups).toHaveLength(1);
    const names = ["csv-pipeline/customers.csv", ...backups];
    expect(ignoredOf(names)).toEqual(names);
  });
});

describe("sources", () => {
  const SOURCES = ["src", "test", "scripts", "bench", "clients/typescript/src"]
    .flatMap((folder) => filesBelow(folder))
    .filter(
      (path) => /\.(ts|md|json|toml|capnp)$/.test(path) && !path.startsWith("test/upgrade/v"),
    );
  /** No document's path: a text for the detector, a page of a library, a file name put together with its folder. */
  const FOREIGN = ["script.py, README.md", "its METADATA.md", '"RESULTS.md"'];

  it("name documents by their paths, and only such as are here", () => {
    const missing = SOURCES.flatMap((path) => {
      const text = FOREIGN.reduce((rest, words) => rest.replace(words, ""), textOf(path));
      const names = [...text.matchAll(/[\w./-]*\w\.md\b/g)].map(([name]) => name);
      const isHere = (name: string) =>
        exists(name) || exists(posix.join(posix.dirname(path), name)) || name === "README.md";
      return names.filter((name) => !isHere(name)).map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("link to headings that are there", () => {
    const missing = SOURCES.flatMap((path) =>
      [...textOf(path).matchAll(/(docs\/[\w/-]+\.md)#([\w-]+)/g)]
        .filter(([, page = "", anchor = ""]) => exists(page) && !anchorsOf(page).has(anchor))
        .map(([link]) => `${path}: ${link}`),
    );
    expect(missing).toEqual([]);
  });

  it("tell a law in words, not by a number of a document that is elsewhere", () => {
    const numbered = /\bDESIGN\b|\blaws? \d/;
    const self = "test/house/documents.test.ts";
    expect(SOURCES.filter((path) => path !== self && numbered.test(textOf(path)))).toEqual([]);
  });
});
