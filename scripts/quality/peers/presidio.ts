// Microsoft's Presidio with a model of spaCy, run by the person's own Python, without a web server.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { CommandFailure } from "../../run/cli/command.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";

/** A running analyzer. */
export interface Presidio {
  readonly model: string;
  /** Search texts; returns the seconds it took and the number of findings. */
  analyze(texts: readonly string[]): Promise<{ seconds: number; findings: number }>;
  stop(): Promise<void>;
}

/** Start an analyzer with a Python that has presidio-analyzer and an English model; fails without them. */
export async function startPresidio(python: string): Promise<Presidio> {
  const script = join(PROJECT_ROOT, "scripts/quality/peers/presidio.py");
  const child = spawn(python, [script], { stdio: ["pipe", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints = (complaints + text).slice(-2_000);
  });
  child.stdin.on("error", () => {});
  const ended = new Promise<never>((_, reject) => {
    const end = () => reject(new CommandFailure(`Presidio ended by itself.\n${complaints}`));
    child.once("error", end).once("exit", end);
  });
  // Waiting callers get the failure; often there are none.
  ended.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const line = await Promise.race([lines.next(), ended]);
    return line.done ? ended : JSON.parse(line.value);
  };
  const { model } = await answer();
  return {
    model,
    analyze: (texts) => {
      child.stdin.write(`${JSON.stringify(texts)}\n`);
      return answer();
    },
    stop: async () => {
      child.stdin.end();
      await ended.catch(() => {});
    },
  };
}
