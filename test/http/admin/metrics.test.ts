// GET /metrics: counters by operation, for holders of the metrics key, with no more labels than there are routes.

import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { metricsText, type NamespaceFigures } from "../../../src/http/admin/metrics-route.ts";
import { RequestMetrics } from "../../../src/platform/request-metrics.ts";
import { newVault } from "../../support/namespaces.ts";
import { call, MASTER_KEY, PATHS } from "../../support/requests.ts";

const SAMPLE =
  /^masking_vault_[a-z_]+(?:\{(?:[a-z]+="[^"\\\n]*",?)+\})? -?\d+(?:\.\d+)?(?:e[+-]\d+)?$/;

/** The samples of a text, by name and labels; fails where it is none of the format. */
function samplesIn(text: string): Map<string, number> {
  expect(text.endsWith("\n")).toBe(true);
  const lines = text.slice(0, -1).split("\n");
  for (const line of lines) if (!/^# (?:HELP|TYPE) /.test(line)) expect(line).toMatch(SAMPLE);
  const families = lines.filter((line) => line.startsWith("# TYPE "));
  expect(new Set(families).size).toBe(families.length);
  const samples = lines.filter((line) => !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

async function read(): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${MASTER_KEY}` };
  const answer = await SELF.fetch("https://vault.test/metrics", { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return samplesIn(await answer.text());
}

describe("metrics", () => {
  it("count requests by operation and status, and how long they took", async () => {
    const { token } = await newVault();
    const good = `masking_vault_requests_total{operation="PUT ${PATHS.mask}",status="200"}`;
    const bad = `masking_vault_requests_total{operation="PUT ${PATHS.mask}",status="400"}`;
    const before = await read();
    const body = { mask: [{ value: "Ada Lane", token_name: "Text Token" }] };
    for (let i = 0; i < 3; i++) await call("PUT", PATHS.mask, { token, body });
    await call("PUT", PATHS.mask, { token, body: {} });
    const after = await read();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect([grown(good), grown(bad)]).toEqual([3, 1]);
    const seconds = (rest: string) =>
      grown(`masking_vault_request_seconds_${rest.replace("OP", `operation="PUT ${PATHS.mask}"`)}`);
    expect([seconds('bucket{OP,le="+Inf"}'), seconds("count{OP}")]).toEqual([4, 4]);
    expect(seconds('bucket{OP,le="10"}')).toBe(4);
  });

  it("have one name for all that callers make up", async () => {
    const names = async () => [...(await read()).keys()].filter((name) => name.includes("_total"));
    await call("GET", "/made-up");
    const before = await names();
    for (let i = 0; i < 5; i++) await call("GET", `/made-up-${i}`);
    await call("DELETE", PATHS.mask);
    const added = (await names()).filter((name) => !before.includes(name));
    expect(added.filter((name) => !name.includes('operation="none"'))).toEqual([]);
    expect(added.join()).not.toContain("made-up");
  });
});

describe("the text of metrics", () => {
  const namespace: NamespaceFigures = {
    nid: "n1",
    bytes: 4096,
    jobs: [
      { state: "PENDING", count: 2, oldest: 61_000 },
      { state: "IN-PROGRESS", count: 1, oldest: 31_000 },
    ],
    deletions: [],
  };

  it("tells what waits in namespaces, and since when", () => {
    const requests = new RequestMetrics();
    requests.count("GET /healthz", 200, 12_000);
    const figures = { requests, restarts: 1, refusedForRoom: 2, openNamespaces: 1, now: 91_000 };
    const samples = samplesIn(metricsText({ ...figures, namespaces: [namespace] }));
    const of = (name: string) => samples.get(`masking_vault_${name}`);
    expect(of('jobs{namespace="n1",state="PENDING"}')).toBe(2);
    expect(of('oldest_job_seconds{namespace="n1"}')).toBe(60);
    expect(of('oldest_deletion_seconds{namespace="n1"}')).toBe(0);
    expect(of('namespace_bytes{namespace="n1"}')).toBe(4096);
    expect([of("restarts"), of("refused_for_room"), of("open_namespaces")]).toEqual([1, 2, 1]);
    // Longer than the last class.
    expect(of('request_seconds_bucket{operation="GET /healthz",le="10"}')).toBe(0);
    expect(of('request_seconds_bucket{operation="GET /healthz",le="+Inf"}')).toBe(1);
  });
});
