// Runs bundles for the benchmark: the floor worker and the product with a door, each in a workerd of its
// own, configured as serve does it.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listModules } from "../../run/build/bundle.ts";
import { CommandFailure } from "../../run/cli/command.ts";
import { quote, readCompatibility, renderModule, v8Flags } from "../../run/serve/workerd-config.ts";
import { startWorkerd } from "../../run/serve/workerd-process.ts";

/** A workerd that listens. */
export interface ListeningWorkerd {
  readonly port: number;
  readonly pid: number;
  /** SIGTERM, so that databases are closed in order. */
  stop(): Promise<void>;
}

const STOP_PATIENCE_MS = 20_000;

/** Start workerd with a configuration; resolves as soon as its port is open. */
export async function launch(
  configPath: string,
  cwd: string,
  env: Record<string, string>,
): Promise<ListeningWorkerd> {
  const { program, port, stderr } = await startWorkerd(configPath, cwd, env);
  const listening = await Promise.race([port, program.exited]);
  if (typeof listening !== "number") {
    throw new CommandFailure(`A worker of the benchmark did not start.\n${stderr()}`);
  }
  return { port: listening, pid: program.pid, stop: () => program.stop(STOP_PATIENCE_MS) };
}

/** Write the floor's configuration, in the style of the product's; returns its path. */
export function writeFloorConfig(bundleFolder: string, dataDir: string, heapMb: number): string {
  const run = join(dataDir, "run");
  const objects = join(dataDir, "objects");
  for (const folder of [run, objects]) mkdirSync(folder, { recursive: true });
  const modules = listModules(bundleFolder);
  for (const name of modules) copyFileSync(join(bundleFolder, name), join(run, name));
  const path = join(run, "workerd.capnp");
  writeFileSync(
    path,
    `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .mainWorker),
    (name = "objects", disk = (path = ${quote(objects)}, writable = true)),
    (name = "internet", network = (allow = [], deny = ["0.0.0.0/0", "::/0"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
  logging = (structuredLogging = true),
  v8Flags = [${v8Flags(heapMb).map(quote).join(", ")}],
);

const mainWorker :Workerd.Worker = (
  modules = [${modules.map(renderModule).join(", ")}],
  ${readCompatibility()},
  bindings = [(name = "FLOOR", durableObjectNamespace = (className = "Floor"))],
  durableObjectNamespaces = [(className = "Floor", uniqueKey = "floor", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
);
`,
  );
  return path;
}
