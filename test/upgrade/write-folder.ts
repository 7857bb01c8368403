// npm run upgrade-folder: writes a data folder as this version leaves it behind, for later versions to serve.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandFailure, EXIT, parseOptions, runCommand } from "../../scripts/run/cli/command.ts";
import { countOf, Report } from "../../scripts/run/cli/report.ts";
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { generateSecrets } from "../../scripts/run/secrets.ts";
import { cleanUp, temporaryFolder } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { pack } from "./archive.ts";
import { type Expected, KEPT } from "./expected.ts";
import { writeAccess } from "./write/access.ts";
import { writeErasures } from "./write/erasures.ts";
import { writeHeld } from "./write/held.ts";
import { writeInterrupted } from "./write/interrupted.ts";
import { writeJobs } from "./write/jobs.ts";
import { writePolicies } from "./write/policies.ts";
import { issue } from "./write/requests.ts";
import { writeTokens } from "./write/tokens.ts";

const HELP = `Write a data folder of this version into test/upgrade/vX.Y.Z: once for each release.

  npm run upgrade-folder                 the version in package.json; fails when its folder is there
  npm run upgrade-folder -- --to DIR     somewhere else

Starts the service (as npm run serve does) on 127.0.0.1 with secrets of its own, makes something of every
kind, kills it in the middle of its work, and packs what is then on the disk. test/process/upgrade.test.ts
serves each of these folders with the version at hand. A folder of a released version is never made anew.
Exit codes: 0 written, 1 failed, 64 wrong usage.`;

const PEOPLE = "people";

await runCommand(async () => {
  const options = parseOptions(HELP, { to: { type: "string" } });
  const text = readFileSync(join(PROJECT_ROOT, "package.json"), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  const folder = options.to ?? join(PROJECT_ROOT, "test", "upgrade", `v${version}`);
  if (existsSync(join(folder, KEPT.archive))) {
    throw new CommandFailure(`${folder} has a data folder already: it is what that version left.`);
  }
  try {
    await write(folder, version);
  } finally {
    await cleanUp();
  }
  return EXIT.ok;
});

async function write(folder: string, version: string): Promise<void> {
  const report = new Report(process.stdout);
  const secrets = generateSecrets();
  const start = (dataDir: string) =>
    startService({
      ...{ dataDir, secrets, script: "../test/upgrade/serve-long.ts" },
      env: { LIST_BEARERS: "1" },
    });
  const service = await start(temporaryFolder());
  const written = await report.step(
    "Write something of every kind",
    () => writeAll(service),
    ({ people }) => countOf(people.exchanges.length, "item"),
  );
  // In order, so that all is in the databases; the logs are then those of the kill.
  await service.stop();
  const { dataDir, interrupted } = await report.step(
    "Kill it in the middle of its work",
    () => writeInterrupted(service.dataDir, start),
    ({ interrupted: { killed } }) =>
      killed.map(({ table, state, done }) => `${table} ${state} ${done}`).join(", "),
  );
  const expected: Expected = {
    version,
    written: new Date().toISOString().slice(0, 10),
    secrets,
    ...written,
    interrupted,
  };
  mkdirSync(folder, { recursive: true });
  const bytes = await pack(dataDir, join(folder, KEPT.archive));
  writeFileSync(join(folder, KEPT.expected), `${inLines(expected)}\n`);
  report.print(`${folder}: ${Math.ceil(bytes / 1024)} KB, in ${report.elapsed()}.`);
}

async function writeAll(
  service: Service,
): Promise<Pick<Expected, "people" | "access" | "erasures" | "held">> {
  const token = await issue(service, PEOPLE);
  const tokens = await writeTokens(service, token);
  const { exchanges, onlyRead, policies } = await writePolicies(service, token);
  const jobs = await writeJobs(service, token);
  const people = {
    name: PEOPLE,
    token,
    ...tokens,
    exchanges: [...tokens.exchanges, ...exchanges],
    onlyRead: [...tokens.onlyRead, ...onlyRead],
    policies,
    jobs,
  };
  const erasures = await writeErasures(service);
  const held = await writeHeld(service);
  return { people, access: await writeAccess(service, PEOPLE), erasures, held };
}

/** JSON with one line for each entry of a list. */
function inLines(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map((one) => `\n${JSON.stringify(one)}`).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `\n${JSON.stringify(name)}: ${inLines(member)}`);
  return `{${members.join(",")}}`;
}
