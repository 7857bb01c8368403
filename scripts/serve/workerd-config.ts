// Writes what workerd reads: a folder with the Worker's modules and the configuration beside them.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { listModules } from "../build/bundle.ts";
import { CommandFailure } from "../cli/command.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";

/** Everything that differs between two runs. No secret is among it: those go by the environment. */
export type ConfigInput = {
  bundleFolder: string;
  dataDir: string;
  host: string;
  port: number;
  heapMb: number;
  retentionHours: string;
};

/** Copy the bundle to DIR/run and write DIR/run/workerd.capnp; returns the latter's path. */
export function writeWorkerdConfig(input: ConfigInput): string {
  // Copied, so that a later build cannot change what runs, and paths stay inside one folder.
  const runDir = join(input.dataDir, "run");
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(runDir, { recursive: true });
  mkdirSync(objectsFolder(input.dataDir), { recursive: true });
  const modules = listModules(input.bundleFolder);
  for (const name of modules) copyFileSync(join(input.bundleFolder, name), join(runDir, name));
  const path = join(runDir, "workerd.capnp");
  writeFileSync(path, renderConfig(input, modules, readCompatibilityDate()));
  return path;
}

/** Where the objects' SQLite files are. */
function objectsFolder(dataDir: string): string {
  return join(dataDir, "objects");
}

/** The configuration's text. The unique keys equal those of `wrangler dev`: its files can be moved here. */
function renderConfig(input: ConfigInput, modules: string[], date: string): string {
  const address = `${input.host.includes(":") ? `[${input.host}]` : input.host}:${input.port}`;
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .mainWorker),
    (name = "objects", disk = (path = ${quote(objectsFolder(input.dataDir))}, writable = true)),
    # The Worker needs nothing from outside; whatever it tried to reach is refused.
    (name = "internet", network = (allow = [], deny = ["0.0.0.0/0", "::/0"])),
  ],
  sockets = [(name = "http", address = ${quote(address)}, http = (), service = "main")],
  logging = (structuredLogging = true),
  v8Flags = ["--max-old-space-size=${input.heapMb}"],
);

const mainWorker :Workerd.Worker = (
  modules = [
${modules.map((name) => `    ${renderModule(name)},`).join("\n")}
  ],
  compatibilityDate = ${quote(date)},
  bindings = [
    (name = "VAULT", durableObjectNamespace = "Vault"),
    (name = "REGISTRY", durableObjectNamespace = "Registry"),
    (name = "VAULT_ROOT_KEY", fromEnvironment = "VAULT_ROOT_KEY"),
    (name = "VAULT_MASTER_KEY", fromEnvironment = "VAULT_MASTER_KEY"),
    (name = "RESULT_RETENTION_HOURS", text = ${quote(input.retentionHours)}),
  ],
  durableObjectNamespaces = [
    (className = "Vault", uniqueKey = "masking-vault-Vault", enableSql = true),
    (className = "Registry", uniqueKey = "masking-vault-Registry", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "objects"),
);
`;
}

function renderModule(name: string): string {
  // workerd takes the first module as the entry; the others are imported as "./<name>".
  if (name === "index.js") return `(name = "index.js", esModule = embed "index.js")`;
  const kinds: Record<string, string> = { ".wasm": "wasm", ".bin": "data", ".js": "esModule" };
  const kind = kinds[extname(name)];
  if (!kind) throw new CommandFailure(`The bundle holds ${name}, a kind serve does not know yet.`);
  return `(name = ${quote(`./${name}`)}, ${kind} = embed ${quote(name)})`;
}

function readCompatibilityDate(): string {
  const text = readFileSync(join(PROJECT_ROOT, "wrangler.toml"), "utf8");
  const date = /^compatibility_date\s*=\s*"(\d{4}-\d{2}-\d{2})"/m.exec(text)?.[1];
  if (!date) throw new CommandFailure("wrangler.toml has no compatibility_date.");
  return date;
}

/** The language's text literals escape like JSON's for all that can occur here. */
function quote(text: string): string {
  return JSON.stringify(text);
}
