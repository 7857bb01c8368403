// Finds the real workerd executable.

import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandFailure } from "../cli/command.ts";

/** Path of the workerd executable that belongs to the installed wrangler. */
export function findWorkerd(): string {
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
