// Programs of PyPI for tests that only run where Python and its packages are to be had: in CI and in the long tests.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { IS_LONG } from "./long/settings.ts";

/** Of each step: without a way to Python's packages nobody waits for longer. */
const PATIENCE = { timeout: 120_000 };

/** A package of PyPI, in an environment of its own, which is kept: to install it takes up to half a minute. */
export interface PythonPackage {
  /** Where its programs and its Python are. */
  readonly bin: string;
  /** Why it cannot be had, for whoever reads that tests were skipped; empty: it can. */
  readonly missing: string;
}

/** Install a version of a package, unless that was done before. */
export async function pythonPackage(name: string, version: string): Promise<PythonPackage> {
  const folder = join(PROJECT_ROOT, "node_modules/.cache", `${name}-${version}`);
  const bin = join(folder, "bin");
  if (!IS_LONG && process.env["CI"] !== "true") {
    return { bin, missing: "It runs in CI, and with LONG_TESTS=1." };
  }
  const done = join(folder, "installed");
  const failure = existsSync(done) ? "" : await install(folder, `${name}==${version}`, done);
  return { bin, missing: failure && `${name} cannot be installed: ${failure}` };
}

/** Gives what went wrong. */
async function install(folder: string, wanted: string, done: string): Promise<string> {
  const run = promisify(execFile);
  try {
    await run("python3", ["-m", "venv", folder], PATIENCE);
    await run(join(folder, "bin/pip"), ["install", "--quiet", wanted], PATIENCE);
    await writeFile(done, "");
    return "";
  } catch (error) {
    return String(error).slice(-500);
  }
}
