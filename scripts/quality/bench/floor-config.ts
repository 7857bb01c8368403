// The configuration of the floor worker, in the style of the product's.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listModules } from "../../run/build/bundle.ts";
import { quote, readCompatibility, renderModule, v8Flags } from "../../run/serve/workerd-config.ts";

/** Copy the bundle to a data folder and write the configuration beside it; returns the latter's path. */
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
