// Runs workerd again and again: starts it, waits until it serves, then until it is asked to stop or dies.
// After a death it is started again, unless it never served in its first run: then the start fails. The front
// keeps callers' connections meanwhile.

import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pause } from "../cells/pause.ts";
import { CommandFailure, EXIT, reasonOf } from "../cli/command.ts";
import type { ProgramExit } from "../cli/guardian.ts";
import { waitUntilHealthy } from "../cli/health.ts";
import { identify, isAlive } from "../cli/process-identity.ts";
import { count, countOf, seconds } from "../cli/report.ts";
import { aborted, type StopRequests } from "../cli/stop-requests.ts";
import type { Secrets } from "../secrets.ts";
import { bringAlarmsForward } from "./alarm-list.ts";
import { clockSetBack } from "./clock-watch.ts";
import type { HeldFolders } from "./data-lock.ts";
import { descriptorLimit } from "./descriptors.ts";
import type { Front } from "./front.ts";
import type { Places } from "./object-files.ts";
import type { ServeOptions } from "./options.ts";
import type { Restarts } from "./restarts.ts";
import { startWorkerd, type Workerd } from "./workerd-process.ts";

const START_PATIENCE_MS = 20_000;
const POLL_MS = 10;
/** How long a runtime whose socket was removed may finish its answers. Callers wait longer than that for the next one. */
const LAST_ANSWERS_MS = 5_000;

/** What running workerd needs beside its options. */
export type SuperviseInput = {
  options: ServeOptions;
  /** Prefix of messages: names one of several runtimes. */
  label: string;
  places: Places;
  configPath: string;
  /** Path of the socket that it listens on, as configured. */
  socket: string;
  /** The front that accepts connections for that socket, at `url`. */
  front: Front;
  url: string;
  secrets: Secrets & Readonly<Record<string, string>>;
  lock: HeldFolders;
  stop: StopRequests;
  restarts: Restarts;
  /** Tells when the runtime is to stop for a while. */
  pause: Pause;
  /** Called when it serves for the first time. */
  onServing: () => void;
};

/** Run workerd until asked to stop, and restart it when it dies. Fails when it does not start, or no longer comes up. */
export async function supervise(input: SuperviseInput): Promise<void> {
  const { restarts, label, pause, stop } = input;
  for (let isFirst = true; ; isFirst = false) {
    const began = performance.now();
    const death = await runOnce(input, isFirst);
    if (death === null) return;
    let isPaused = death === "paused";
    if (death !== "paused") {
      const lived = performance.now() - began;
      const wait = restarts.died(lived, death.hasServed);
      if (wait === null) throw new CommandFailure(`${death.reason} Given up after many tries.`);
      input.lock.update({ state: "starting", workerd: null });
      console.error(
        `${label}${death.reason} It had run for ${seconds(lived)}. ` +
          `Starting it again in ${seconds(wait)} (${countOf(restarts.count, "restart")} so far).`,
      );
      // A runtime that never serves could not be paused otherwise, and a move would wait for it for ever.
      const next = await Promise.race([sleep(wait), aborted(stop.asked), pause.wanted()]);
      isPaused = next === "paused";
    }
    if (isPaused && !stop.asked.aborted) await Promise.race([pause.rest(), aborted(stop.asked)]);
    if (stop.asked.aborted) return;
  }
}

/** Start accepting connections; returns the service's address. */
export async function listen(front: Front, { host, port }: ServeOptions): Promise<string> {
  try {
    return `http://${toAddress(host, await front.listen(host, port))}`;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new CommandFailure(
        `Port ${port} on ${host} is in use. Choose another with --port (0 takes a free one).`,
        EXIT.portInUse,
      );
    }
    throw new CommandFailure(`Cannot listen on ${toAddress(host, port)}: ${reasonOf(error)}`);
  }
}

type RuntimeEnd = { reason: string; hasServed: boolean };

/** Run workerd once. Null after a requested stop, else how it died. Fails when it is the first run and never served. */
async function runOnce(
  input: SuperviseInput,
  isFirst: boolean,
): Promise<RuntimeEnd | "paused" | null> {
  const { options, places, configPath, socket, front, url, secrets, lock, stop } = input;
  // The previous run left the socket, and the next could not bind to it.
  rmSync(socket, { force: true });
  const workerd = await startWorkerd(configPath, {
    cwd: options.dataDir,
    // Only the configured variables, nothing else of our environment. SQLITE_TMPDIR, because SQLite's
    // temporary copies of pages go to /var/tmp by default, which may be on another, unencrypted disk.
    env: { ...secrets, RESTARTS: String(input.restarts.count), SQLITE_TMPDIR: places.Vault },
    onStderr: (text) => process.stderr.write(text),
  });
  const { program } = workerd;
  const ended = new AbortController();
  // From here on: a clock is mostly set soon after boot, while a service starts.
  const setBack = clockSetBack(ended.signal);
  const identity = identify(program.pid);
  const orderlyStop = async () => {
    lock.update({ state: "stopping" });
    front.refuse();
    const deadline = performance.now() + options.drainSeconds * 1000;
    await program.stop(options.drainSeconds * 1000, stop.hurry);
    await front.close(deadline, stop.hurry);
    return null;
  };
  lock.update({ workerd: identity });
  try {
    const isServing = await untilServing(workerd, input);
    if (!isServing) return await orderlyStop();
    lock.update({ state: "running", url });
    if (isFirst) input.onServing();
    else console.error(`${input.label}masking-vault serves again on ${url}`);
    const gone = front.untilGone(socket);
    const paused = input.pause.wanted();
    const exit = await Promise.race([program.exited, aborted(stop.asked), gone, paused, setBack]);
    if (exit === "paused") {
      await program.stop(options.drainSeconds * 1000, stop.hurry);
      return "paused";
    }
    if (exit === "gone") {
      await program.stop(LAST_ANSWERS_MS, stop.hurry);
      return { reason: `The socket of workerd, ${socket}, was removed.`, hasServed: true };
    }
    if (typeof exit === "number") {
      await program.stop(LAST_ANSWERS_MS, stop.hurry);
      bringAlarmsForward(places, true);
      return { reason: `The clock was set back by ${seconds(exit)}.`, hasServed: true };
    }
    if (exit) {
      return { reason: describeExit(exit, workerd.stderr(), options.heapMb), hasServed: true };
    }
    return await orderlyStop();
  } catch (error) {
    if (isFirst) throw error;
    return { reason: reasonOf(error), hasServed: false };
  } finally {
    ended.abort();
    program.kill();
    await program.exited;
    // The guardian may have ended first. Two runtimes on one folder would damage it.
    while (program.pid !== 0 && isAlive(identity)) await sleep(POLL_MS);
  }
}

/** True once /healthz answers 200, false when asked to stop before that. */
async function untilServing(
  { program, port, stderr }: Workerd,
  { options, socket, url, stop: { asked } }: SuperviseInput,
): Promise<boolean> {
  const hasFailed = (exit: ProgramExit) =>
    new CommandFailure(
      `${describeExit(exit, stderr(), options.heapMb)} It never came up; see its messages above.`,
    );
  const listening = await Promise.race([port, program.exited, aborted(asked)]);
  if (listening === undefined) return false;
  if (typeof listening !== "number") throw hasFailed(listening);
  const unhealthy = await Promise.race([
    waitUntilHealthy(url, START_PATIENCE_MS, asked, socket),
    program.exited,
  ]);
  if (asked.aborted) return false;
  if (unhealthy === null) return true;
  if (typeof unhealthy !== "string") throw hasFailed(unhealthy);
  throw new CommandFailure(
    `workerd runs, but GET /healthz did not answer 200 within ${START_PATIENCE_MS / 1000} s. Last answer: ${unhealthy}`,
  );
}

function describeExit({ code, signal }: ProgramExit, stderr: string, heapMb: number): string {
  // A shell's exit code for a program that cannot run, for example for lack of its loader; or the loader's own message.
  if (code === 126 || code === 127 || /GLIBC_[\d.]+' not found/.test(stderr)) {
    return "workerd cannot run on this machine: on Linux it needs glibc 2.35 or newer, and musl will not do.";
  }
  const how = signal ? `was ended by ${signal}` : `ended by itself with exit code ${code}`;
  return `workerd ${how}.${reasonIn(stderr, heapMb)}`;
}

/** The reason of its death, where its last output shows it. */
function reasonIn(stderr: string, heapMb: number): string {
  // Printed by V8 before it aborts.
  if (/last few gcs|heap out of memory/i.test(stderr)) {
    return ` It reached its heap bound of ${heapMb} MB; see --heap-mb.`;
  }
  if (!/too many open files/i.test(stderr)) return "";
  return ` It reached the limit of ${count(descriptorLimit())} open files (ulimit -Hn).`;
}

function toAddress(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
