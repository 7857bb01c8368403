// masking-vault mask and unmask that are killed, stopped, or lack disk space or a service: no output looks complete,
// the same command continues, and no job is submitted twice.

import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, newToken } from "../../support/node/api-client.ts";
import { startFailingProxy } from "../../support/node/failing-proxy.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { cleanUp, startScript, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

/** Rows of four jobs, all but one of 20,000 values. Three are under way at a time: with one part done there is another to come. */
const ROWS = 15_250;
const COLUMNS = ["name", "mail", "phone", "note"];
/** On a busy machine. */
const PATIENCE_MS = 60_000;
const HOW = COLUMNS.map((name) => `${name}:Text Token`).join();

let service: Service;
let token: string;
let folder: string;
let input: string;
let output: string;
/** What the rows of four jobs become, whatever happens meanwhile: all are masked in one namespace. */
let masked: string;
/** Those of earlier tests. */
let jobsBefore: number;

beforeAll(async () => {
  service = await startService();
  token = await newToken(service, "tables", "me", ["mask", "unmask"]);
  newPaths();
  writeTable(ROWS);
  // That as much in one go is right, and comes back, is seen in tables.test.ts.
  expect(await run(maskArgs())).toMatchObject({ code: 0 });
  masked = readFileSync(output, "utf8");
}, 180_000);
afterAll(cleanUp);
beforeEach(async () => {
  newPaths();
  jobsBefore = (await jobsOf()).length;
});

function newPaths(): void {
  folder = temporaryFolder();
  [input, output] = [join(folder, "in.csv"), join(folder, "out.csv")];
}

const start = (args: string[], shell = "") => {
  const env = { MASKING_VAULT_URL: service.url, MASKING_VAULT_TOKEN: token };
  return startScript("masking-vault.ts", args, env, shell);
};

async function run(args: string[], shell = "") {
  const script = start(args, shell);
  const { code } = await script.ended;
  return { code, stdout: script.stdout(), stderr: script.stderr() };
}

/** A table of so many rows with four values each; gives its text. */
function writeTable(rows: number): string {
  const row = (n: number) => COLUMNS.map((name) => `${name} ${n}`).join();
  const lines = Array.from({ length: rows }, (_, n) => row(n));
  const text = `${COLUMNS.join()}\n${lines.join("\n")}\n`;
  writeFileSync(input, text);
  return text;
}

const maskArgs = (...more: string[]) => [
  ...["mask", input, "--columns", HOW, "--output", output],
  ...more,
];

const partsDone = () => {
  const journal = existsSync(`${output}.journal`) ? readFileSync(`${output}.journal`, "utf8") : "";
  return Number(
    journal
      .match(/"parts":\d+/g)
      ?.pop()
      ?.slice(8) ?? 0,
  );
};

async function jobsOf(): Promise<{ tracking_id: string }[]> {
  return (await ask(service, token, "jobs?limit=200")).body.data;
}

/** Jobs that this test has submitted. */
const newJobs = async () => (await jobsOf()).length - jobsBefore;

/** As in one go: the same value has the same token. */
function expectWhole(): void {
  expect(readFileSync(output, "utf8") === masked, "the same table").toBe(true);
}

async function expectToComeBack(text: string, columns = COLUMNS.join()): Promise<void> {
  const back = join(folder, "back.csv");
  const result = await run(["unmask", output, "--columns", columns, "--output", back]);
  expect(result).toMatchObject({ code: 0 });
  expect(readFileSync(back, "utf8") === text, "the same table").toBe(true);
}

describe("a table that is killed", () => {
  it("goes on where it was, twice, with the jobs that were under way", async () => {
    writeTable(ROWS);
    const first = start(maskArgs());
    await waitFor("jobs are submitted", async () => (await newJobs()) > 0);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(existsSync(output)).toBe(false);
    expect(statSync(`${output}.journal`).mode & 0o777).toBe(0o600);
    const second = start(maskArgs());
    await waitFor("a part is written", () => partsDone() > 0, PATIENCE_MS);
    second.child.kill("SIGKILL");
    await second.ended;
    expect(existsSync(output)).toBe(false);
    // As a kill within a write leaves them.
    appendFileSync(`${output}.partial`, "half a ro");
    appendFileSync(`${output}.journal`, '\n{"done":{"parts":9');
    const third = await run(maskArgs());
    expect(third.stderr).toMatch(
      /^Going on after [\d,]+ rows that are done\.\n15,250 rows, 61,000 /,
    );
    expect(third.code).toBe(0);
    expect(await newJobs()).toBe(4);
    expect(readdirSync(folder).sort()).toEqual(["in.csv", "out.csv"]);
    expectWhole();
  });

  it.runIf(IS_LONG)("of a million lines, ten times", { timeout: 900_000 }, async () => {
    const lines = Array.from({ length: 1_000_000 }, (_, n) => `name ${n},${n}`);
    const text = `name,id\n${lines.join("\n")}\n`;
    writeFileSync(input, text);
    const args = ["mask", input, "--columns", "name:Text Token", "--output", output];
    for (let kills = 1; kills <= 10; kills++) {
      const script = start(args);
      await waitFor("it has gone on", () => partsDone() >= kills * 4, 120_000);
      script.child.kill("SIGKILL");
      await script.ended;
    }
    expect(await run(args)).toMatchObject({ code: 0 });
    expect(await newJobs()).toBe(50);
    await expectToComeBack(text, "name");
  });
});

/** Stop one when a part of it is written. */
async function interrupt(...more: string[]) {
  const script = start(maskArgs(...more));
  await waitFor("a part is written", () => partsDone() > 0, PATIENCE_MS);
  script.child.kill("SIGINT");
  expect((await script.ended).code).toBe(130);
  return script.stderr();
}

it.runIf(IS_LONG)("Ctrl-C says how to go on, and another task is refused", async () => {
  const text = writeTable(ROWS);
  expect(await interrupt()).toMatch(
    /^error: Stopped before the end\.\n[\d,]+ rows are in \S+out\.csv\.partial: run the same command again/,
  );
  const other = await run(["mask", input, "--columns", "name:auto", "--output", output]);
  expect(other.stderr).toContain("was begun with another --columns");
  expect(other.code).toBe(64);
  const unmask = await run(["unmask", input, "--columns", HOW, "--output", output]);
  expect(unmask).toMatchObject({ code: 64 });
  expect(unmask.stderr).toContain("another command");
  expect(await run(maskArgs("--url", "http://127.0.0.1:9"))).toMatchObject({ code: 64 });
  writeFileSync(input, text.replace(`name ${ROWS - 1}`, "name x"));
  const changed = await run(maskArgs());
  expect(changed.stderr).toContain("was begun with another input");
  expect(changed.code).toBe(64);
  writeFileSync(input, text);
  expect(await run(maskArgs())).toMatchObject({ code: 0 });
  expectWhole();
});

it.runIf(IS_LONG)("goes on beyond jobs that have been cancelled since", async () => {
  writeTable(ROWS);
  await interrupt();
  for (const { tracking_id } of (await ask(service, token, "jobs?limit=200")).body.data) {
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${service.url}/api/vault/jobs/${tracking_id}/cancel`, { method: "POST", headers });
  }
  expect(await run(maskArgs())).toMatchObject({ code: 0 });
  expectWhole();
});

it.runIf(IS_LONG)("without room it says so, and goes on when there is", async () => {
  writeTable(ROWS);
  const full = await run(maskArgs(), "ulimit -f 1024");
  expect(full.stderr).toMatch(
    /^error: There is no room for the output\. EFBIG.*\n[\d,]+ rows are in/,
  );
  expect(full.code).toBe(1);
  expect(readdirSync(folder).map((name) => basename(name))).not.toContain("out.csv");
  expect(await run(maskArgs())).toMatchObject({ code: 0 });
  expectWhole();
});

it.runIf(IS_LONG)(
  "Ctrl-C ends it while a service that says nothing is waited for, which is told",
  async () => {
    writeTable(1);
    const proxy = await startFailingProxy(service.url);
    proxy.faults = ["silent", "silent"];
    const waiting = start(maskArgs("--url", proxy.url));
    await waitFor("it is told", () => waiting.stderr().includes("Waiting for an answer of"));
    waiting.child.kill("SIGINT");
    expect((await waiting.ended).code).toBe(130);
    proxy.stop();
    expect(waiting.stderr()).toMatch(/^Waiting for an answer of http:\S+\nerror: Stopped /);
  },
);

it.runIf(IS_LONG)(
  "a service that comes back is waited for, and one that does not is told",
  async () => {
    writeTable(ROWS);
    const waiting = start(maskArgs());
    await waitFor("a part is written", () => partsDone() > 0, PATIENCE_MS);
    const { dataDir, secrets } = service;
    const again = { dataDir, secrets, port: Number(new URL(service.url).port) };
    await service.kill9();
    service = await startService(again);
    expect((await waiting.ended).code, waiting.stderr()).toBe(0);
    const outage = `Cannot reach ${service.url} \\(.+\\); trying again up to 8 times, ever later\\.\n`;
    expect(waiting.stderr()).toMatch(new RegExp(`${outage}(?:.*\n)*?${service.url} answers again`));
    expectWhole();

    const given = start(maskArgs("--retries", "1", "--force"));
    await waitFor("a part is written", () => partsDone() > 0, PATIENCE_MS);
    await service.kill9();
    expect((await given.ended).code).toBe(69);
    expect(given.stderr()).toMatch(
      /error: The service is not reached: .*\n[\d,]+ rows are in .*partial/,
    );
    service = await startService(again);
    expect(await run(maskArgs("--retries", "1", "--force"))).toMatchObject({ code: 0 });
    expect(await newJobs()).toBe(8);
    expectWhole();
  },
);
