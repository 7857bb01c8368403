// npm run serve: the service on one machine, as one guarded workerd process with its state in a folder.

import { buildWorker } from "./build/bundle.ts";
import { CommandFailure, EXIT, runCommand } from "./cli/command.ts";
import { listenForStop, type StopRequests } from "./cli/stop-requests.ts";
import { readEnvFile, requireSecrets } from "./secrets/check.ts";
import { HeldFolders } from "./serve/held-folders.ts";
import { readServeOptions, type ServeOptions } from "./serve/options.ts";
import { choosePlaces, requireRegistry } from "./serve/registry-place.ts";
import { requireFinishedRestore } from "./serve/restore-marker.ts";
import { supervise } from "./serve/supervise.ts";
import { writeWorkerdConfig } from "./serve/workerd-config.ts";

const DEFAULT_RETENTION_HOURS = "24";
const MAX_RETENTION_HOURS = 24 * 365;

await runCommand(async () => {
  const options = readServeOptions(process.argv.slice(2));
  if (options === null) return EXIT.ok;
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
  const { RESULT_RETENTION_HOURS: hours = DEFAULT_RETENTION_HOURS } = env;
  const retentionHours = checkRetention(hours);
  const places = choosePlaces(options.dataDir, options.ledgerDir);
  const lock = await HeldFolders.acquire(places);
  try {
    requireFinishedRestore(places);
    requireRegistry(places);
    const bundle = await buildWorker(options.isTestBuild ? "test" : "release", stop.asked);
    const { dataDir, ledgerDir, host, port, heapMb } = options;
    const bundleFolder = bundle.folder;
    const configPath = writeWorkerdConfig({
      bundleFolder,
      dataDir,
      ledgerDir,
      host,
      port,
      heapMb,
      retentionHours,
    });
    await supervise({ options, configPath, secrets, lock, stop });
  } finally {
    lock.release();
  }
}

function checkRetention(text: string): string {
  const hours = /^\d+$/.test(text) ? Number(text) : 0;
  if (hours >= 1 && hours <= MAX_RETENTION_HOURS) return text;
  throw new CommandFailure(
    `RESULT_RETENTION_HOURS must be a whole number of hours from 1 to ${MAX_RETENTION_HOURS}.`,
    EXIT.usage,
  );
}
