// npm run serve: runs the service on one machine, as guarded workerd processes with their state in a folder.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildWorker } from "../run/build/bundle.ts";
import { cellPlaces, noteCells, planCells, requireCells } from "../run/cells/folders.ts";
import { finishMove } from "../run/cells/move.ts";
import { Pause } from "../run/cells/pause.ts";
import { type Cell, SeveralCells } from "../run/cells/several-cells.ts";
import { CommandFailure, runCommand } from "../run/cli/command.ts";
import { listenForStop, type StopRequests } from "../run/cli/stop-requests.ts";
import { readEnvFile, readMetricsKey, requireSecrets } from "../run/secrets.ts";
import { bringAlarmsForward, renewAlarms } from "../run/serve/alarm-list.ts";
import { BadCredentials } from "../run/serve/bad-credentials.ts";
import { HeldFolders } from "../run/serve/data-lock.ts";
import {
  availableMemory,
  descriptorLimit,
  planDescriptors,
  printPlan,
} from "../run/serve/descriptors.ts";
import { Front, socketPath } from "../run/serve/front.ts";
import { readModelKeys } from "../run/serve/model-upstreams.ts";
import { readCallbackSecret } from "../run/serve/named-addresses.ts";
import type { Places } from "../run/serve/object-files.ts";
import { readServeOptions, readServiceSettings, type ServeOptions } from "../run/serve/options.ts";
import { writePrivately } from "../run/serve/private-folder.ts";
import { choosePlaces, requireConsistentPlaces } from "../run/serve/registry-place.ts";
import { Restarts } from "../run/serve/restarts.ts";
import { withRootKeyOf } from "../run/serve/root-key-command.ts";
import { listen, type SuperviseInput, supervise } from "../run/serve/supervise.ts";
import { openWay, type WayOut } from "../run/serve/ways-out.ts";
import { writeWorkerdConfig } from "../run/serve/workerd-config.ts";

const CELLS = 1;

await runCommand(async () => {
  const options = readServeOptions();
  const stop = listenForStop();
  try {
    await serve(options, stop);
  } catch (error) {
    // Being asked to stop while still building is not a failure.
    if (!(stop.asked.aborted && error instanceof Error && error.name === "AbortError")) throw error;
  }
});

async function serve(options: ServeOptions, stop: StopRequests): Promise<void> {
  const env = await readEnvironment(options);
  const secrets = requireSecrets(env);
  const keys = readKeys(env, options);
  const settings = readServiceSettings(env);
  const places = choosePlaces(options.dataDir, options.ledgerDir);
  requireCells(places);
  const count = planCells(places, options.cells, CELLS);
  const cells = listCells(places, count);
  const plan = planFor(options, count);
  const several = count === 1 ? null : new SeveralCells(cells, places, secrets);
  const front = frontOf(options, several, plan.connections);
  // A new folder is not created when the port is in use. For an existing one, a process that holds it is reported first.
  const isNew = Object.values(places).some((dir) => !existsSync(dir));
  const early = isNew ? await listen(front, options) : null;
  const locks: HeldFolders[] = [];
  try {
    await holdAll(cells, locks);
    if (planCells(places, options.cells, count) !== count) {
      throw new CommandFailure("The number of cells was changed meanwhile. Start it again.");
    }
    noteCells(places, count);
    const kind = options.isTestBuild ? "test" : "release";
    const { folder: bundleFolder } = await buildWorker(kind, stop.asked);
    // Only now: a bundle built by one user is for all users.
    writePrivately();
    process.chdir(options.dataDir);
    const url = early ?? (await listen(front, options));
    const ways = listWays(options);
    const configPaths = cells.map(({ places: { Vault, Registry }, socket }) =>
      writeWorkerdConfig({
        ...{ ...options, bundleFolder, ways, keyNames: Object.keys(keys) },
        dataDir: Vault,
        ledgerDir: options.ledgerDir === null ? null : Registry,
        address: `unix:${socket}`,
        settings: {
          ...settings,
          ...addressesOf(options),
          MAX_OPEN_NAMESPACES: `${plan.namespaces}`,
        },
      }),
    );
    // Open until this process ends: the runtimes may use them until their last moment.
    for (const way of ways) await openWay(way);
    await several?.listen(stop.asked);
    printPlan(plan, count);
    const failed = new AbortController();
    const asked = AbortSignal.any([stop.asked, failed.signal]);
    const supervised = cells.map(({ socket, label, places }, number) => ({
      options,
      label,
      places,
      configPath: configPaths[number] ?? "",
      socket,
      front,
      url,
      secrets: { ...secrets, ...keys },
      lock: locks[number] as HeldFolders,
      stop: { ...stop, asked },
      restarts: new Restarts(count === 1),
      pause: several?.pauses[number] ?? new Pause(),
    }));
    await superviseAll(supervised, failed, () => printReady(url, options, count));
  } finally {
    several?.end();
    for (const lock of locks) lock.release();
  }
}

function readEnvironment({ envFile, rootKeyCommand }: ServeOptions): Promise<NodeJS.ProcessEnv> {
  const env = envFile === null ? process.env : readEnvFile(envFile, process.env);
  return withRootKeyOf(rootKeyCommand, env);
}

function planFor({ upstreams, recognizers }: ServeOptions, cells: number) {
  const isAsking = upstreams.length + recognizers.length > 0;
  return planDescriptors(descriptorLimit(), availableMemory(), isAsking, cells);
}

function frontOf(
  options: ServeOptions,
  several: SeveralCells | null,
  maxConnections: number,
): Front {
  const badCredentials = new BadCredentials(options.badCredentials);
  if (several === null) return new Front({ paths: [socketPath()], maxConnections, badCredentials });
  return new Front({
    paths: several.paths,
    maxConnections,
    cellOf: several.cellOf,
    badCredentials,
  });
}

/** Lock the folders of all cells, require that the contents of each belong together, and mend their lists of alarms. */
async function holdAll(cells: readonly Cell[], locks: HeldFolders[]): Promise<void> {
  for (const { places } of cells) locks.push(await HeldFolders.acquire(places));
  const [first] = cells;
  if (first !== undefined) finishMove(first.places);
  for (const { places } of cells) {
    requireConsistentPlaces(places);
    for (const line of renewAlarms(places)) console.error(line);
    bringAlarmsForward(places, false);
  }
}

/** Run all cells until they are asked to stop. If one fails at its first start, the others are stopped as well. */
async function superviseAll(
  supervised: Omit<SuperviseInput, "onServing">[],
  failed: AbortController,
  onReady: () => void,
): Promise<void> {
  let serving = 0;
  const onServing = () => {
    serving += 1;
    if (serving === supervised.length) onReady();
  };
  const ended = supervised.map((life) =>
    supervise({ ...life, onServing }).catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const failure = (await Promise.allSettled(ended)).find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

function listCells(places: Places, count: number): Cell[] {
  return Array.from({ length: count }, (_, number) => ({
    places: cellPlaces(places, number),
    socket: number === 0 ? socketPath() : join(`cell-${number}`, socketPath()),
    label: count === 1 ? "" : `cell ${number}: `,
  }));
}

/** Environment variables for the Worker beside its secrets, by name. */
function readKeys(env: NodeJS.ProcessEnv, { upstreams, callbacks }: ServeOptions) {
  const metricsKey = readMetricsKey(env);
  return {
    ...readModelKeys(env, upstreams),
    ...readCallbackSecret(env, callbacks),
    ...(metricsKey === null ? {} : { METRICS_KEY: metricsKey }),
  };
}

/** Ways to the addresses that the operator has named. */
function listWays({ upstreams, callbacks, recognizers }: ServeOptions): WayOut[] {
  const way = (name: string, binding: string, url: URL) => ({
    ...{ name, binding, url },
    socket: socketPath(name),
  });
  return [
    ...upstreams.map(({ api, url }) => way(`llm-${api}`, `LLM_${api.toUpperCase()}`, url)),
    ...callbacks.map(({ name, url }) => way(`callback-${name}`, `CALLBACK_${name}`, url)),
    ...recognizers.map(({ name, url }) => way(`recognizer-${name}`, `RECOGNIZER_${name}`, url)),
  ];
}

/** Addresses at the ends of the ways, as settings of the Worker. */
function addressesOf({ upstreams, callbacks, recognizers }: ServeOptions): Record<string, string> {
  const models = upstreams.map(({ api, url }) => [`LLM_${api.toUpperCase()}_URL`, url.href]);
  const listed = Object.entries({ CALLBACKS: callbacks, RECOGNIZERS: recognizers }).map(
    ([variable, named]) => [
      variable,
      named.map(({ name, url }) => `${name}=${url.href}`).join(" "),
    ],
  );
  return Object.fromEntries([...models, ...listed.filter(([, text]) => text !== "")]);
}

function printReady(url: string, { dataDir, ledgerDir }: ServeOptions, count: number): void {
  const ledger = ledgerDir === null ? "" : `, Registry in ${ledgerDir}`;
  const cells = count === 1 ? "" : `, ${count} cells`;
  console.log(`masking-vault listening on ${url} (data in ${dataDir}${ledger}${cells})`);
}
