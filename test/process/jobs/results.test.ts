// Results of jobs over a real connection: compressed, awaited, and read line by line.
import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, newToken, submit } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type SharedService, sharedService } from "../../support/node/service.ts";

let service: SharedService;
let token: string;

beforeAll(async () => {
  service = await sharedService();
  token = await newToken(service, "results", "app", ["mask", "unmask"]);
});

afterAll(cleanUp);

const ITEMS = Array.from({ length: 30_000 }, (_, i) => ({
  value: `value ${i}`,
  token_name: "Text Token",
}));

/** What comes over the wire, not decoded. */
function fetchRaw(path: string, headers: Record<string, string>) {
  return new Promise<{ bytes: Buffer; encoding: string | undefined }>((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${token}`, ...headers } };
    get(`${service.url}/api/vault/${path}`, options, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ bytes: Buffer.concat(parts), encoding: response.headers["content-encoding"] }),
      );
    }).on("error", reject);
  });
}

describe("a job of 30,000 items", () => {
  it("is waited for, and gives its lines in less than a third of the bytes where gzip is accepted", async () => {
    const id = await submit(service, token, "mask", ITEMS);
    const { body } = await ask(service, token, `jobs/${id}?wait=30`);
    expect(body.data.status).toBe("SUCCESS");
    const lines = { accept: "application/x-ndjson" };
    const plain = await fetchRaw(`jobs/${id}/results`, { ...lines, "accept-encoding": "identity" });
    const small = await fetchRaw(`jobs/${id}/results`, { ...lines, "accept-encoding": "gzip" });
    expect([plain.encoding, small.encoding]).toEqual([undefined, "gzip"]);
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
    expect(small.bytes.length * 3).toBeLessThan(plain.bytes.length);
    const given = plain.bytes.toString().trimEnd().split("\n");
    expect(given.map((line) => JSON.parse(line).value)).toEqual(ITEMS.map(({ value }) => value));
  });
});
