// A program whose npm was killed, and a signal that follows immediately.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { waitFor } from "../../support/node/run-script.ts";

const PROGRAM = `
  const { listenForStop } = await import(${JSON.stringify(join(PROJECT_ROOT, "scripts/run/cli/stop-requests.ts"))});
  const { asked, hurry } = listenForStop();
  asked.addEventListener("abort", () => console.log("asked"));
  hurry.addEventListener("abort", () => { console.log("hurry"); process.exit(); });
  setTimeout(process.exit, 30_000);
  console.log("pid " + process.pid);`;
const PARENT = `
  const { spawn } = await import("node:child_process");
  spawn(process.execPath, ["--input-type=module", "-e", ${JSON.stringify(PROGRAM)}], { stdio: "inherit" });`;

it("is asked to stop by npm's death, and hurried only by a signal a second later", async () => {
  const parent = spawn(process.execPath, ["--input-type=module", "-e", PARENT], {
    env: { ...process.env, npm_lifecycle_event: "test" },
  });
  let said = "";
  parent.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await waitFor("its start", () => said.includes("pid"));
  const pid = Number(/pid (\d+)/.exec(said)?.[1]);
  try {
    parent.kill("SIGKILL");
    await waitFor("the request to stop", () => said.includes("asked"));
    process.kill(pid, "SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(said).not.toContain("hurry");
    process.kill(pid, "SIGTERM");
    await waitFor("the hurry", () => said.includes("hurry"));
  } finally {
    try {
      process.kill(pid, "SIGKILL");
    } catch {}
  }
});
