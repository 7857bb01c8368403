// Runs in its own thread: sends cheap requests over its own connection, one after the other, and records the
// longest wait. On Linux this is the CPU time that workerd's only thread has used meanwhile, not elapsed
// time, so other programs on the machine do not increase it.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** Address of the service, and process id of workerd. */
const { url, pid } = workerData as { url: string; pid: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds of CPU time of workerd's main thread (proc(5), `schedstat`); elsewhere elapsed time. */
function timeSpent(): number {
  if (process.platform !== "linux") return performance.now();
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e6;
}

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${url}/nothing-here`, { agent }, (response) => {
      response.resume().once("end", resolve);
    }).once("error", reject);
  });
}

let longest = 0;
parentPort?.on("message", () => {
  parentPort?.postMessage(longest);
  longest = 0;
});

for (;;) {
  const began = timeSpent();
  await ask();
  longest = Math.max(longest, timeSpent() - began);
  await new Promise((resolve) => setTimeout(resolve, 1));
}
