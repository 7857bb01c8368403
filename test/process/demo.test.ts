// `npm run demo` as a new user runs it: it works, reports what it saw, and leaves nothing behind.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readRecord } from "../../scripts/run/serve/data-lock.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import {
  cleanUp,
  isRunning,
  type RunningScript,
  startScript,
  temporaryFolder,
  waitFor,
} from "../support/node/run-script.ts";

afterEach(cleanUp);

/** The first one may have to build the Worker. */
const START_PATIENCE_MS = 60_000;

/** Start the demo with a folder of its own for temporary files, so that what it leaves can be seen. */
function startDemo(args: string[] = []): { demo: RunningScript; folder: string } {
  const folder = temporaryFolder();
  return { demo: startScript("demo.ts", args, { TMPDIR: folder }), folder };
}

/** A CSV file of the given text. */
function csvFile(text: string | Buffer): string {
  const file = join(temporaryFolder(), "customers.csv");
  writeFileSync(file, text);
  return file;
}

/** The data folder of a demo, once its service runs there. */
async function findData(folder: string): Promise<string> {
  let data = "";
  await waitFor(
    "the demo's service runs",
    () => {
      const [name] = readdirSync(folder).filter((entry) => entry.startsWith("masking-vault-demo-"));
      data = join(folder, name ?? "", "data");
      return readRecord(data)?.state === "running";
    },
    START_PATIENCE_MS,
  );
  return data;
}

/** Processes that have a folder in their command line or work in it (Linux; elsewhere none are seen). */
function processesIn(folder: string): string[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  });
}

describe("the demo", () => {
  it.runIf(IS_LONG)(
    "masks the sample file, turns a sample back, erases it, and leaves nothing behind",
    async () => {
      const { demo, folder } = startDemo();
      const service = readRecord(await findData(folder));
      expect(await demo.ended).toEqual({ code: 0, signal: null });
      const output = demo.stdout();
      expect(output).toMatch(/3,000 rows, 17,\d{3} cells in 6 of 7 columns/);
      expect(output).toMatch(/before +after/);
      expect(output.match(/^ +row \d+ ─/gm)).toHaveLength(5);
      expect(output).toMatch(/note .*\n?.*<[A-Z]+>/);
      expect(output).toMatch(/unmasked (\d+) of 17,\d{3} cells, \1 identical/);
      expect(output).toContain("refused: 403");
      expect(output).toContain("all 6 tokens of a row refused with 400");
      const erased = /Erase everything +([\d,]+) mappings in/.exec(output)?.[1] ?? "";
      expect(Number(erased.replace(",", ""))).toBeGreaterThan(3_000);
      expect(output).toContain("Verify the receipt     genuine");
      expect(output).toContain(`erased            ${erased} mappings created before 20`);
      expect(output).toMatch(/keys destroyed +of \d{4}-\d\d-\d\d/);
      expect(output).toMatch(/ledger entry +\d, hash [0-9a-f]{16}…/);
      expect(output).toMatch(/Try an erased token +refused: 400; masked again, a new token/);
      expect(demo.stderr()).toBe("");
      // No line is wider than a plain terminal.
      for (const line of output.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      expect(readdirSync(folder)).toEqual([]);
      expect(service && isRunning(service.pid)).toBe(false);
      expect(service?.workerd && isRunning(service.workerd.pid)).toBe(false);
      expect(processesIn(folder)).toEqual([]);
    },
  );

  it("masks the columns it knows of another file, prints no secret, and with --keep leaves the data with what is needed to serve it", async () => {
    const { demo, folder } = startDemo([
      "--keep",
      "--file",
      csvFile(
        '\uFEFFid,NOTE,Email\r\n1,"He said ""hi"",\nask eve@example.org",bob@example.com\r\n2,VIP,\r\n',
      ),
    ]);
    expect((await demo.ended).code, demo.stderr()).toBe(0);
    expect(demo.stdout()).toContain("2 rows, 3 cells in 2 of 3 columns");
    // A note without personal data stays as it is, so there is nothing to turn back.
    expect(demo.stdout()).toContain("unmasked 2 of 3 cells, 2 identical");
    const [kept = ""] = readdirSync(folder).map((name) => join(folder, name));
    const file = join(kept, "vault.env");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secrets = readFileSync(file, "utf8").matchAll(/^\w+=(.+)$/gm);
    const printed = demo.stdout() + demo.stderr();
    for (const [, secret = ""] of secrets) expect(printed).not.toContain(secret);
    // A bearer token is a JWT.
    expect(printed).not.toContain("eyJ");
    expect(printed).toContain(`--data ${join(kept, "data")} --env-file ${file}`);
  });

  it.runIf(IS_LONG).each(["SIGINT", "SIGTERM"] as const)(
    "stops everything on %s",
    async (signal) => {
      const { demo, folder } = startDemo();
      const service = readRecord(await findData(folder));
      demo.child.kill(signal);
      expect((await demo.ended).code).toBe(130);
      expect(demo.stderr()).toBe("error: Stopped before the end.\n");
      expect(service && isRunning(service.pid)).toBe(false);
      expect(readdirSync(folder)).toEqual([]);
      expect(processesIn(folder)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)("takes the service along when it is killed", async () => {
    const { demo, folder } = startDemo();
    await findData(folder);
    demo.child.kill("SIGKILL");
    await waitFor("nothing of it runs", () => processesIn(folder).length === 0);
  });

  it.runIf(IS_LONG)("exits 1 and says so when the service dies under it", async () => {
    const { demo, folder } = startDemo();
    const service = readRecord(await findData(folder));
    // Not workerd alone: that is started again.
    process.kill(service?.pid ?? 0, "SIGKILL");
    expect((await demo.ended).code).toBe(1);
    expect(demo.stderr()).toContain("The service ended by itself");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe.runIf(IS_LONG)("another file", () => {
  it("names row and column of a cell that cannot be masked, and keeps its value to itself", async () => {
    const { demo } = startDemo(["--file", csvFile(`id,name\n1,Ada\n2,${"secret".repeat(1000)}\n`)]);
    expect((await demo.ended).code).toBe(1);
    expect(demo.stderr()).toContain("row 2, column name");
    expect(demo.stderr()).not.toContain("secret");
  });

  it.each([
    ["without a known column", "a,b\n1,2\n", "none of the columns"],
    ["without rows", "name,email\n", "nothing to mask"],
    ["of no bytes", "", "none of the columns"],
    ["in another encoding", Buffer.from("name\nJ\xfcrgen\n", "latin1"), "not valid"],
    ["with ragged rows", "name,email\na\n", "not a CSV file"],
  ])("refuses a file %s with exit 1 before it starts anything", async (_what, text, message) => {
    const { demo, folder } = startDemo(["--file", csvFile(text)]);
    expect((await demo.ended).code).toBe(1);
    expect(demo.stderr()).toContain(message);
    expect(demo.stderr()).not.toContain("    at ");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses a path that is no file, and an option it does not know", async () => {
    const folder = join(temporaryFolder(), "folder");
    mkdirSync(folder);
    for (const path of [folder, join(folder, "missing.csv")]) {
      const { demo } = startDemo(["--file", path]);
      expect((await demo.ended).code).toBe(1);
      expect(demo.stderr()).toContain(`Cannot read ${path}`);
    }
    expect((await startDemo(["--fiel", "x"]).demo.ended).code).toBe(64);
  });
});
