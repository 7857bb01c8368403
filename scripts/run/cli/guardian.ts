// Starts a program that cannot outlive us.
//
// A process killed with SIGKILL cannot clean up, so another process has to notice. The cheapest one is a
// /bin/sh (about 1 MB, no start-up time) between us and the program. Its stdin is a pipe that only we hold
// open: when we end, for whatever reason, a reader on that pipe gets end of file and kills the whole process
// group, immediately and before any process id could be reused. The group is a session of its own, so Ctrl-C
// in the terminal reaches only us, and we decide how to stop. If the shell dies, we see its exit. Reader and
// shell are two processes: no single SIGKILL disables both.

import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** How a guarded program ended: its exit code, or the signal that killed it. */
export type ProgramExit = { code: number | null; signal: string | null };

/** A running program that dies with us. */
export type GuardedProgram = {
  /** The program's own process id. */
  pid: number;
  /** Resolves when the program (or its guardian) has ended. Never rejects. */
  exited: Promise<ProgramExit>;
  /** Sends SIGTERM, then SIGKILL to the whole group after `patienceMs` milliseconds or when `hurry` fires. */
  stop(patienceMs: number, hurry?: AbortSignal): Promise<void>;
  /** Sends SIGKILL to the program and everything it started. */
  kill(): void;
};

type GuardOptions = {
  cwd: string;
  env: NodeJS.ProcessEnv;
  onStderr?: (text: string) => void;
  /** Called for each line that the program writes to descriptor 4. */
  onControl?: (line: string) => void;
};

const KILL_PATIENCE_MS = 1000;

// fd 3 reports the program's id to us, fd 4 is the program's control channel, fd 5 is our stdin pipe. No core
// files: they would contain secrets and plaintext. Files that the program creates are for this user only.
const GUARDIAN_SCRIPT = `
ulimit -c 0
umask 077
exec 5<&0 0</dev/null
"$@" 3>&- 5<&- &
program=$!
{ read -r line <&5; kill -KILL 0; } 1>/dev/null 2>&1 3>&- 4>&- &
reader=$!
echo "$program" >&3
exec 3>&- 4>&- 5<&-
wait "$program"
status=$?
kill -KILL "$reader"
exit "$status"
`;

/** Start a program with a guardian. */
export async function spawnGuarded(
  command: [string, ...string[]],
  options: GuardOptions,
): Promise<GuardedProgram> {
  const guardian = spawn("/bin/sh", ["-c", GUARDIAN_SCRIPT, "guardian", ...command], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ["pipe", "inherit", options.onStderr ? "pipe" : "inherit", "pipe", "pipe"],
  });
  guardian.stdin?.on("error", () => {});
  const exited = new Promise<ProgramExit>((resolve) => {
    guardian.once("error", () => resolve({ code: 127, signal: null }));
    guardian.once("exit", (code, signal) => resolve(decodeExit(code, signal)));
  });
  guardian.stderr?.setEncoding("utf8").on("data", (text: string) => options.onStderr?.(text));
  readLines(guardian, 4, (line) => options.onControl?.(line));
  let isOver = false;
  const kill = () => {
    if (!isOver && guardian.pid) signalProcess(-guardian.pid, "SIGKILL");
  };
  // If only the shell was killed, the program is still running: kill the rest of the group.
  void exited.then(() => {
    kill();
    isOver = true;
  });
  const pid = await new Promise<number>((resolve) => {
    readLines(guardian, 3, (line) => resolve(Number(line)));
    void exited.then(() => resolve(0));
  });
  const stop = async (patienceMs: number, hurry?: AbortSignal) => {
    if (!isOver) signalProcess(pid, "SIGTERM");
    const patience = sleep(patienceMs, undefined, hurry ? { signal: hurry } : {}).catch(() => {});
    await Promise.race([exited, patience]);
    // The program alone first: then the guardian reaps it and exits, and the group is killed last.
    if (!isOver) signalProcess(pid, "SIGKILL");
    await Promise.race([exited, sleep(KILL_PATIENCE_MS)]);
    kill();
    await exited;
  };
  return { pid, exited, stop, kill };
}

function readLines(child: ChildProcess, descriptor: 3 | 4, onLine: (line: string) => void): void {
  const stream = child.stdio[descriptor];
  if (!stream || !("setEncoding" in stream)) return;
  stream.on("error", () => {});
  createInterface({ input: stream }).on("line", onLine);
}

/** Shells report a program killed by signal n as exit code 128 + n. */
function decodeExit(code: number | null, signal: string | null): ProgramExit {
  const [name] = Object.entries(constants.signals).find(([, number]) => 128 + number === code) ?? [
    signal,
  ];
  return name === null ? { code, signal: null } : { code: null, signal: name };
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  // Pid 0 means that the program never started; kill(0) would signal our own group.
  if (pid === 0) return;
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}
