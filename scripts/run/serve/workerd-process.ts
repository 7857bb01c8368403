// Runs the installed workerd as a process that ends with us.

import { createRequire } from "node:module";
import { CommandFailure, reasonOf } from "../cli/command.ts";
import { type GuardedProgram, spawnGuarded } from "../cli/guardian.ts";

/** A started workerd. */
export type Workerd = {
  program: GuardedProgram;
  /** The port it listens on, 0 for a Unix socket; never resolves if it ends before that. */
  port: Promise<number>;
  stderr: () => string;
};

type StartOptions = {
  cwd: string;
  env: Record<string, string>;
  onStderr?: (text: string) => void;
};

const KEPT_STDERR_CHARACTERS = 8000;

/** Start workerd with a configuration (its constant `config`). */
export async function startWorkerd(
  configPath: string,
  { cwd, env, onStderr }: StartOptions,
): Promise<Workerd> {
  let stderr = "";
  const port = Promise.withResolvers<number>();
  const program = await spawnGuarded(
    [installedWorkerd().default, "serve", "--control-fd=4", configPath, "config"],
    {
      cwd,
      env,
      onStderr: (text) => {
        stderr = (stderr + text).slice(-KEPT_STDERR_CHARACTERS);
        onStderr?.(text);
      },
      onControl: (line) => {
        const message = JSON.parse(line) as { event?: string; port?: number };
        if (message.event === "listen") port.resolve(message.port ?? 0);
      },
    },
  );
  return { program, port: port.promise, stderr: () => stderr };
}

/** The installed workerd package: the program's path for this machine, and its version. */
export function installedWorkerd(): { default: string; version: string } {
  try {
    return createRequire(import.meta.url)("workerd");
  } catch (error) {
    throw new CommandFailure(
      `No workerd for this machine in node_modules. Install it again on this machine.\n${reasonOf(error)}`,
    );
  }
}
