// Submissions line by line over real connections: one that ends early leaves nothing, a slow sender delays nobody, and
// (LONG_TESTS) a million items need no more memory than a few.
import { readFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, newToken, send } from "../../support/node/api-client.ts";
import { objectPaths, query } from "../../support/node/object-files.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { LONGEST_MS, startProbe } from "../../support/node/stretches.ts";

let service: Service;
let token: string;

beforeAll(async () => {
  service = await startService({});
  token = await newToken(service, "lines", "app", ["mask", "unmask", "metadata_change"]);
});

afterAll(cleanUp);

/** Begin a submission; its answer as text. */
function begin(headers: Record<string, string> = {}): {
  sent: ClientRequest;
  answer: Promise<string>;
} {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(`${service.url}/api/vault/mask/async?on_error=continue`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-ndjson",
      ...headers,
    },
  });
  sent.once("error", reject);
  sent.once("response", async (response) =>
    resolve(Buffer.concat(await response.toArray()).toString()),
  );
  return { sent, answer: promise };
}

/** Lines in parts of a thousand, their values at least so long. */
function* linesOf(count: number, letters = 0): Generator<string> {
  for (let at = 0; at < count; at += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - at) }, (_, i) => at + i);
    yield rows
      .map(
        (i) => `{"value":"${`person ${i}`.padEnd(letters, " etc.")}","token_name":"Text Token"}\n`,
      )
      .join("");
  }
}

async function submitLines(count: number, letters: number, isFolded = false): Promise<string> {
  const { sent, answer } = begin(isFolded ? { "content-encoding": "gzip" } : {});
  const lines = Readable.from(linesOf(count, letters));
  (isFolded ? lines.pipe(createGzip()) : lines).pipe(sent);
  return JSON.parse(await answer).data[0].tracking_id;
}

const left = (table: string) =>
  objectPaths(service.dataDir, "Vault").reduce(
    (sum, path) => sum + Number(query(path, `SELECT count(*) AS n FROM ${table}`)[0]?.["n"]),
    0,
  );

describe("a submission line by line", () => {
  it("whose sender goes away in the middle leaves nothing", async () => {
    const { sent, answer } = begin();
    answer.catch(() => undefined);
    for (const part of linesOf(20_000)) sent.write(part);
    await waitFor("its first chunks are stored", () => left("job_chunk") > 16);
    sent.destroy();
    await waitFor(
      "nothing is left of it",
      () => left("job_chunk") + left("job") + left("job WHERE key IS NOT NULL") === 0,
    );
  });

  it("that comes slowly keeps no erasure from its end, and nobody else waiting", async () => {
    const { sent, answer } = begin();
    const settled = answer.catch(() => "cut");
    sent.write([...linesOf(20_000)].join(""));
    await waitFor("its first chunks are stored", () => left("job_chunk") > 0);
    await send(service, token, "mask", { mask: [{ value: "somebody", token_name: "Text Token" }] });
    const erased = await send(service, token, "namespace/delete/by-value", {
      data: { values: ["somebody"] },
    });
    expect(erased.status).toBe(200);
    // An object that cannot close holds callers up for 1 s, 2 s, 4 s, and lets them in as long between.
    const until = Date.now() + 12_000;
    while (Date.now() < until) {
      const began = Date.now();
      expect((await ask(service, token, "jobs")).status).toBe(200);
      expect(Date.now() - began).toBeLessThan(3_500);
      await wait(50);
    }
    sent.end('{"value":"the last","token_name":"Text Token"}\n');
    expect(await settled).toMatch(/"status":"PENDING"|"code":"unavailable"/);
    await waitFor("nothing is left open", async () => {
      const { body } = await ask(service, token, "jobs?status=PENDING");
      return body.data.length === 0;
    });
  });
});

/** Chunks of jobs that have no key any more. */
const ORPHANS = "job_chunk WHERE job NOT IN (SELECT serial FROM job WHERE key IS NOT NULL)";
/** With it a million lines have 190 MB. */
const LONG_LINE = 150;
/**
 * What they may take of workerd's memory, in MiB. 110 were measured, of half a million as well: the garbage of a heap that is
 * collected when it has to be.
 */
const MAX_MIB = 160;

/** Resident memory of workerd, in MiB. */
const memory = () =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${service.workerdPid}/status`, "utf8"))?.[1]) /
  1024;

/** What it was at most while something was done. */
async function peakOf<T>(work: Promise<T>): Promise<{ peak: number; done: T }> {
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 20);
  const done = await work.finally(() => clearInterval(look));
  return { peak, done };
}

describe("a million items", () => {
  it.runIf(process.env["LONG_TESTS"] === "1")(
    "are one job, in the memory of some of them, and nobody waits for their end",
    { timeout: 1_800_000 },
    async () => {
      const idle = memory();
      const began = Date.now();
      const large = await peakOf(submitLines(1_000_000, LONG_LINE));
      const took = Date.now() - began;
      for (let status = ""; status !== "SUCCESS"; ) {
        const { body } = await ask(service, token, `jobs/${large.done}?wait=30`);
        status = body.data.status;
        expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(status);
      }
      const ended = Date.now() - began;
      const url = `${service.url}/api/vault/jobs/${large.done}/results`;
      const headers = { authorization: `Bearer ${token}`, accept: "application/x-ndjson" };
      const { body } = await fetch(url, { headers });
      const read = await peakOf(countLines(body as unknown as ReadableStream<Uint8Array>));
      expect(read.done).toBe(1_000_000);
      const probe = startProbe(service);
      const longest = await probe.stretchOf(async () => {
        const cancelled = await submitLines(300_000, LONG_LINE, true);
        const path = `jobs/${cancelled}/cancel`;
        await fetch(`${service.url}/api/vault/${path}`, { method: "POST", headers });
        await waitFor("its data is gone", () => left(ORPHANS) === 0, 60_000);
      });
      await probe.stop();
      process.stdout.write(`${JSON.stringify({ idle, large, took, ended, read, longest })}\n`);
      expect(large.peak - idle).toBeLessThan(MAX_MIB);
      expect(longest).toBeLessThan(LONGEST_MS);
    },
  );
});

async function countLines(body: ReadableStream<Uint8Array>): Promise<number> {
  let lines = 0;
  for await (const part of body) for (const byte of part) if (byte === 10) lines += 1;
  return lines;
}
