// npm run doctor: its report on a good folder, with and without its service running, and on each possible fault.
import {
  chmodSync,
  closeSync,
  openSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkClock } from "../../../scripts/run/doctor/machine.ts";
import { generateSecrets, type Secrets } from "../../../scripts/run/secrets.ts";
import { newToken, submit } from "../../support/node/api-client.ts";
import { acceptEraseAll } from "../../support/node/erasure.ts";
import { objectPaths } from "../../support/node/object-files.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, startScript } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

type Findings = Record<string, { verdict: string; said: string }>;

let service: Service;
let path: string;

/** Its findings, by what was checked, and its exit code. */
async function doctor(secrets: Secrets, args: string[] = []) {
  const options = ["--data", service.dataDir, "--json", ...args];
  const { code, out } = await runHere("doctor.ts", options, secrets);
  const { findings } = JSON.parse(out) as {
    findings: { what: string; verdict: string; said: string }[];
  };
  const byWhat: Findings = Object.fromEntries(findings.map((one) => [one.what, one]));
  return { code, byWhat, verdicts: findings.map(({ verdict }) => verdict) };
}

function change(sql: string, ...values: number[]): void {
  const database = new DatabaseSync(path);
  database.prepare(sql).run(...values);
  database.close();
}

beforeAll(async () => {
  service = await startService();
  const token = await newToken(service, "clinic", "ada", ["mask", "metadata_change"]);
  await submit(service, token, "mask", [{ value: "Ada Lane", token_name: "Text Token" }]);
  await acceptEraseAll(service, token);
  path = objectPaths(service.dataDir, "Vault")[0] ?? "";
});

afterAll(cleanUp);

describe("the doctor", () => {
  it("finds nothing wrong beside a service that runs, and disturbs it not", async () => {
    const { code, verdicts, byWhat } = await doctor(service.secrets);
    expect([code, new Set(verdicts)]).toEqual([0, new Set(["good"])]);
    expect(byWhat["data"]?.said).toContain("1 namespace");
    expect(byWhat["receipts"]?.said).toMatch(/^verify with \S+$/);
    const health = await fetch(`${service.url}/healthz`);
    expect(health.status).toBe(200);
  });

  it("tells when the root key is another one", async () => {
    const { code, byWhat } = await doctor(generateSecrets());
    expect([code, byWhat["root key"]?.verdict]).toEqual([1, "bad"]);
    const missing = await doctor({ VAULT_ROOT_KEY: "", VAULT_MASTER_KEY: "" });
    expect([missing.code, missing.byWhat["secrets"]?.verdict]).toEqual([1, "bad"]);
    expect(missing.byWhat["root key"]).toBeUndefined();
  });

  it("tells of what is stuck, open to others, from the future or damaged", async () => {
    expect(await service.stop()).toBe(0);
    expect((await doctor(service.secrets)).byWhat["service"]?.verdict).toBe("watch");
    change("UPDATE deletion SET state = 'IN-PROGRESS', accepted = ?", Date.now() - 2 * 86_400_000);
    change("UPDATE job SET state = 'PENDING', due = ?", Date.now() - 7_200_000);
    change("UPDATE job SET key = ?", 1_000_000);
    chmodSync(service.dataDir, 0o755);
    const future = Date.now() / 1000 + 3_600;
    utimesSync(path, future, future);
    const ill = await doctor(service.secrets);
    const verdictOf = (what: string) => ill.byWhat[what]?.verdict;
    const seen = ["erasures", "jobs", "folder", "clock", "keys", "data"].map(verdictOf);
    expect([ill.code, seen]).toEqual([1, ["bad", "watch", "bad", "bad", "bad", "good"]]);
    for (const at of [100, 0]) {
      const file = openSync(path, "r+");
      writeSync(file, Buffer.alloc(3_000, 0xff), 0, 3_000, at);
      closeSync(file);
      const damaged = await doctor(service.secrets);
      expect([damaged.code, damaged.byWhat["data"]?.verdict]).toEqual([1, "bad"]);
      expect(damaged.byWhat["data"]?.said).toContain(path);
    }
  });

  it("says how it is used", async () => {
    const script = startScript("doctor.ts", ["--data", "/nowhere"], {});
    expect((await script.ended).code).toBe(64);
    expect(script.stderr()).toContain("/nowhere");
  });
});

describe("a file that is gone when it is looked at, as a -wal file may be", () => {
  it("says nothing about the clock", () => {
    const gone = `${path}-gone`;
    symlinkSync(`${gone}-too`, gone);
    try {
      const places = { Vault: service.dataDir, Registry: service.dataDir };
      expect(checkClock(places, Date.now()).verdict).toBe("good");
    } finally {
      rmSync(gone);
    }
  });
});
