// Runs programs of node_modules with this process's Node, without a shell and without telemetry.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { CommandFailure } from "./command.ts";

/** Whether this is an installed package (scripts/run/package): bundled into its folder `bin`, without sources. */
export const IS_PACKAGED = import.meta.url.endsWith(".js");

/** The top folder of the project, or of the package. */
export const PROJECT_ROOT = fileURLToPath(
  new URL(IS_PACKAGED ? ".." : "../../..", import.meta.url),
);

/** Node's NODE_COMPILE_CACHE for tests: the next process with the same code starts in half the time. */
export const COMPILE_CACHE = join(PROJECT_ROOT, "node_modules/.cache/compiled");

/** Result of a finished program. `code` is null when a signal ended it. */
export type ToolResult = { code: number | null; stdout: string; stderr: string };

type ToolOptions = {
  /** "capture" collects the output; "inherit" shows it as it comes. */
  output: "capture" | "inherit";
  /** Whether the program may prompt the person; otherwise it gets no input at all. */
  isInteractive?: boolean;
  env?: NodeJS.ProcessEnv;
  /** Working folder; by default the project's top folder. */
  cwd?: string;
  signal?: AbortSignal;
};

/** Environment for wrangler: no usage reports and no requests to the outside. */
export function wranglerEnvironment(base: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...base, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
}

/** Command line of wrangler on this Node (the machine's own may be too old). Fails where it is not installed. */
export function wranglerCommand(args: string[]): [string, ...string[]] {
  const wrangler = join(PROJECT_ROOT, "node_modules/wrangler/bin/wrangler.js");
  if (existsSync(wrangler)) return [process.execPath, wrangler, ...args];
  throw new CommandFailure(
    "wrangler, which bundles the Worker, is not installed: run npm ci, without --omit=dev.\n" +
      "In production, install what npm run package makes (docs/install.md).",
  );
}

/** Run a program to its end. */
export async function runTool(
  [command, ...args]: [string, ...string[]],
  options: ToolOptions,
): Promise<ToolResult> {
  const piped = options.output === "capture" ? "pipe" : "inherit";
  const child = spawn(command, args, {
    cwd: options.cwd ?? PROJECT_ROOT,
    env: options.env ?? process.env,
    stdio: [options.isInteractive ? "inherit" : "ignore", piped, piped],
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
  ]);
  return { code, stdout, stderr };
}

/** Version of the project, from package.json. */
export function productVersion(): string {
  const text = readFileSync(join(PROJECT_ROOT, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
