// Everything the benchmark starts and writes: servers, bundles and folders, all gone at the end.

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWorker, bundleInto } from "../../run/build/bundle.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import { generateSecrets, type Secrets } from "../../run/secrets.ts";
import { readRecord } from "../../run/serve/data-lock.ts";
import { readServiceSettings } from "../../run/serve/options.ts";
import { startService } from "../../run/serve/service-process.ts";
import { writeWorkerdConfig } from "../../run/serve/workerd-config.ts";
import { launch, writeFloorConfig } from "./workerd.ts";

/** As serve's default. */
const HEAP_MB = 512;

/** A folder with the product's data, and the secrets that open it. */
export interface ProductData {
  readonly folder: string;
  readonly secrets: Secrets;
}

/** A running server. */
export interface Server {
  readonly port: number;
  /** Of workerd. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** A running product. */
export type ProductServer = Server & ProductData;

/** Starts servers and remembers them. */
export class Stage {
  readonly #root = mkdtempSync(join(tmpdir(), "masking-vault-bench-"));
  readonly #signal: AbortSignal;
  readonly #running = new Set<Server>();
  readonly #bundles = new Map<string, Promise<string>>();
  #folders = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** A path for data, where nothing is yet. */
  newFolder(): string {
    this.#folders += 1;
    return join(this.#root, `data-${this.#folders}`);
  }

  /** Data of a product that was never started. */
  newData(): ProductData {
    return { folder: this.newFolder(), secrets: generateSecrets() };
  }

  /** A copy of a stopped product's data. */
  copyOf({ folder, secrets }: ProductData): ProductData {
    return { folder: this.copyFolder(folder), secrets };
  }

  /** A copy of a stopped server's folder. */
  copyFolder(folder: string): string {
    const copy = this.newFolder();
    cpSync(folder, copy, { recursive: true });
    return copy;
  }

  /** Remove a stopped server's folder. */
  remove(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
  }

  /** The product under serve. */
  async product(data: ProductData = this.newData()): Promise<ProductServer> {
    await this.release();
    const service = await startService(data.folder, data.secrets, this.#signal);
    const server = {
      port: Number(new URL(service.url).port),
      pid: readRecord(data.folder)?.workerd?.pid ?? 0,
      stop: () => (service.hasEnded() ? Promise.resolve() : service.stop()),
    };
    return { ...data, ...this.#remember(server) };
  }

  /** The product with serve's configuration, but without serve: nothing has asked it anything yet. */
  async freshProduct(data: ProductData): Promise<ProductServer> {
    return { ...data, ...(await this.#configured(await this.release(), data)) };
  }

  /** The product with a door for the benchmark (bench/inside). */
  async inside(data: ProductData = this.newData()): Promise<ProductServer> {
    const folder = await this.#bundled("inside", [join(PROJECT_ROOT, "bench/inside/index.ts")]);
    return { ...data, ...(await this.#configured(folder, data)) };
  }

  /** The floor worker (bench/floor). */
  async floor(folder: string = this.newFolder()): Promise<Server & { readonly folder: string }> {
    const toml = join(PROJECT_ROOT, "bench/floor/wrangler.toml");
    const bundled = await this.#bundled("floor", ["--config", toml]);
    const workerd = await launch(writeFloorConfig(bundled, folder, HEAP_MB), folder, {});
    return { folder, ...this.#remember(workerd) };
  }

  /** Folder of the product's release bundle. */
  async release(): Promise<string> {
    return (await buildWorker("release", this.#signal)).folder;
  }

  /** Stop what still runs and remove all folders. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#running].map((server) => server.stop()));
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 20 });
  }

  async #configured(bundleFolder: string, { folder, secrets }: ProductData): Promise<Server> {
    const configPath = writeWorkerdConfig({
      bundleFolder,
      dataDir: folder,
      ledgerDir: null,
      host: "127.0.0.1",
      port: 0,
      heapMb: HEAP_MB,
      settings: readServiceSettings({}),
    });
    return this.#remember(await launch(configPath, folder, { ...secrets }));
  }

  #bundled(name: string, args: string[]): Promise<string> {
    const folder = join(this.#root, `bundle-${name}`);
    const known = this.#bundles.get(name) ?? bundleInto(folder, args).then(() => folder);
    this.#bundles.set(name, known);
    return known;
  }

  #remember(server: Server): Server {
    const remembered = {
      port: server.port,
      pid: server.pid,
      stop: async () => {
        this.#running.delete(remembered);
        await server.stop();
      },
    };
    this.#running.add(remembered);
    return remembered;
  }
}
