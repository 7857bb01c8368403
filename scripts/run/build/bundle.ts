// Bundles the Worker with wrangler's dry run (no network, no login) into dist/release, dist/core or dist/test.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { CommandFailure, EXIT } from "../cli/command.ts";
import { filesBelow, readJson, readOptional } from "../cli/files.ts";
import {
  IS_PACKAGED,
  PROJECT_ROOT,
  runTool,
  wranglerCommand,
  wranglerEnvironment,
} from "../cli/tool.ts";

/** The release has all languages, the core only English; the test build is a release with failpoints (TEST_BUILD). */
export type BuildKind = "release" | "core" | "test";

/** The platform's limits on compressed size: core on its free plan, release on paid ones (Workers, Limits, Worker size). */
export const MAX_GZIP_BYTES: Readonly<Record<BuildKind, number>> = {
  release: 10_000_000,
  core: 3_000_000,
  test: 10_000_000,
};

/** Definitions in which a kind differs from wrangler.toml: the command line overrides [define] there. */
export const DEFINES: Readonly<Record<BuildKind, readonly string[]>> = {
  release: [],
  core: ["--define", "ALL_LANGUAGES:false"],
  test: ["--define", "TEST_BUILD:true"],
};

/** A bundle on disk. `gzipBytes` counts every module that a deployment uploads. */
export type Bundle = { folder: string; fresh: boolean; gzipBytes: number };

/** Stored in the bundle's folder: digest of its inputs, and its size in gzip, because compressing megabytes takes time. */
type Stamp = { inputs: string; gzipBytes: number };

const STAMP_FILE = "build.json";
// Compared by content, not by time: clones, checkouts and deletions make file times misleading.
const INPUT_FOLDERS = ["src", "models"];
const INPUT_FILES = [
  ...["wrangler.toml", "package-lock.json", "tsconfig.json"],
  ...["docs/openapi.json", "docs/reference.html"],
];

/**
 * Bundle the Worker unless the last bundle was made from exactly the same inputs. An installed package contains
 * only the release; its checksums were verified when the program started (package/sums.ts).
 */
export async function buildWorker(kind: BuildKind, signal?: AbortSignal): Promise<Bundle> {
  const folder = join(PROJECT_ROOT, "dist", kind);
  if (IS_PACKAGED) {
    if (existsSync(folder)) return { folder, fresh: false, gzipBytes: 0 };
    throw new CommandFailure(`This package has no ${kind} build.`, EXIT.usage);
  }
  const inputs = inputsDigest(PROJECT_ROOT);
  const last = readJson<Stamp>(join(folder, STAMP_FILE));
  if (last?.inputs === inputs) return { folder, fresh: false, gzipBytes: last.gzipBytes };
  // Bundled into a staging folder and swapped in, so that a failed or interrupted build keeps the last good one.
  const staging = `${folder}.${process.pid}.new`;
  try {
    await bundleInto(staging, DEFINES[kind], signal);
    const gzipBytes = gzipSize(staging, listModules(staging));
    requireWithinCeiling(gzipBytes, MAX_GZIP_BYTES[kind]);
    const stamp: Stamp = { inputs, gzipBytes };
    writeFileSync(join(staging, STAMP_FILE), JSON.stringify(stamp));
    swapIn(staging, folder);
    return { folder, fresh: true, gzipBytes };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** File names of a bundle's modules, the main module first. */
export function listModules(folder: string): string[] {
  const rest = readdirSync(folder).filter(
    (name) => !["index.js", "README.md", STAMP_FILE].includes(name) && !name.endsWith(".map"),
  );
  return ["index.js", ...rest.sort()];
}

/** A size for people: 812 KB, 2.10 MB. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

/** Bundle a worker into a folder. `args` give its entry or configuration; without them it is the service's own. */
export async function bundleInto(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const command = wranglerCommand(["deploy", ...args, "--dry-run", "--outdir", folder]);
  const result = await runTool(command, {
    output: "capture",
    env: { ...wranglerEnvironment(), FORCE_COLOR: "0" },
    ...(signal ? { signal } : {}),
  });
  if (result.code !== 0 || readOptional(join(folder, "index.js")) === null) {
    const said = `${result.stdout}\n${result.stderr}`.trim();
    throw new CommandFailure(`The Worker could not be bundled. wrangler said:\n\n${said}`);
  }
}

/** Compressed size of a bundle's modules, in bytes. */
export function gzipSize(folder: string, modules: readonly string[]): number {
  const sizes = modules.map((name) => gzipSync(readOptional(join(folder, name)) ?? "").length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function requireWithinCeiling(gzipBytes: number, most: number): void {
  if (gzipBytes <= most) return;
  throw new CommandFailure(
    `The Worker is ${formatSize(gzipBytes)} compressed; the ceiling is ${formatSize(most)}.\n` +
      "See what grew: npx wrangler deploy --dry-run --outdir dist/meta --metafile",
  );
}

function swapIn(staging: string, folder: string): void {
  const old = `${folder}.${process.pid}.old`;
  // Two tries: another build may put its own result there between the two renames.
  for (const isLastTry of [false, true]) {
    try {
      renameSync(folder, old);
    } catch {
      // The first build: there is nothing to move away.
    }
    try {
      renameSync(staging, folder);
      break;
    } catch (error) {
      if (isLastTry) throw error;
      rmSync(old, { recursive: true, force: true });
    }
  }
  rmSync(old, { recursive: true, force: true });
}

/** Digest of names and contents of all inputs of a bundle: equal inputs give the same bundle. */
function inputsDigest(root: string): string {
  const folders = INPUT_FOLDERS.flatMap((folder) => filesBelow(join(root, folder), root));
  const hash = createHash("sha256");
  for (const file of [...INPUT_FILES, ...folders.sort()]) {
    const content = readOptional(join(root, file));
    if (content !== null) hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
