// What is left of erased values in the files of a running service, and that callers notice nothing when it closes its
// objects to remove the write-ahead log.

import { existsSync, readFileSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { send, submit, untilEnded } from "../support/node/api-client.ts";
import {
  acceptEraseAll,
  filesWith,
  issue,
  mask,
  unmask,
  untilErased,
  vaultPath,
  wrappedDayKeys,
} from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { query } from "../support/node/object-files.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

/** The sealed values in a Vault's database. */
const sealedValues = (path: string): Buffer[] =>
  query(path, "SELECT sealed FROM mapping").map((row) => Buffer.from(row["sealed"] as Uint8Array));

describe("the files of a running service after an erasure", () => {
  it("hold neither its key nor its sealed value, in database or log, a moment later", async () => {
    const { service, erased, log } = await eraseIn("few", 12);
    expect(await log()).toBe(0);
    expect(filesWith(service.dataDir, [...erased.keys, ...erased.values])).toEqual([]);
  });

  it.runIf(IS_LONG)(
    "hold no key of thousands, and nothing of their values in the log",
    async () => {
      const { service, token, erased, log } = await eraseIn("thousands", 3_000);
      expect(await log()).toBe(0);
      expect(filesWith(service.dataDir, erased.keys)).toEqual([]);
      // What SQLite has copied when it moved rows between pages is sealed under a key that is gone.
      const file = readFileSync(vaultPath(service));
      const left = erased.values.filter((value) => file.includes(value)).length;
      expect(left).toBeLessThan(erased.values.length / 3);
      const again = await mask(service, token, "again", 100);
      expect(await unmask(service, token, again)).toEqual(again.map(({ value }) => value));
    },
  );
});

/** Mask so many values and erase them; `log` waits until the write-ahead log is removed, and returns its size. */
async function eraseIn(name: string, count: number) {
  const service = await startService();
  const { token, admin } = await issue(service, name);
  await mask(service, token, name, count);
  const path = vaultPath(service);
  const erased = { keys: wrappedDayKeys(path), values: sealedValues(path) };
  expect([erased.keys.length, erased.values.length]).toEqual([1, count]);
  const logBytes = () => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0);
  expect(filesWith(service.dataDir, erased.keys)).not.toEqual([]);
  await untilErased(service, admin, await acceptEraseAll(service, admin));
  const log = async () => {
    // Sooner than the runtime closes an object by itself, which is after ten seconds.
    await waitFor("the log is gone", () => logBytes() === 0, 8_000);
    return logBytes();
  };
  return { service, token, erased, log };
}

describe("an erasure while jobs are always under way", () => {
  it("closes the object all the same, and every job succeeds", async () => {
    const service = await startService();
    const { token, admin } = await issue(service, "jobs");
    await mask(service, token, "gone", 5);
    const path = vaultPath(service);
    const keys = wrappedDayKeys(path);
    let isOver = false;
    const states = new Set<string>();
    const caller = async (number: number) => {
      // The same in every job: the erasure renews the digests of all there are, which should not be ever more.
      const items = Array.from({ length: 1_000 }, (_, i) => ({
        value: `${number} ${i}`,
        token_name: "Text Token",
      }));
      while (!isOver) {
        const trackingId = await submit(service, token, "mask", items);
        states.add((await untilEnded(service, token, trackingId)).status);
      }
    };
    const callers = Promise.all([caller(1), caller(2)]);
    // Read now: the object may have closed before the caller hears of the end.
    const born = logBorn(path);
    await untilErased(service, admin, await acceptEraseAll(service, admin));
    await waitFor("there is another log", () => logBorn(path) !== born, 60_000);
    isOver = true;
    await callers;
    expect([...states]).toEqual(["SUCCESS"]);
    expect(filesWith(service.dataDir, keys)).toEqual([]);
  });
});

/** When the write-ahead log was made, 0 when there is none. */
const logBorn = (path: string): number =>
  existsSync(`${path}-wal`) ? statSync(`${path}-wal`).birthtimeMs : 0;

/** Texts without personal data have no mapping: an erasure takes the job that returns them only when it was there before. */
const PLAIN = Array.from({ length: 50 }, (_, i) => ({
  value: `nothing to find here, ${"not at all, ".repeat(20)} ${i}`,
}));

const CALLERS = IS_LONG ? 16 : 6;

/** Callers who mask, unmask, submit and read jobs until they are stopped; every answer must be good. */
function traffic(service: Service, token: string) {
  let isOver = false;
  const failures: string[] = [];
  let requests = 0;
  let jobs = 0;
  let purged = 0;
  const note = (what: string, answer: { status: number; body: unknown }) => {
    requests += 1;
    if (answer.status !== 200)
      failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const caller = async (number: number) => {
    for (let round = 0; !isOver; round++) {
      const value = `caller ${number} round ${round}`;
      const items = [{ value, token_name: "Text Token" }];
      if (round % 10 === number % 10) {
        const job = await untilEnded(service, token, await submit(service, token, "mask", PLAIN));
        jobs += 1;
        if (job.status === "PURGED") purged += 1;
        const texts = job.result?.map((item: { token_value: string }) => item.token_value);
        const isWhole = texts?.join() === PLAIN.map((item) => item.value).join();
        if (!isWhole && job.status !== "PURGED") failures.push(`a job's result: ${job.status}`);
      } else {
        note("mask", await send(service, token, "mask", { mask: items }));
      }
      // Hundreds of requests a second are traffic; more would only take the machine from other tests.
      await sleep(20);
    }
  };
  const all = Promise.all(Array.from({ length: CALLERS }, (_, i) => caller(i)));
  return {
    async stop() {
      isOver = true;
      await all;
      return { failures, requests, jobs, purged };
    },
  };
}

const ERASURES = IS_LONG ? 8 : 1;

describe("erasures under traffic", () => {
  it("close the object each time, and no request fails", async () => {
    const service = await startService();
    const { token, admin } = await issue(service, "busy");
    const path = vaultPath(service);
    const callers = traffic(service, token);
    let closed = 0;
    for (let i = 0; i < ERASURES; i++) {
      const keys = wrappedDayKeys(path);
      const born = logBorn(path);
      await untilErased(service, admin, await acceptEraseAll(service, admin));
      // Whoever opens the object before the runtime has closed it keeps its log, where the key stays until it is written over.
      const isGone = () => logBorn(path) !== born && filesWith(service.dataDir, keys).length === 0;
      await waitFor("the log with the erased key is gone", isGone, 45_000).then(
        () => (closed += 1),
        () => undefined,
      );
    }
    const { failures, requests, jobs, purged } = await callers.stop();
    expect(failures).toEqual([]);
    // Of each caller the one job that an erasure finds, at most.
    expect(purged).toBeLessThanOrEqual(Math.min(CALLERS * ERASURES, jobs - 1));
    // However busy the machine is, there was traffic.
    expect(requests).toBeGreaterThan(50);
    expect(jobs).toBeGreaterThan(5);
    expect(closed).toBe(ERASURES);
    // None was submitted twice.
    expect(query(path, "SELECT count(*) AS n FROM job")).toEqual([{ n: BigInt(jobs) }]);
    expect(service.logs()).not.toContain("object-call-failed");
  });
});
