// Writes a folder with the Worker's modules and the configuration for workerd.

import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { listModules } from "../build/bundle.ts";
import { CommandFailure } from "../cli/command.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";
import { OBJECT_CLASSES, type ObjectClass, objectsFolder, uniqueKey } from "./object-files.ts";
import type { ServeOptions } from "./options.ts";
import type { WayOut } from "./ways-out.ts";

/** What differs between two runs. No secret is in it: workerd gets those from the environment. */
type ConfigInput = Pick<ServeOptions, "dataDir" | "ledgerDir" | "heapMb"> & {
  bundleFolder: string;
  /** Address to listen on, in workerd's notation. */
  address: string;
  ways?: readonly WayOut[];
  /** Environment variables for the Worker, beside its own secrets. */
  keyNames?: readonly string[];
  /** The Worker's settings, as text. */
  settings: Readonly<Record<string, string>>;
};

/**
 * V8's space for new objects, in MiB. By default V8 grows it to 16 under load, where the garbage of a large
 * submission stays uncollected: a peak of 86 MiB instead of 77. With 8, a batch of texts takes 7 % more CPU.
 */
const YOUNG_SPACE_MB = 8;
/**
 * Heap size that triggers the first full collection, in MiB. V8's default is some 20, of which the program takes
 * 12. Each request leaves 4 KB that only a full collection frees, at 10 us each, so fewer collections are longer
 * ones: with 24 it takes some 55 ms after every 3,700 single masks. Beside 16 callers or more, a collection fell
 * into half of the jobs of 100,000 values with 28, and into one of three with 36; but each takes a third longer
 * (docs/performance.md).
 */
const FIRST_HEAP_MB = 36;

/**
 * Compiles all functions when the Worker is loaded, before the port opens. That takes a tenth of a second and 3
 * MiB; compiling each at its first call would take half of the first request's time.
 */
const COMPILE_AT_START = "--no-lazy";

/** V8 flags for serve. */
export function v8Flags(heapMb: number): string[] {
  return [
    COMPILE_AT_START,
    `--max-old-space-size=${heapMb}`,
    `--max-semi-space-size=${YOUNG_SPACE_MB}`,
    `--initial-old-space-size=${Math.min(FIRST_HEAP_MB, heapMb)}`,
  ];
}

/**
 * Models of the tagger in a bundle; the bundler puts a hash before their names. They are files beside the Worker,
 * read when a text needs one: of a module, workerd keeps five copies from the start, used or not (82 MB for four
 * models of 4 MB, and half of the CPU time of a start).
 */
const MODEL_FILE = /^[0-9a-f]+-(tagger[\w-]*\.bin)$/;
const modelsFolder = (dataDir: string): string => join(dataDir, "run", "models");

/** Copy the bundle to DIR/run and write DIR/run/workerd.capnp; returns the latter's path. */
export function writeWorkerdConfig(input: ConfigInput): string {
  for (const dir of [input.dataDir, input.ledgerDir]) {
    if (dir !== null) mkdirSync(objectsFolder(dir), { recursive: true });
  }
  return writeRunFolder(input.bundleFolder, input.dataDir, (program) =>
    renderConfig(input, program),
  );
}

/**
 * Copy a bundle to DIR/run and write DIR/run/workerd.capnp; returns the latter's path. `render` gets the members
 * of a worker that state its modules and compatibility, and returns the file's text.
 */
export function writeRunFolder(
  bundleFolder: string,
  dataDir: string,
  render: (program: string) => string,
): string {
  // Copied, so that a later build cannot change the running service, and all paths are in one folder.
  const runDir = join(dataDir, "run");
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(runDir, { recursive: true });
  mkdirSync(modelsFolder(dataDir));
  const modules: string[] = [];
  for (const name of listModules(bundleFolder)) {
    const model = MODEL_FILE.exec(name)?.[1];
    const copy = model === undefined ? join(runDir, name) : join(modelsFolder(dataDir), model);
    copyFileSync(join(bundleFolder, name), copy);
    // A copy keeps the original's mode.
    chmodSync(copy, 0o600);
    if (model === undefined) modules.push(name);
  }
  const path = join(runDir, "workerd.capnp");
  const embedded = modules.map(renderModule).join(", ");
  writeFileSync(path, render(`modules = [${embedded}],\n  ${readCompatibility()}`));
  return path;
}

/** A worker in the configuration: the classes that it stores, and their folder. */
type Home = { name: string; disk: string; dir: string; classes: readonly ObjectClass[] };

/**
 * workerd stores all objects of one worker on one disk. For a Registry on its own disk, the same bundle runs as a
 * second worker, which is reached only through the objects' bindings.
 */
function listHomes({ dataDir, ledgerDir }: ConfigInput): Home[] {
  const main = { name: "main", disk: "objects", dir: dataDir };
  if (ledgerDir === null) return [{ ...main, classes: OBJECT_CLASSES }];
  return [
    { ...main, classes: ["Vault"] },
    { name: "ledger", disk: "ledger-objects", dir: ledgerDir, classes: ["Registry"] },
  ];
}

function renderConfig(input: ConfigInput, program: string): string {
  const homes = listHomes(input);
  const services = homes.map(
    ({ name, disk, dir }) => `    (name = "${name}", worker = .${name}Worker),
    (name = "${disk}", disk = (path = ${quote(objectsFolder(dir))}, writable = true)),`,
  );
  const ways = (input.ways ?? []).map(
    ({ name, socket }) =>
      `    (name = "${name}", external = (address = ${quote(`unix:${socket}`)}, http = ())),`,
  );
  const workers = homes.map((home) => renderWorker(home, homes, input, program));
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
${[...services, ...ways].join("\n")}
    (name = "models", disk = (path = ${quote(modelsFolder(input.dataDir))})),
    # The Worker needs nothing else from outside; whatever it tried to reach is refused.
    (name = "internet", network = (allow = [], deny = ["0.0.0.0/0", "::/0"])),
  ],
  sockets = [(name = "http", address = ${quote(input.address)}, http = (), service = "main")],
  logging = (structuredLogging = true),
  v8Flags = [${v8Flags(input.heapMb).map(quote).join(", ")}],
);

${workers.join("\n")}`;
}

function renderWorker(home: Home, homes: Home[], input: ConfigInput, program: string): string {
  const objects = homes.flatMap(({ name, classes }) =>
    classes.map((objectClass) => {
      const elsewhere = name === home.name ? "" : `, serviceName = "${name}"`;
      const target = `(className = "${objectClass}"${elsewhere})`;
      return `    (name = "${objectClass.toUpperCase()}", durableObjectNamespace = ${target}),`;
    }),
  );
  const settings = Object.entries(input.settings).map(
    ([name, value]) => `    (name = "${name}", text = ${quote(value)}),`,
  );
  // Only the Worker that callers reach searches texts and has ways out.
  const ways = home.name === "main" ? renderWays(input) : [];
  const stored = home.classes.map(
    (objectClass) =>
      `    (className = "${objectClass}", uniqueKey = "${uniqueKey(objectClass)}", enableSql = true),`,
  );
  return `const ${home.name}Worker :Workerd.Worker = (
  ${program},
  bindings = [
${objects.join("\n")}
    (name = "VAULT_ROOT_KEY", fromEnvironment = "VAULT_ROOT_KEY"),
    (name = "VAULT_MASTER_KEY", fromEnvironment = "VAULT_MASTER_KEY"),
    (name = "RESTARTS", fromEnvironment = "RESTARTS"),
${[...settings, ...ways].join("\n")}
    (name = "OWN_DISK", text = "true"),
  ],
  durableObjectNamespaces = [
${stored.join("\n")}
  ],
  durableObjectStorage = (localDisk = "${home.disk}"),
);
`;
}

/** Bindings for the models, for ways out, and for their keys. */
function renderWays({ ways = [], keyNames = [] }: ConfigInput): string[] {
  return [
    `    (name = "MODELS", service = "models"),`,
    ...ways.map(({ binding, name }) => `    (name = "${binding}", service = "${name}"),`),
    ...keyNames.map((name) => `    (name = "${name}", fromEnvironment = "${name}"),`),
  ];
}

/** A module of a bundle, as the configuration lists it. */
function renderModule(name: string): string {
  // workerd takes the first module as the entry; the others are imported as "./<name>".
  if (name === "index.js") return `(name = "index.js", esModule = embed "index.js")`;
  const kinds: Record<string, string> = {
    ...{ ".wasm": "wasm", ".js": "esModule" },
    ...{ ".json": "data", ".html": "data" },
  };
  const kind = kinds[extname(name)];
  if (!kind) throw new CommandFailure(`The bundle holds ${name}, a kind serve does not know yet.`);
  return `(name = ${quote(`./${name}`)}, ${kind} = embed ${quote(name)})`;
}

/** The compatibility date and flags of wrangler.toml, as members of a worker. */
function readCompatibility(): string {
  const text = readFileSync(join(PROJECT_ROOT, "wrangler.toml"), "utf8");
  const date = /^compatibility_date\s*=\s*"(\d{4}-\d{2}-\d{2})"/m.exec(text)?.[1];
  if (!date) throw new CommandFailure("wrangler.toml has no compatibility_date.");
  // A list of simple strings has the same syntax in TOML and here.
  const flags = /^compatibility_flags\s*=\s*(\[["\w, ]*\])\s*$/m.exec(text)?.[1] ?? null;
  if (flags === null && /^compatibility_flags/m.test(text)) {
    throw new CommandFailure(
      "wrangler.toml: compatibility_flags has to be one line of names in double quotes.",
    );
  }
  return `compatibilityDate = ${quote(date)}, compatibilityFlags = ${flags ?? "[]"}`;
}

/** A text literal: for all texts that occur here, the escapes are the same as in JSON. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
