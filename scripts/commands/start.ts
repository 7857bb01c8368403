// npm start: runs the development service (`wrangler dev`), with secrets created at the first start.

import { join } from "node:path";
import { CommandFailure, endIfHelpWanted, runCommand } from "../run/cli/command.ts";
import { spawnGuarded } from "../run/cli/guardian.ts";
import { waitUntilHealthy } from "../run/cli/health.ts";
import { aborted, listenForStop } from "../run/cli/stop-requests.ts";
import { PROJECT_ROOT, wranglerCommand, wranglerEnvironment } from "../run/cli/tool.ts";
import { ensureDevVars, firstSteps } from "../run/first-run.ts";
import { closeFolder } from "../run/serve/private-folder.ts";

const HELP = `Run the service for development with wrangler dev, rebuilt when a source file changes.

  npm start                        on http://127.0.0.1:8787
  npm start -- --port 9000         other options of wrangler dev are passed on as well

Makes .dev.vars with random secrets on the first run; keeps its data in .wrangler/state.
Prints curl commands to paste once it is ready. Ctrl-C or SIGTERM stops everything.
For real use: npm run serve (one machine) or npm run deploy (Cloudflare).
Exit codes: 0 stopped as asked, 1 failed, 2 a secret in .dev.vars is missing or weak.`;

const START_PATIENCE_MS = 60_000;
const STOP_PATIENCE_MS = 5000;

await runCommand(async () => {
  const args = process.argv.slice(2);
  endIfHelpWanted(HELP, args);
  const stop = listenForStop();
  if (ensureDevVars()) console.log("Made .dev.vars with fresh random secrets.");
  closeFolder(join(PROJECT_ROOT, ".wrangler", "state"));
  const { ip, port, passedOn } = splitArguments(args);
  const command = ["dev", "--ip", ip, "--port", port, "--show-interactive-dev-session=false"];
  const program = await spawnGuarded(wranglerCommand([...command, ...passedOn]), {
    cwd: PROJECT_ROOT,
    env: wranglerEnvironment(),
  });
  const outcome = await Promise.race([
    aborted(stop.asked),
    program.exited,
    guide(`http://${ip}:${port}`, stop.asked).then(() => program.exited),
  ]);
  await program.stop(STOP_PATIENCE_MS, stop.hurry);
  if (outcome && !stop.asked.aborted) {
    throw new CommandFailure(`wrangler dev ended by itself (${outcome.signal ?? outcome.code}).`);
  }
});

/** Print the first steps once the service answers. */
async function guide(url: string, signal: AbortSignal): Promise<void> {
  const unhealthy = await waitUntilHealthy(url, START_PATIENCE_MS, signal);
  if (signal.aborted) return;
  if (unhealthy === null) console.log(firstSteps(url));
  else console.error(`GET ${url}/healthz does not answer 200 yet. Last answer: ${unhealthy}`);
}

/** Address and port, with our defaults; all other arguments go to wrangler dev unchanged. */
function splitArguments(args: string[]): { ip: string; port: string; passedOn: string[] } {
  const found = { ip: "127.0.0.1", port: "8787", passedOn: [] as string[] };
  for (let i = 0; i < args.length; i++) {
    const [, name, inline] = /^--(ip|port)(?:=(.*))?$/.exec(args[i] ?? "") ?? [];
    if (name === "ip" || name === "port") found[name] = inline ?? args[++i] ?? "";
    else found.passedOn.push(args[i] ?? "");
  }
  return found;
}
