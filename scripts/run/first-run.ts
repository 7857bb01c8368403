// What npm start does for a new user: it creates `.dev.vars`, from which `wrangler dev` reads secrets, with
// random secrets, and prints the README's first commands, which a test runs, to paste into a second terminal.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "./cli/command.ts";
import { PROJECT_ROOT } from "./cli/tool.ts";
import { generateSecrets, readEnvFile, requireSecrets, toEnvFile } from "./secrets.ts";
import { claimFile } from "./serve/private-folder.ts";

const HEADER =
  "# Secrets of the development service. Never commit; deleting this file orphans its data.\n";

/** Create `.dev.vars` when it is absent (returns true), else check it (returns false). Never prints a secret. */
export function ensureDevVars(folder: string = PROJECT_ROOT): boolean {
  const file = join(folder, ".dev.vars");
  if (!existsSync(file)) {
    writeFileSync(file, HEADER + toEnvFile(generateSecrets()), { mode: 0o600, flag: "wx" });
    return true;
  }
  claimFile(file);
  try {
    // Only the file counts: where it exists, wrangler ignores the environment.
    requireSecrets(readEnvFile(file, {}));
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`In .dev.vars: ${error.message}`, error.exitCode);
  }
  return false;
}

const STEPS = [
  "A namespace token (the operator's master key stays in .dev.vars)",
  "Mask a text",
  "And back: the masked text becomes the original again",
];

/** The README's first commands, for the development service at `url`. */
export function firstSteps(url: string): string {
  const blocks = shellBlocks(readFileSync(join(PROJECT_ROOT, "README.md"), "utf8"));
  const steps = STEPS.map((title, i) => `# ${i + 1}. ${title}\n${blocks[i]?.text}\n`);
  return `
Ready on ${url}. Paste this into another terminal, in this folder:

URL=${url}

${steps.join("\n")}
Ctrl-C stops the service; its data stays in .wrangler/state.
`;
}

/** A block of shell commands, and the page's line number of its first command. */
export type ShellBlock = { readonly line: number; readonly text: string };

const OPENING = "```sh";
const CLOSING = "```";

/** Blocks of a Markdown page marked `sh` alone, in order. A block marked `sh no-test` is left out. */
export function shellBlocks(page: string): ShellBlock[] {
  const lines = page.split("\n");
  const blocks: ShellBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] !== OPENING) continue;
    const end = lines.indexOf(CLOSING, at);
    if (end < 0) throw new Error(`The shell block at line ${at + 1} has no end.`);
    blocks.push({ line: at + 2, text: lines.slice(at + 1, end).join("\n") });
    at = end;
  }
  return blocks;
}
