// A fuzzer of the wire: every route, with valid requests and nearly valid ones. Whatever comes to the
// Worker, the answer is in the envelope and no failure of the service, and health is answered beside it. One of the two
// namespaces is held, erased, deleted and made again meanwhile; at last every accepted deletion has come to its end.
//
// WIRE_CASE=n and the seed that a failure prints (PROPERTY_SEED) play case n alone.

import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, newToken, send, submit } from "../support/node/api-client.ts";
import { untilErased } from "../support/node/erasure.ts";
import { IS_LONG, tell } from "../support/node/long/settings.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { type StubModel, startStubModel } from "../support/node/stub-model.ts";
import { ROWS } from "../support/permission-table.ts";
import { fc } from "../support/properties.ts";
import { type Answer, flawOf, LONGEST_TARGET, parsed, play, WIDTH } from "./wire-answers.ts";
import { bodies, type Known, requests, type WireRequest } from "./wire-requests.ts";

const { PROPERTY_SEED = "20261121", WIRE_CASE, LONG_TESTS } = process.env;
const SEED = PROPERTY_SEED === "random" ? Date.now() % 2 ** 31 : Number(PROPERTY_SEED);
const CASES = LONG_TESTS === "1" ? 50_000 : 400;
/**
 * What health may take, in ms of the clock, more beside other tests; a case that seems to hold it up longer is judged alone, by
 * the best of several times. What each may compute at a stretch, test/process/stretches asks.
 */
const HEALTH_MS = IS_LONG ? 100 : 300;
const TIMES_ALONE = 5;
const MAX_JUDGED = 20;
const ALL = ["mask", "unmask", "metadata_change"];
const ADMIN = "super-admin/namespace";
const END_PATIENCE_MS = 120_000;
/** Places for what is learnt from answers. */
const PLACES = 12;

let service: Service;
let stub: StubModel;
let known: Known;
/** Tracking ids of deletions that were accepted: of mappings of n, and of namespaces. */
const accepted = { erasures: new Set<string>(), namespaces: new Set<string>() };

beforeAll(async () => {
  stub = await startStubModel();
  service = await startService({
    args: ["--llm", `openai=${stub.url}`, "--llm", `anthropic=${stub.url}`],
  });
  const all = await newToken(service, "n", "u", ALL);
  const revoked = await newToken(service, "n", "r", ALL);
  const master = service.secrets.VAULT_MASTER_KEY;
  const admin = `${ADMIN}/auth-token/deactivate`;
  expect((await send(service, master, admin, { data: { auth_token: revoked } })).status).toBe(200);
  for (const policy_name of ["p", "q"]) {
    await send(service, all, "metadata/policy/create", { data: { policy_name } });
  }
  const values = ["Ada", "Grace Hopper", "grace@example.com", "4111 1111 1111 1111"];
  const items = values.map((value) => ({ value, token_name: "Text Token" }));
  const masked = await send(service, all, "mask", {
    mask: [...items, { value: values.join(", ") }],
  });
  const job = await submit(service, all, "mask", items);
  const erasure = { data: { values: ["nobody"] } };
  const erased = await send(service, all, "namespace/delete/by-value", erasure);
  known = {
    bearers: {
      all,
      mask: await newToken(service, "n", "m", ["mask"]),
      elsewhere: await newToken(service, "gone", "u", ALL),
      revoked,
      master,
    },
    tokens: placed(masked.body.data.map((item: { token_value: string }) => item.token_value)),
    ids: placed([job, erased.body.data.tracking_id]),
    tomorrow: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  };
});

afterAll(async () => {
  await stub.stop();
  await cleanUp();
});

/** As many places, whatever there is yet. */
function placed(first: readonly string[]): string[] {
  return Array.from({ length: PLACES }, (_, place) => first[place % first.length] ?? "");
}

/** Case n, always the same for one seed: tokens and ids that the service makes are random, all else is not. */
function caseOf(n: number): WireRequest {
  const [request] = fc.sample(requests(known), { seed: SEED + n, numRuns: 1 });
  if (request === undefined) throw new Error(`no case ${n}`);
  return request;
}

/** Keep what later cases may speak of, and what must end; makes `gone` again when it is. */
async function learn(n: number, request: WireRequest, answer: Answer): Promise<void> {
  const { method, path, bearer } = request;
  const { bearers, tokens, ids } = known;
  if (answer.status === 401 && bearer === bearers.elsewhere) {
    const data = { namespace_name: "gone", _id: "u", permissions: ALL };
    const again = await send(service, bearers.master, `${ADMIN}/auth-token/generate`, { data });
    if (again.status === 200) bearers.elsewhere = again.body.data.auth_key;
    return;
  }
  if (answer.status !== 200 || method !== "PUT" || path.endsWith("/stream")) return;
  const { data } = parsed(answer.text);
  const [first] = Array.isArray(data) ? data : [data];
  if (path === "/api/vault/mask" && typeof first.token_value === "string") {
    tokens[n % PLACES] = first.token_value;
  }
  const id = first?.tracking_id;
  if (typeof id !== "string" || path.endsWith("/async-status")) return;
  ids[n % PLACES] = id;
  if (path.endsWith("/namespace/delete")) accepted.namespaces.add(id);
  else if (path.includes("/namespace/delete/") && bearer === bearers.all) accepted.erasures.add(id);
}

/** End every hold, and wait until all that was accepted has ended. */
async function untilAllEnded(): Promise<void> {
  const { all, master } = known.bearers;
  // `none` may have been made by a case, and held.
  for (const namespace_name of ["n", "gone", "none"]) {
    const data = { namespace_name, hold: false };
    const { status } = await send(service, master, `${ADMIN}/hold`, { data });
    expect([200, 404], `the hold of ${namespace_name}`).toContain(status);
  }
  for (const id of accepted.erasures) {
    const { status } = await untilErased(service, all, id, END_PATIENCE_MS);
    expect(status, id).toBe("SUCCESS");
  }
  for (const id of accepted.namespaces) {
    const isOver = async () => {
      const { body } = await ask(service, master, `${ADMIN}/job-status?tracking_id=${id}`);
      return body.data?.status === "SUCCESS";
    };
    await waitFor(`the namespace of ${id} is gone`, isOver, END_PATIENCE_MS);
  }
}

/** Milliseconds of the slowest health check while something runs, each told to `onSlow` when it takes too long. */
async function healthDuring(work: Promise<unknown>, onSlow: (ms: number) => void = () => {}) {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  const took: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const { status } = await fetch(`${service.url}/healthz`);
    const ms = performance.now() - began;
    expect(status).toBe(200);
    took.push(ms);
    if (ms > HEALTH_MS) onSlow(ms);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await ended;
  return took.sort((a, b) => a - b);
}

it("has a request for every route", () => {
  const routes = ROWS.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(bodies(known)).sort()).toEqual([...new Set(routes)].sort());
});

it("is not reached by a target that is longer than the runtime reads", async () => {
  const asked = (length: number): WireRequest => {
    const path = "/api/vault/metadata/formats?x=".padEnd(length, "a");
    const bare = { type: null, encoding: null, body: null };
    return { method: "GET", path, bearer: known.bearers.all, ...bare };
  };
  for (const length of [LONGEST_TARGET, LONGEST_TARGET + 1]) {
    const answer = await play(service.url, asked(length));
    expect(flawOf(asked(length), answer)).toBeNull();
    expect(answer.status).toBe(length > LONGEST_TARGET ? 414 : 200);
  }
});

it(
  `gets ${WIRE_CASE ?? CASES} cases of seed ${SEED} answered as they should be, and health beside them`,
  async () => {
    const numbers = WIRE_CASE ? [Number(WIRE_CASE)] : Array.from({ length: CASES }, (_, n) => n);
    const flaws: string[] = [];
    const underWay = new Set<number>();
    const suspects = new Map<number, number>();
    const statuses: Record<number, number> = {};
    const playOne = async (n: number) => {
      const request = caseOf(n);
      underWay.add(n);
      const answer = await play(service.url, request).catch((error) => ({
        status: 0,
        headers: {},
        text: String(error),
      }));
      underWay.delete(n);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const flaw = flawOf(request, answer);
      if (flaw === null) return learn(n, request, answer);
      const body = new TextDecoder().decode(request.body ?? new Uint8Array()).slice(0, 500);
      flaws.push(
        `case ${n} of seed ${SEED}: ${flaw}: ${request.method} ${request.path} ${body} -> ${answer.status} ${answer.text.slice(0, 300)}`,
      );
    };
    let next = 0;
    const lane = async () => {
      for (let n = numbers[next++]; n !== undefined; n = numbers[next++]) await playOne(n);
    };
    const all = Promise.all(Array.from({ length: WIDTH }, lane));
    const health = await healthDuring(all, (ms) => {
      for (const n of underWay) suspects.set(n, Math.max(ms, suspects.get(n) ?? 0));
    });
    expect(flaws).toEqual([]);
    expect(health[health.length >> 1]).toBeLessThan(HEALTH_MS);
    // A busy machine holds up health as well as a case does: only who does so each time is to blame.
    const worst = [...suspects].sort(([, a], [, b]) => b - a).slice(0, MAX_JUDGED);
    for (const [n] of worst) {
      const slowest: number[] = [];
      for (let time = 0; time < TIMES_ALONE && !(Math.min(...slowest) < HEALTH_MS); time++) {
        slowest.push((await healthDuring(playOne(n))).at(-1) ?? 0);
      }
      expect(Math.min(...slowest), `health beside case ${n} of seed ${SEED}`).toBeLessThan(
        HEALTH_MS,
      );
    }
    expect((await ask(service, known.bearers.all, "metadata/formats")).status).toBe(200);
    await untilAllEnded();
    const { erasures, namespaces } = accepted;
    tell(
      `statuses ${JSON.stringify(statuses)}; ${erasures.size} erasures and ${namespaces.size} deletions of namespaces ended; health: median ${health[health.length >> 1]?.toFixed(1)}, longest ${health.at(-1)?.toFixed(1)} ms`,
    );
  },
  LONG_TESTS === "1" ? 3_600_000 : 300_000,
);
