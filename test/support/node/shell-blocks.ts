// Runs the shell commands of the documents as a reader pastes them: in a project's folder, in one shell a page.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILE_CACHE, PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import type { ShellBlock } from "../../../scripts/run/first-run.ts";
import { startProgram, temporaryFolder } from "./run-script.ts";

/** What the shell left behind. */
export type ShellResult = { code: number | null; stdout: string; stderr: string };

/** A folder in which the project's commands work, without what lies in a developer's own: no secrets, no data. */
export function projectFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const name of ["package.json", "node_modules", "scripts", "src"]) {
    symlinkSync(join(PROJECT_ROOT, name), join(folder, name));
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** A curl that also fails when the answer is an error, to stand first in PATH. */
function strictCurl(): string {
  const folder = join(temporaryFolder(), "bin");
  mkdirSync(folder);
  const path = join(folder, "curl");
  // Without its own folder in PATH, the program that is there otherwise.
  const script = `#!/bin/sh\nPATH=\${PATH#*:}\nexec curl --fail-with-body "$@"\n`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return folder;
}

/** Run blocks one after the other in one shell that ends at the first command that fails. */
export async function runBlocks(
  blocks: readonly ShellBlock[],
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<ShellResult> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH: `${strictCurl()}:${PATH}`,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    npm_config_update_notifier: "false",
    ...variables,
  };
  const marked = blocks.map(({ line, text }) => `echo "(the block at line ${line})" >&2\n${text}`);
  const args = ["-euo", "pipefail", "-c", marked.join("\n")];
  const shell = startProgram("bash", args, { cwd: folder, env });
  const { code } = await shell.ended;
  return { code, stdout: shell.stdout(), stderr: shell.stderr() };
}
