// Runs in a thread of its own: asks the service for what costs nothing, over and over, from a connection of its own, and
// notes how long it was kept waiting. On Linux that is the time that workerd's one thread has spent computing meanwhile,
// not what passed on the clock: other programs on the machine make it no longer.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** Where the service is, and the process of its thread. */
const { url, pid } = workerData as { url: string; pid: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds that workerd's main thread has computed (proc(5), `schedstat`), or that have passed. */
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
