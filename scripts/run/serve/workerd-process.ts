// Starts the workerd that was installed with wrangler.

import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandFailure } from "../cli/command.ts";
import { type GuardedProgram, spawnGuarded } from "../cli/guardian.ts";

/** A workerd that was started. */
export type Workerd = {
  program: GuardedProgram;
  /** Resolves when it listens; never, if it ends before. */
  port: Promise<number>;
  /** The last of what it wrote to stderr. */
  stderr: () => string;
};

const KEPT_STDERR_CHARACTERS = 8000;

/** Start workerd with a configuration (its constant `config`) and an environment of its own. */
export async function startWorkerd(
  configPath: string,
  cwd: string,
  env: Record<string, string>,
  onStderr?: (text: string) => void,
): Promise<Workerd> {
  let stderr = "";
  let reportPort: (port: number) => void = () => {};
  const port = new Promise<number>((resolve) => {
    reportPort = resolve;
  });
  const command: [string, ...string[]] = [findWorkerd(), "serve", "--control-fd=4", configPath];
  const program = await spawnGuarded([...command, "config"], {
    cwd,
    env,
    onStderr: (text) => {
      stderr = (stderr + text).slice(-KEPT_STDERR_CHARACTERS);
      onStderr?.(text);
    },
    onControl: (line) => {
      const message = JSON.parse(line) as { event?: string; port?: number };
      if (message.event === "listen" && message.port) reportPort(message.port);
    },
  });
  return { program, port, stderr: () => stderr };
}

/** Path of the workerd executable that belongs to the installed wrangler. */
function findWorkerd(): string {
  const require = createRequire(import.meta.url);
  // workerd comes with wrangler, not with us: resolve it from there, wherever npm put it.
  const fromWrangler = createRequire(require.resolve("wrangler/package.json"));
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch === "x64" ? "64" : process.arch}`;
  const candidates = [
    packageFile(fromWrangler, "workerd", "bin/workerd"),
    packageFile(fromWrangler, `@cloudflare/workerd-${platform}`, "bin/workerd"),
  ];
  const found = candidates.find((path) => path !== null && isExecutable(path));
  if (found) return found;
  throw new CommandFailure(
    `No workerd for ${platform} in node_modules. Run npm ci again on this machine.`,
  );
}

function packageFile(from: NodeJS.Require, name: string, file: string): string | null {
  try {
    return join(dirname(from.resolve(`${name}/package.json`)), file);
  } catch {
    return null;
  }
}

/** When install scripts are blocked, workerd/bin/workerd stays a Node script: it starts with "#!". */
function isExecutable(path: string): boolean {
  if (!existsSync(path)) return false;
  const head = Buffer.alloc(2);
  const descriptor = openSync(path, "r");
  readSync(descriptor, head, 0, 2, 0);
  closeSync(descriptor);
  return head.toString("latin1") !== "#!";
}
