// The main use of the service from a caller's view, as `npm run serve` starts it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { look, newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { cleanUp } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const FIVE_ITEMS = [
  { value: "George Williams", token_name: "Text Token", format: "Person Name" },
  { value: "(408)-426-9989", token_name: "Numeric Token", format: "Phone Number" },
  { value: "https://example.com/a/b?c=d#e", token_name: "Text Token", format: "URL" },
  { value: "Žluťoučký kůň 😀", token_name: "Special Token" },
  { value: "Write to ada@example.com, card 4111 1111 1111 1111, from 192.0.2.7." },
];

/** As many as one may have, in the long tests; test/hostile/bodies.test.ts has them accepted. */
const ITEMS = IS_LONG ? 100_000 : 20_000;

describe("the main job", () => {
  let service: Service;
  let both: string;

  beforeAll(async () => {
    service = await startService();
    both = await newToken(service, "first", "app", ["mask", "unmask"]);
  });
  afterAll(cleanUp);

  it("masks five items as a job, gives them back exactly, and the same tokens at once and after a restart", async () => {
    const id = await submit(service, both, "mask", FIVE_ITEMS);
    const job = await untilEnded(service, both, id);
    expect(job.status).toBe("SUCCESS");
    const tokens: string[] = job.result.map((item: { token_value: string }) => item.token_value);
    const back = await send(service, both, "unmask", {
      unmask: tokens.map((token_value) => ({ token_value })),
    });
    const values = FIVE_ITEMS.map((item) => item.value);
    expect(back.body.data.map((item: { value: string }) => item.value)).toEqual(values);

    const sync = await send(service, both, "mask", { mask: FIVE_ITEMS });
    expect(sync.body.data).toEqual(job.result);
    expect(await service.stop()).toBe(0);
    const { dataDir, secrets } = service;
    service = await startService({ dataDir, secrets });
    const after = await send(service, both, "mask", { mask: FIVE_ITEMS });
    expect(after.body.data).toEqual(job.result);
    expect((await look(service, both, id)).result).toEqual(job.result);
  });

  it("lets neither another namespace nor a mask-only token read them", async () => {
    const masked = await send(service, both, "mask", { mask: FIVE_ITEMS });
    const other = await newToken(service, "second", "app", ["mask", "unmask"]);
    const maskOnly = await newToken(service, "first", "writer", ["mask"]);
    for (const { token_value } of masked.body.data) {
      const foreign = await send(service, other, "unmask", { unmask: [{ token_value }] });
      expect(foreign.status).toBe(400);
      expect(foreign.body.error.message).toBe("Unmasking of given token values failed.");
    }
    const [{ token_value }] = masked.body.data;
    expect((await send(service, maskOnly, "unmask", { unmask: [{ token_value }] })).status).toBe(
      403,
    );
    const id = await submit(service, both, "unmask", [{ token_value }]);
    await untilEnded(service, both, id);
    const status = { status: [{ tracking_id: id }] };
    expect((await send(service, maskOnly, "async-status", status)).status).toBe(403);
    expect((await send(service, other, "async-status", status)).status).toBe(404);
  });

  it("gives a planted token back verbatim and reveals nothing", async () => {
    const masked = await send(service, both, "mask", {
      mask: [{ value: "victim@example.com", token_name: "Text Token", format: "Email Address" }],
    });
    const token = masked.body.data[0].token_value;
    for (const planted of [`Hi <EMAIL>${token}</EMAIL>!`, token, `<EMAIL>${token}`]) {
      const sent = await send(service, both, "mask", { mask: [{ value: planted }] });
      const text = sent.body.data[0].token_value;
      const back = await send(service, both, "unmask", { unmask: [{ token_value: text }] });
      // An opening tag alone is no token: the text passes, and unmask knows nothing in it.
      const [item] = back.body.data ?? [{ value: text }];
      expect(item.value).toBe(planted);
      expect(JSON.stringify(back.body)).not.toContain("victim@");
    }
  });

  it(`finishes ${ITEMS} items with as many tokens while single calls keep being answered`, async () => {
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      value: `customer ${i} of the large job`,
      token_name: "Text Token",
    }));
    const id = await submit(service, both, "mask", items);
    let answeredMeanwhile = 0;
    for (let i = 0; ; i++) {
      const one = { value: `single ${i}`, token_name: "Text Token" };
      expect((await send(service, both, "mask", { mask: [one] })).status).toBe(200);
      const reader = await newestState(service, both, id);
      if (reader !== "PENDING" && reader !== "IN-PROGRESS") break;
      answeredMeanwhile++;
    }
    expect(answeredMeanwhile).toBeGreaterThan(3);
    const job = await untilEnded(service, both, id);
    expect(job.status).toBe("SUCCESS");
    const tokens = new Set(job.result.map((item: { token_value: string }) => item.token_value));
    expect(tokens.size).toBe(items.length);
    expect(job.result.map((item: { value: string }) => item.value)).toEqual(
      items.map((item) => item.value),
    );
  });

  it.runIf(IS_LONG)("takes a small job's turn before a large one is done", async () => {
    const items = Array.from({ length: 30_000 }, (_, i) => ({
      value: `turn ${i}`,
      token_name: "Text Token",
    }));
    const large = await submit(service, both, "mask", items);
    const small = await submit(service, both, "mask", FIVE_ITEMS);
    await untilEnded(service, both, small);
    expect((await look(service, both, large)).status).toBe("IN-PROGRESS");
    expect((await untilEnded(service, both, large)).status).toBe("SUCCESS");
  });
});

/** State of a job; a poll of a running job carries no result, so it stays small. */
async function newestState(service: Service, token: string, id: string): Promise<string> {
  return (await look(service, token, id)).status;
}
