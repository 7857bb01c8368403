// Starts the benchmark's servers, bundles and folders, and removes all of them at the end.

import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuildKind, buildWorker, bundleInto } from "../../run/build/bundle.ts";
import { CommandFailure } from "../../run/cli/command.ts";
import { aborted, listenForStop } from "../../run/cli/stop-requests.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import { generateSecrets, type Secrets } from "../../run/secrets.ts";
import { readRecord } from "../../run/serve/data-lock.ts";
import { objectsFolder } from "../../run/serve/object-files.ts";
import { readServiceSettings } from "../../run/serve/options.ts";
import { startService } from "../../run/serve/service-process.ts";
import {
  quote,
  v8Flags,
  writeRunFolder,
  writeWorkerdConfig,
} from "../../run/serve/workerd-config.ts";
import { startWorkerd } from "../../run/serve/workerd-process.ts";

/** The default of serve. */
const HEAP_MB = 512;
const STOP_PATIENCE_MS = 20_000;

/** Servers: the product under serve, the product with calls into its objects (bench/inside), or the floor (bench/floor). */
export type Kind = "product" | "inside" | "floor";

/** A server's data folder, and its secrets. */
export interface Data {
  readonly folder: string;
  readonly secrets: Secrets;
  /** Settings of the service beside the secrets. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): Promise<unknown>;
}

/** A running server. */
export interface Server {
  readonly port: number;
  /** Process id of workerd. */
  readonly pid: number;
  readonly data: Data;
  stop(): Promise<void>;
}

/** Run a bench until it ends or is asked to stop, which `stopped` reports; cleans up everything it started. */
export async function withStage(
  run: (stage: Stage) => Promise<number | undefined>,
  stopped = "Stopped before the end.",
): Promise<number | undefined> {
  const { asked } = listenForStop();
  const stage = new Stage(asked);
  const stop = async () => {
    await aborted(asked);
    throw new CommandFailure(stopped);
  };
  try {
    return await Promise.race([run(stage), stop()]);
  } finally {
    await stage.close();
  }
}

/** Starts servers, and keeps track of them. */
export class Stage {
  readonly #root = mkdtempSync(join(tmpdir(), "masking-vault-bench-"));
  readonly #signal: AbortSignal;
  readonly #running = new Set<Server>();
  readonly #bundles = new Map<string, Promise<string>>();
  readonly #others: Stoppable[] = [];
  #folders = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Start a server, on new data unless `data` is given. */
  async start(kind: Kind, data: Data = this.#newData()): Promise<Server> {
    const server = kind === "product" ? await this.#service(data) : await this.#workerd(kind, data);
    const remembered = {
      ...server,
      data,
      stop: async () => {
        this.#running.delete(remembered);
        await server.stop();
      },
    };
    this.#running.add(remembered);
    return remembered;
  }

  /** Start the product with its own settings on new data. */
  startProduct(settings: Readonly<Record<string, string>>): Promise<Server> {
    return this.start("product", { ...this.#newData(), settings });
  }

  async onCopy<T>(kind: Kind, { folder, secrets }: Data, run: (server: Server) => Promise<T>) {
    const copy = { ...this.#newData(), secrets };
    cpSync(folder, copy.folder, { recursive: true });
    const server = await this.start(kind, copy);
    try {
      return await run(server);
    } finally {
      await server.stop();
      rmSync(copy.folder, { recursive: true, force: true });
    }
  }

  /** Also stop something else at the end, in reverse order. */
  stopAtEnd<T extends Stoppable>(it: T): T {
    this.#others.push(it);
    return it;
  }

  /** Folder of a bundle of the product, built if needed. */
  async bundle(kind: BuildKind): Promise<string> {
    return (await buildWorker(kind, this.#signal)).folder;
  }

  /** Stop everything that still runs, and remove all folders. */
  async close(): Promise<void> {
    for (const it of this.#others.toReversed()) await it.stop();
    await Promise.allSettled([...this.#running].map((server) => server.stop()));
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 20 });
  }

  #newData(): Data {
    this.#folders += 1;
    return { folder: join(this.#root, `data-${this.#folders}`), secrets: generateSecrets() };
  }

  async #service({ folder, secrets, settings }: Data): Promise<Omit<Server, "data">> {
    await this.bundle("release");
    const service = await startService(folder, { ...settings, ...secrets }, this.#signal);
    return {
      port: Number(new URL(service.url).port),
      pid: readRecord(folder)?.workerd?.pid ?? 0,
      stop: () => (service.hasEnded() ? Promise.resolve() : service.stop()),
    };
  }

  /** workerd with the configuration of serve, but without serve. */
  async #workerd(kind: "inside" | "floor", data: Data): Promise<Omit<Server, "data">> {
    const bundleFolder = await this.#bundled(kind);
    const configPath =
      kind === "floor"
        ? writeFloorConfig(bundleFolder, data.folder, HEAP_MB)
        : writeWorkerdConfig({
            bundleFolder,
            dataDir: data.folder,
            ledgerDir: null,
            address: "127.0.0.1:0",
            heapMb: HEAP_MB,
            settings: readServiceSettings({}),
          });
    const workerd = await startWorkerd(configPath, { cwd: data.folder, env: { ...data.secrets } });
    const port = await Promise.race([workerd.port, workerd.program.exited]);
    if (typeof port !== "number") {
      throw new CommandFailure(`A worker of the benchmark did not start.\n${workerd.stderr()}`);
    }
    const { pid, stop } = workerd.program;
    return { port, pid, stop: () => stop(STOP_PATIENCE_MS) };
  }

  #bundled(kind: "inside" | "floor"): Promise<string> {
    const folder = join(this.#root, `bundle-${kind}`);
    const source = {
      inside: [join(PROJECT_ROOT, "bench/inside/index.ts")],
      floor: ["--config", join(PROJECT_ROOT, "bench/floor/wrangler.toml")],
    }[kind];
    const known = this.#bundles.get(kind) ?? bundleInto(folder, source).then(() => folder);
    this.#bundles.set(kind, known);
    return known;
  }
}

// Configuration of the floor worker, in the style of the product's.

/** Copy the bundle to a data folder and write its configuration; returns the path of the latter. */
function writeFloorConfig(bundleFolder: string, dataDir: string, heapMb: number): string {
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
