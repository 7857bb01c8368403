// What npm start does for a new user: `.dev.vars`, where `wrangler dev` reads secrets from, made once with random
// ones for this user only; and the commands to paste into a second terminal: those of README, which one test runs.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure } from "./cli/command.ts";
import { PROJECT_ROOT } from "./cli/tool.ts";
import { generateSecrets, readEnvFile, requireSecrets, toEnvFile } from "./secrets.ts";
import { claimFile } from "./serve/private-folder.ts";

const HEADER =
  "# Secrets of the development service. Never commit; deleting this file orphans its data.\n";

/** Make `.dev.vars` when it is absent (true), or check what is there; never prints a secret. */
export function ensureDevVars(folder: string = PROJECT_ROOT): boolean {
  const file = join(folder, ".dev.vars");
  if (!existsSync(file)) {
    writeFileSync(file, HEADER + toEnvFile(generateSecrets()), { mode: 0o600, flag: "wx" });
    return true;
  }
  claimFile(file);
  try {
    // Only the file counts: wrangler ignores the environment when it exists.
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

/** README's first commands, ready to paste, for the development service at `url`. */
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

/** A block of shell commands: its text, and the line of the page where its first command stands. */
export type ShellBlock = { readonly line: number; readonly text: string };

const OPENING = "```sh";
const CLOSING = "```";

/** The blocks of a Markdown page that are marked `sh` and nothing else, in their order. `sh no-test` is not one. */
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
