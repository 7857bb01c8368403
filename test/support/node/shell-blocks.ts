// Runs the documents' shell commands as a reader would: in a project folder, with one shell per page.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPILE_CACHE, PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import type { ShellBlock } from "../../../scripts/run/first-run.ts";
import { startProgram, temporaryFolder } from "./run-script.ts";

/** Result of the shell. */
export type ShellResult = { code: number | null; stdout: string; stderr: string };

/** A folder in which the project's commands work, without a developer's secrets and data. */
export function projectFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const name of ["package.json", "node_modules", "scripts", "src"]) {
    symlinkSync(join(PROJECT_ROOT, name), join(folder, name));
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/**
 * A folder to put first in PATH: its curl also fails when the answer is an error; its npm runs `npm run -s NAME --
 * ...` without npm's own third of a second of CPU, from the project's folder as npm does.
 */
function standIns(project: string): string {
  const folder = join(temporaryFolder(), "bin");
  mkdirSync(folder);
  // Removes this folder from PATH, to find the real programs.
  const head = `#!/bin/sh\nPATH=\${PATH#*:}\n`;
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8"));
  const commands = Object.entries<string>(scripts).filter(([, line]) => /^node \S+$/.test(line));
  const cases = commands.map(
    ([name, line]) => `${name}) exec "${process.execPath}"${line.slice(4)} "$@";;`,
  );
  const npm = `case "$1 $2" in "run -s") ;; *) exec npm "$@";; esac
name=$3; shift 3
if [ $# -gt 0 ]; then [ "$1" = -- ] || { echo "npm would keep $1 to itself" >&2; exit 1; }; shift; fi
npm_lifecycle_event=$name; export npm_lifecycle_event; cd "${project}"
case "$name" in
${cases.join("\n")}
*) exec npm run -s "$name" -- "$@";;
esac
`;
  const programs = { curl: 'exec curl --fail-with-body "$@"\n', npm };
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), head + text, { mode: 0o755 });
  return folder;
}

/** Run blocks in order in one shell, which ends at the first command that fails. */
export async function runBlocks(
  blocks: readonly ShellBlock[],
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<ShellResult> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    PATH: `${standIns(folder)}:${PATH}`,
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
