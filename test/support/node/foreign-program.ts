// Programs of PyPI and npm for tests that run only in CI and in the long tests: too heavy to be installed
// with the project, or not on npm.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { IS_LONG } from "./long/settings.ts";

/** Time limit of each step, for machines without access to the packages. */
const PATIENCE = { timeout: 120_000 };

/** A package in its own folder, which is kept, because installing it takes up to half a minute. */
export interface ForeignPackage {
  /** Folder of its programs, and of its Python. */
  readonly bin: string;
  /** Why it is not available, as the reason for skipped tests; empty when it is. */
  readonly missing: string;
}

/** Install a version of a PyPI package, unless it was installed before. */
export function pythonPackage(name: string, version: string): Promise<ForeignPackage> {
  return kept(name, version, "bin", (folder) => [
    ["python3", "-m", "venv", folder],
    [join(folder, "bin/pip"), "install", "--quiet", `${name}==${version}`],
  ]);
}

/** The same for npm; scripts of packages do not run. */
export function npmPackage(name: string, version: string): Promise<ForeignPackage> {
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  return kept(name, version, "node_modules/.bin", (folder) => [
    ["npm", "install", ...options, "--prefix", folder, `${name}@${version}`],
  ]);
}

async function kept(
  name: string,
  version: string,
  programs: string,
  steps: (folder: string) => string[][],
): Promise<ForeignPackage> {
  const root = join(PROJECT_ROOT, "node_modules/.cache");
  const folder = join(root, `${name.replaceAll("/", "-")}-${version}`);
  const bin = join(folder, programs);
  if (!IS_LONG && process.env["CI"] !== "true") {
    return { bin, missing: "It runs in CI, and with LONG_TESTS=1." };
  }
  const done = join(folder, "installed");
  if (existsSync(done)) return { bin, missing: "" };
  try {
    for (const [program = "", ...args] of steps(folder)) {
      await promisify(execFile)(program, args, PATIENCE);
    }
    await writeFile(done, "");
    return { bin, missing: "" };
  } catch (error) {
    return { bin, missing: `${name} cannot be installed: ${String(error).slice(-500)}` };
  }
}
