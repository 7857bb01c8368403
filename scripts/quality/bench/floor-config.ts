// The configuration of the floor worker, in the style of the product's.

import { mkdirSync } from "node:fs";
import { objectsFolder } from "../../run/serve/object-files.ts";
import { quote, v8Flags, writeRunFolder } from "../../run/serve/workerd-config.ts";

/** Copy the bundle to a data folder and write the configuration beside it; returns the latter's path. */
export function writeFloorConfig(bundleFolder: string, dataDir: string, heapMb: number): string {
  const objects = objectsFolder(dataDir);
  mkdirSync(objects, { recursive: true });
  return writeRunFolder(
    bundleFolder,
    dataDir,
    (program) => `using Workerd = import "/workerd/workerd.capnp";

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
  ${program},
  bindings = [(name = "FLOOR", durableObjectNamespace = (className = "Floor"))],
  durableObjectNamespaces = [(className = "Floor", uniqueKey = "floor", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
);
`,
  );
}
