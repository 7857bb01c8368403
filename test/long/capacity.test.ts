// A real service with 4 MiB per namespace: filled to the end, erased, and used again.

import { afterEach, describe, expect, it } from "vitest";
import { generateSecrets } from "../../scripts/run/secrets.ts";
import { send, submit } from "../support/node/api-client.ts";
import {
  acceptEraseAll,
  issue,
  type Pair,
  restart,
  statementsOf,
  unmask,
  untilErased,
} from "../support/node/erasure.ts";
import { cleanUp, startScript, temporaryFolder } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const STORAGE_CAPACITY_BYTES = String(4 * 1024 ** 2);

afterEach(cleanUp);

/** Mask 1,000 values a request until the namespace is full. */
async function fill(service: Service, token: string, name: string): Promise<Pair[]> {
  const masked: Pair[] = [];
  for (let round = 0; round < 200; round++) {
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      value: `${name} ${round} ${i} `.padEnd(400, "x"),
      token_name: "Text Token",
    }));
    const { status, body } = await send(service, token, "mask", { mask: items });
    if (status === 507) {
      expect(body).toMatchObject({ data: null, error: { code: "storage_full" } });
      return masked;
    }
    expect(status).toBe(200);
    masked.push(...body.data);
  }
  throw new Error("it takes more than it may");
}

describe("a namespace that is full", () => {
  it("erases everything, with a receipt, and then takes as much again", async () => {
    const service = await startService({ env: { STORAGE_CAPACITY_BYTES } });
    const { token, admin } = await issue(service, "full");
    const masked = await fill(service, token, "first");
    const known = masked.slice(0, 100);
    const again = await send(service, token, "mask", {
      mask: known.map(({ value }) => ({ value, token_name: "Text Token" })),
    });
    expect(again.body.data).toEqual(known);
    expect(await unmask(service, token, known)).toEqual(known.map(({ value }) => value));
    const job = await send(service, token, "mask/async", {
      mask: Array.from({ length: 2_000 }, (_, i) => ({
        value: `job ${i} `.padEnd(400, "x"),
        token_name: "Text Token",
      })),
    });
    expect([job.status, job.body.error.code]).toEqual([507, "storage_full"]);

    const record = await untilErased(service, admin, await acceptEraseAll(service, admin));
    expect(record).toMatchObject({
      status: "SUCCESS",
      response: { cleared_records: masked.length },
    });
    expect(await statementsOf(service, record.receipt)).toMatchObject({
      counts: { mappings: masked.length },
    });
    const second = await fill(service, token, "second");
    expect(second.length).toBeGreaterThanOrEqual(masked.length - 1_000);
    expect(await unmask(service, token, second.slice(0, 100))).toEqual(
      second.slice(0, 100).map(({ value }) => value),
    );
    // What is full is the namespace, not the service.
    const other = await issue(service, "other");
    await submit(service, other.token, "mask", [{ value: "x", token_name: "Text Token" }]);
  });

  it("takes more once it may hold more", async () => {
    const service = await startService({ env: { STORAGE_CAPACITY_BYTES } });
    const { token } = await issue(service, "grown");
    const masked = await fill(service, token, "first");
    await service.stop();
    const larger = await restart(service);
    const more = { mask: [{ value: "more", token_name: "Text Token" }] };
    expect((await send(larger, token, "mask", more)).status).toBe(200);
    expect(masked.length).toBeGreaterThan(2_000);
  });
});

describe("a capacity that is none", () => {
  it.each(["", "8MiB", "1000", "-1"])("%j stops the start with exit code 64", async (text) => {
    const env = { ...generateSecrets(), STORAGE_CAPACITY_BYTES: text };
    const script = startScript("serve.ts", ["--data", temporaryFolder()], env);
    expect((await script.ended).code).toBe(64);
    expect(script.stderr()).toContain("STORAGE_CAPACITY_BYTES must be a whole number of bytes");
  });
});
