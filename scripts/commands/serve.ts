// npm run serve: the service on one machine, as one guarded workerd process with its state in a folder.

import { existsSync } from "node:fs";
import { buildWorker } from "../run/build/bundle.ts";
import { EXIT, runCommand } from "../run/cli/command.ts";
import { listenForStop, type StopRequests } from "../run/cli/stop-requests.ts";
import { readEnvFile, requireSecrets } from "../run/secrets.ts";
import { HeldFolders } from "../run/serve/data-lock.ts";
import {
  availableMemory,
  descriptorLimit,
  planDescriptors,
  tellPlan,
} from "../run/serve/descriptors.ts";
import { Front, socketPath } from "../run/serve/front.ts";
import { keyName, openWayTo, readModelKeys } from "../run/serve/model-upstreams.ts";
import { readServeOptions, readServiceSettings, type ServeOptions } from "../run/serve/options.ts";
import { writePrivately } from "../run/serve/private-folder.ts";
import { choosePlaces, requireConsistent } from "../run/serve/registry-place.ts";
import { listen, supervise } from "../run/serve/supervise.ts";
import { writeWorkerdConfig } from "../run/serve/workerd-config.ts";

await runCommand(async () => {
  const options = readServeOptions();
  const stop = listenForStop();
  try {
    await serve(options, stop);
  } catch (error) {
    // Asked to stop while still building: that is no failure.
    if (!(stop.asked.aborted && error instanceof Error && error.name === "AbortError")) throw error;
  }
  return EXIT.ok;
});

async function serve(options: ServeOptions, stop: StopRequests): Promise<void> {
  const env = options.envFile ? readEnvFile(options.envFile, process.env) : process.env;
  const secrets = requireSecrets(env);
  const keys = readModelKeys(env, options.upstreams);
  const settings = readServiceSettings(env);
  const places = choosePlaces(options.dataDir, options.ledgerDir);
  const plan = planDescriptors(descriptorLimit(), availableMemory(), options.upstreams.length > 0);
  const socket = socketPath();
  const front = new Front(socket, plan.connections);
  // Where the port is in use no folder is to be left behind; who holds one that is there is told of first.
  const isNew = Object.values(places).some((dir) => !existsSync(dir));
  const early = isNew ? await listen(front, options) : null;
  const lock = await HeldFolders.acquire(places);
  try {
    requireConsistent(places);
    const kind = options.isTestBuild ? "test" : "release";
    const { folder: bundleFolder } = await buildWorker(kind, stop.asked);
    // Not before: a bundle that one user has made is for all.
    writePrivately();
    process.chdir(options.dataDir);
    const url = early ?? (await listen(front, options));
    const ways = options.upstreams.map((upstream) => ({
      upstream,
      socket: socketPath(upstream.api),
      hasKey: keyName(upstream.api) in keys,
    }));
    const configPath = writeWorkerdConfig({
      ...options,
      bundleFolder,
      address: `unix:${socket}`,
      ways,
      settings: { ...settings, MAX_OPEN_NAMESPACES: String(plan.namespaces) },
    });
    // They end with this process: whatever runs in the runtime until then may still ask.
    for (const way of ways) await openWayTo(way.upstream, way.socket);
    tellPlan(plan);
    await supervise({
      options,
      configPath,
      socket,
      front,
      url,
      secrets: { ...secrets, ...keys },
      lock,
      stop,
    });
  } finally {
    lock.release();
  }
}
