// The image's layers above the system, and its configuration for an engine.

import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROJECT_ROOT, runTool } from "../cli/tool.ts";
import { writePackage } from "../package/contents.ts";
import { installedWorkerd } from "../serve/workerd-process.ts";
import { DATA, USER } from "./system.ts";

const HOME = "opt/masking-vault";
const NODE = "usr/local/bin/node";
const PROGRAM = "usr/local/bin/masking-vault";
const PORT = 8787;
const SECOND = 1e9;

/** Write the Node that runs this command into a folder. */
export function writeNode(folder: string): void {
  copyInto(process.execPath, join(folder, NODE));
  const home = dirname(dirname(realpathSync(process.execPath)));
  const licences = [home, join(home, "node_modules", `node-linux-${process.arch}`)]
    .map((dir) => join(dir, "LICENSE"))
    .filter((path) => existsSync(path));
  for (const licence of licences) copyInto(licence, join(folder, "usr/share/doc/node/LICENSE"));
}

/** Write workerd into a folder, where npm would install it for the package. */
export function writeWorkerd(folder: string): void {
  const binary = installedWorkerd().default;
  const modules = join(PROJECT_ROOT, "node_modules");
  const platform = dirname(dirname(binary.slice(modules.length + 1)));
  for (const name of new Set(["workerd/package.json", "workerd/lib", platform])) {
    copyInto(join(modules, name), join(folder, HOME, "node_modules", name));
  }
}

/** Write the package and a start script into a folder. */
export async function writeService(folder: string): Promise<void> {
  mkdirSync(join(folder, HOME), { recursive: true });
  await writePackage(join(folder, HOME));
  const program = join(folder, PROGRAM);
  mkdirSync(dirname(program), { recursive: true });
  // The program's own first line needs `env`, which the image does not have.
  writeFileSync(program, `#!/bin/sh\nexec /${NODE} /${HOME}/bin/masking-vault.js "$@"\n`);
  chmodSync(program, 0o755);
}

/** The image's configuration: user, command, data folder, health check and stop signal. */
export function imageConfig(labels: Readonly<Record<string, string>>): object {
  const ready = `fetch("http://127.0.0.1:${PORT}/readyz").then((a)=>process.exit(a.ok?0:1),()=>process.exit(1))`;
  return {
    User: `${USER}:${USER}`,
    ExposedPorts: { [`${PORT}/tcp`]: {} },
    Env: ["PATH=/usr/local/bin:/usr/bin:/bin"],
    Entrypoint: ["/usr/bin/tini", "--", `/${PROGRAM}`],
    // A folder inside the volume: an engine may own the volume itself, and the service needs its folder to be its own.
    Cmd: [
      ...["serve", "--host", "0.0.0.0", "--port", String(PORT)],
      ...["--data", `${DATA}/vault`, "--env-file", "/run/secrets/vault.env"],
    ],
    Volumes: { [DATA]: {} },
    WorkingDir: DATA,
    Labels: labels,
    StopSignal: "SIGTERM",
    // Used by Docker and Podman; Kubernetes has its own probes.
    Healthcheck: {
      Test: ["CMD", `/${NODE}`, "-e", ready],
      ...{ Interval: 10 * SECOND, Timeout: 3 * SECOND, StartPeriod: 20 * SECOND, Retries: 3 },
    },
  };
}

/** This clone's revision, marked when files were changed since, and the time of its commit; 1970 without git. */
export async function readRevision(): Promise<{ revision: string; created: Date }> {
  const git = async (...args: string[]) => {
    const { code, stdout } = await runTool(["git", ...args], { output: "capture" });
    return code === 0 ? stdout.trim() : "";
  };
  const revision = await git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*");
  const seconds = Number(await git("log", "-1", "--format=%ct"));
  return { revision, created: new Date(seconds * 1000) };
}

function copyInto(from: string, to: string): void {
  cpSync(from, to, { recursive: true, dereference: true });
}
