// The TypeScript client with a failing proxy before a real service: which requests it repeats, and which not.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VaultClient } from "../../../clients/typescript/src/index.ts";
import { newToken } from "../../support/node/api-client.ts";
import { errorOf } from "../../support/node/clients/typescript.ts";
import { type FailingProxy, startFailingProxy } from "../../support/node/failing-proxy.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type SharedService, sharedService } from "../../support/node/service.ts";

let service: SharedService;
let vault: VaultClient;
let token: string;
let proxy: FailingProxy;
const ITEMS = [{ value: "Ada Lane", token_name: "Person Token" }];

beforeAll(async () => {
  service = await sharedService();
  token = await newToken(service, "retries", "me", ["mask", "unmask"]);
  proxy = await startFailingProxy(service.url);
  vault = new VaultClient({ url: proxy.url, token });
});
beforeEach(() => {
  [proxy.faults, proxy.came] = [[], []];
});
afterAll(async () => {
  proxy.stop();
  await cleanUp();
});

describe("a request that may be repeated", () => {
  it("is sent again when the connection breaks and after 502, 503 and 504", async () => {
    proxy.faults = ["cut", "cut late", { status: 503 }];
    const [masked] = await vault.mask(ITEMS);
    expect(masked?.value).toBe("Ada Lane");
    proxy.faults = [{ status: 502 }, { status: 504 }];
    expect((await vault.unmask([{ token_value: masked?.token_value ?? "" }])).length).toBe(1);
    expect(proxy.came).toEqual([...Array(4).fill("PUT mask"), ...Array(3).fill("PUT unmask")]);
  });

  it("is sent again no sooner than Retry-After says, and never when that is far", async () => {
    proxy.faults = [{ status: 429, retryAfter: "1", code: "too_many_jobs" }];
    const began = performance.now();
    await vault.mask(ITEMS);
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
    proxy.faults = [{ status: 503, retryAfter: new Date(Date.now() + 3_600_000).toUTCString() }];
    const error = await errorOf(vault.mask(ITEMS));
    expect(error).toMatchObject({ code: "http_error", status: 503 });
    expect(error.retryAfter).toBeGreaterThan(3_500);
    expect(proxy.came).toHaveLength(3);
  });

  it("is given up after so many times", async () => {
    proxy.faults = Array(9).fill("cut");
    expect(await errorOf(vault.mask(ITEMS, { retries: 1 }))).toMatchObject({ code: "network" });
    expect(proxy.came).toHaveLength(2);
  });

  it("is not sent again when the service refuses it, or fails", async () => {
    proxy.faults = [{ status: 500, code: "internal" }];
    expect(await errorOf(vault.mask(ITEMS))).toMatchObject({ code: "internal", status: 500 });
    expect(await errorOf(vault.mask([{ value: "" }]))).toMatchObject({ status: 400 });
    expect(proxy.came).toHaveLength(2);
  });

  it("ends in time, or when its signal says so", async () => {
    proxy.faults = ["silent"];
    const late = vault.mask(ITEMS, { timeoutMs: 100, retries: 0 });
    expect(await errorOf(late)).toMatchObject({ code: "timeout", status: 0 });
    proxy.faults = ["silent"];
    const reason = new Error("enough");
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 100);
    expect(await errorOf(vault.mask(ITEMS, { signal: stop.signal }))).toBe(reason);
    proxy.faults = [{ status: 503, retryAfter: "20" }];
    const began = performance.now();
    const pausing = vault.mask(ITEMS, { signal: AbortSignal.timeout(200) });
    expect(await errorOf(pausing)).toMatchObject({ name: "TimeoutError" });
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a submission", () => {
  it("is sent again with its key, and stays one job", async () => {
    const submitted: string[] = [];
    for (const fault of ["cut", "cut late", { status: 502 }] as const) {
      proxy.faults = [fault, { status: 409, code: "submission_under_way" }];
      submitted.push(...(await vault.jobs.submit("mask", ITEMS)));
    }
    expect(proxy.came).toHaveLength(9);
    const jobs: string[] = [];
    for await (const { tracking_id } of vault.jobs.list()) jobs.push(tracking_id);
    expect(jobs.toSorted()).toEqual(submitted.toSorted());
  });

  it("is taken up by whoever sends the same list with the same key", async () => {
    const idempotencyKey = "import of Monday";
    const ids = await vault.jobs.submit("mask", ITEMS, { idempotencyKey });
    expect(await vault.jobs.submit("mask", ITEMS, { idempotencyKey })).toEqual(ids);
    const other = vault.jobs.submit("mask", [...ITEMS, ...ITEMS], { idempotencyKey });
    expect(await errorOf(other)).toMatchObject({ code: "idempotency_key_reused", status: 422 });
  });

  it("is sent again where it was refused before anything was done", async () => {
    proxy.faults = [
      { status: 429, code: "too_many_jobs" },
      { status: 503, code: "overloaded" },
    ];
    expect(await vault.jobs.submit("mask", ITEMS)).toHaveLength(1);
    expect(proxy.came).toHaveLength(3);
  });

  it("that comes piece by piece cannot be sent again", async () => {
    proxy.faults = [{ status: 429 }];
    const body = new Blob(["Hello"]).stream() as ReadableStream<Uint8Array>;
    const call = vault.call("maskStream", { body, contentType: "text/plain" });
    expect(await errorOf(call)).toMatchObject({ status: 429 });
    expect(proxy.came).toHaveLength(1);
  });
});

describe("an erasure", () => {
  it("is begun once, though its answer is lost; with a key of one's own whenever it is sent", async () => {
    const officer = await newToken(service, "retries", "officer", ["metadata_change"]);
    const eraser = new VaultClient({ url: proxy.url, token: officer });
    const target = { values: ["Ada Lane"] };
    proxy.faults = ["cut late", { status: 502 }];
    const accepted = [await eraser.erase(target)];
    expect(proxy.came).toHaveLength(3);
    for (let time = 0; time < 2; time++) {
      accepted.push(await eraser.erase(target, { idempotencyKey: "letter of Monday" }));
    }
    const [first, second, third] = accepted.map((one) => "tracking_id" in one && one.tracking_id);
    expect(second).toBe(third);
    expect(second).not.toBe(first);
  });
});

describe("what makes something new each time", () => {
  it("is not sent again where the service may have done it", async () => {
    const token = service.secrets.VAULT_MASTER_KEY;
    const operator = new VaultClient({ url: proxy.url, token });
    const data = { namespace_name: "retries", _id: "you", permissions: ["mask"] } as const;
    for (const fault of ["cut late", { status: 502 }, { status: 503, code: "busy" }] as const) {
      proxy.faults = [fault];
      await errorOf(operator.call("generateToken", { body: { data } }));
    }
    expect(proxy.came).toHaveLength(3);
  });
});

describe("following a job", () => {
  it("takes one request, on a busy machine two: the service answers with the end", async () => {
    const items = Array.from({ length: 2_000 }, (_, n) => ({ value: `Mail me${n}@x.org` }));
    const ids = await vault.jobs.submit("mask", items);
    proxy.came = [];
    await vault.jobs.wait(ids);
    expect(new Set(proxy.came)).toEqual(new Set([`GET jobs/${ids}?wait=20`]));
    expect(proxy.came.length).toBeLessThanOrEqual(2);
  });

  it("reads a large result page by page, and each page again where it has to", async () => {
    const values = Array.from({ length: 2_000 }, (_, n) => `${n} ${"long ".repeat(60)}`);
    const items = values.map((value) => ({ value, token_name: "Text Token" }));
    const ids = await vault.jobs.submit("mask", items);
    await vault.jobs.wait(ids);
    proxy.came = [];
    const results: string[] = [];
    for await (const { value } of vault.jobs.results(ids)) {
      if (results.length === 1) proxy.faults = ["cut", { status: 502 }];
      results.push(value);
    }
    expect(results).toEqual(values);
    expect(new Set(proxy.came).size).toBeGreaterThan(3);
    expect(proxy.came.length).toBe(new Set(proxy.came).size + 2);
  });

  it("goes on where single looks fail", async () => {
    const [id = ""] = await vault.jobs.submit("mask", ITEMS);
    proxy.faults = ["cut", { status: 503 }];
    const [job] = await vault.jobs.wait(id);
    expect(job?.status).toBe("SUCCESS");
    proxy.faults = ["cut"];
    const results: unknown[] = [];
    for await (const { value } of vault.jobs.results(id)) results.push(value);
    expect(results).toEqual(["Ada Lane"]);
  });
});
