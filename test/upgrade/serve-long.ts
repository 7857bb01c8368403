// `npm run serve` as it is, but results of jobs are kept for a century: serve itself takes a year at most, the
// Worker takes any number of hours. A kept folder is served for longer than a year.

import { buildWorker } from "../../scripts/run/build/bundle.ts";
import { Pause } from "../../scripts/run/cells/pause.ts";
import { EXIT, runCommand } from "../../scripts/run/cli/command.ts";
import { listenForStop } from "../../scripts/run/cli/stop-requests.ts";
import { requireSecrets } from "../../scripts/run/secrets.ts";
import { HeldFolders } from "../../scripts/run/serve/data-lock.ts";
import { Front, socketPath } from "../../scripts/run/serve/front.ts";
import { readServeOptions, readServiceSettings } from "../../scripts/run/serve/options.ts";
import { choosePlaces } from "../../scripts/run/serve/registry-place.ts";
import { Restarts } from "../../scripts/run/serve/restarts.ts";
import { listen, supervise } from "../../scripts/run/serve/supervise.ts";
import { writeWorkerdConfig } from "../../scripts/run/serve/workerd-config.ts";

const CENTURY_HOURS = 24 * 36_500;

await runCommand(async () => {
  const options = readServeOptions();
  const stop = listenForStop();
  const secrets = requireSecrets(process.env);
  const places = choosePlaces(options.dataDir, options.ledgerDir);
  const lock = await HeldFolders.acquire(places);
  try {
    const { folder: bundleFolder } = await buildWorker("release", stop.asked);
    const settings = { ...readServiceSettings({}), RESULT_RETENTION_HOURS: String(CENTURY_HOURS) };
    const socket = socketPath();
    const address = `unix:${socket}`;
    const configPath = writeWorkerdConfig({ ...options, bundleFolder, address, settings });
    process.chdir(options.dataDir);
    const front = new Front({ paths: [socket], maxConnections: 100 });
    const url = await listen(front, options);
    await supervise({
      options,
      label: "",
      places,
      configPath,
      socket,
      front,
      url,
      secrets,
      lock,
      stop,
      restarts: new Restarts(),
      pause: new Pause(),
      onServing: () => console.log(`masking-vault listening on ${url} (${options.dataDir})`),
    });
  } finally {
    lock.release();
  }
  return EXIT.ok;
});
