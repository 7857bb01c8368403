// 15,000 mappings (100,000 in npm run test:long) are erased while 16 connections continue and the service is killed
// repeatedly: the count is exact, no newer mapping is lost, and no older one is read after the acceptance.

import { afterAll, describe, expect, it } from "vitest";
import { newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import {
  eraseAll,
  filesWith,
  lookAtErasure,
  statementsOf,
  untilErased,
  wrappedDayKeys,
} from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { objectPaths, query } from "../support/node/object-files.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const MAPPINGS = IS_LONG ? 100_000 : 15_000;
const CONNECTIONS = 16;
const KILLS_IN_ACCEPTANCE = IS_LONG ? 5 : 2;
const KILLS_WHILE_ROWS_GO = IS_LONG ? 4 : 1;
const KILLS_BEHIND_THE_ROWS = IS_LONG ? 3 : 1;
const KILLS = KILLS_IN_ACCEPTANCE + KILLS_WHILE_ROWS_GO + KILLS_BEHIND_THE_ROWS;

type Item = { value: string; token_name: string; attributes?: object };
type Masked = Item & { token: string };

/** Every tenth numeric, every twentieth with attributes. */
function makeItem(name: string, i: number): Item {
  const number = String(i).padStart(9, "0");
  if (i % 10 === 0) return { value: `7${number}`, token_name: "Numeric Token" };
  const item = { value: `${name} ${number}`, token_name: "Text Token" };
  return i % 20 === 1 ? { ...item, attributes: { ref: `r${i}` } } : item;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pick = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)];

/** Callers that never stop, whatever happens to the service, and note whatever must not be. */
class Traffic {
  service: Service;
  /** While an acceptance is open nothing is masked: then the count is known exactly. */
  isAccepting = false;
  /** From the answer of acceptance on, or from the first refusal. */
  isErased = false;
  isOver = false;
  readonly young: Masked[] = [];
  readonly wrong: string[] = [];
  readonly counts = { alive: 0, refused: 0, masked: 0, remasked: 0, unmasked: 0, failed: 0 };
  readonly #token: string;
  readonly #old: readonly Masked[];
  readonly #oldTokens: ReadonlySet<string>;
  #next = 0;

  constructor(service: Service, token: string, old: readonly Masked[]) {
    this.service = service;
    this.#token = token;
    this.#old = old;
    this.#oldTokens = new Set(old.map((item) => item.token));
  }

  async run(): Promise<void> {
    while (!this.isOver) {
      const turn = Math.random();
      if (turn < 0.5) await this.#unmaskOld();
      else if (this.isAccepting) await pause(1);
      else if (!this.isErased) await this.#maskOldAgain();
      else if (turn < 0.6) await this.#maskOldAnew();
      else if (turn < 0.8) await this.#maskNew();
      else await this.#unmaskYoung();
    }
  }

  /** An answer that counts: not one from a service that is down or still finding its feet. */
  async #send(path: string, body: object) {
    try {
      const answer = await send(this.service, this.#token, path, body);
      if (answer.status !== 503) return answer;
    } catch {
      // Killed.
    }
    this.counts.failed += 1;
    await pause(20);
    return null;
  }

  async #unmaskOld(): Promise<void> {
    const item = pick(this.#old);
    if (!item) return;
    const wasErased = this.isErased;
    const answer = await this.#send("unmask", { unmask: [{ token_value: item.token }] });
    if (answer === null) return;
    if (answer.status === 400) {
      this.counts.refused += 1;
      if (this.isAccepting) this.isErased = true;
      else if (!wasErased && !this.isErased) this.wrong.push("refused before any erasure");
    } else if (answer.status !== 200) {
      this.wrong.push(`unmask of old: ${answer.status} ${JSON.stringify(answer.body)}`);
    } else {
      this.counts.alive += 1;
      if (wasErased) this.wrong.push(`read after the acceptance: ${item.value}`);
      else if (answer.body.data[0].value !== item.value) this.wrong.push("a wrong value");
    }
  }

  async #mask(item: Item): Promise<string | null> {
    const answer = await this.#send("mask", { mask: [item] });
    if (answer === null) return null;
    if (answer.status === 200) return answer.body.data[0].token_value;
    this.wrong.push(`mask: ${answer.status} ${JSON.stringify(answer.body)}`);
    return null;
  }

  async #maskOldAgain(): Promise<void> {
    const item = pick(this.#old);
    if (!item) return;
    const token = await this.#mask({ value: item.value, token_name: item.token_name });
    if (token !== null && token !== item.token) this.wrong.push("another token before the erasure");
  }

  async #maskOldAnew(): Promise<void> {
    const item = pick(this.#old);
    if (!item) return;
    const again = { value: item.value, token_name: item.token_name };
    const token = await this.#mask(again);
    if (token === null) return;
    this.counts.remasked += 1;
    if (this.#oldTokens.has(token)) this.wrong.push(`an old token came back: ${item.value}`);
    this.young.push({ ...again, token });
  }

  async #maskNew(): Promise<void> {
    const item = makeItem("younger", 500_000_000 + this.#next++);
    const token = await this.#mask(item);
    if (token === null) return;
    this.counts.masked += 1;
    if (this.#oldTokens.has(token)) this.wrong.push("a new value got an old token");
    this.young.push({ ...item, token });
  }

  async #unmaskYoung(): Promise<void> {
    const item = pick(this.young);
    if (!item) return;
    const answer = await this.#send("unmask", { unmask: [{ token_value: item.token }] });
    if (answer === null) return;
    this.counts.unmasked += 1;
    const value = answer.body.data?.[0].value;
    if (value !== item.value) this.wrong.push(`younger: ${answer.status} ${item.value}`);
  }
}

describe(`an erasure of ${MAPPINGS} mappings under load and SIGKILLs`, () => {
  afterAll(cleanUp);

  it("ends SUCCESS with the exact count, nothing younger lost, nothing older read", async () => {
    let service = await startService();
    const token = await newToken(service, "erasure", "app", ["mask", "unmask"]);
    const admin = await newToken(service, "erasure", "admin", ["metadata_change"]);
    const items = Array.from({ length: MAPPINGS }, (_, i) => makeItem("person", i));
    const maskJob = await submit(service, token, "mask", items);
    const { result } = await untilEnded(service, token, maskJob);
    const old = items.map((item, i): Masked => ({ ...item, token: result[i].token_value }));
    const [vault = ""] = objectPaths(service.dataDir, "Vault");
    const oldKeys = wrappedDayKeys(vault);
    expect(oldKeys).not.toEqual([]);

    const traffic = new Traffic(service, token, old);
    const callers = Array.from({ length: CONNECTIONS }, () => traffic.run());
    const killAndRestart = async () => {
      await service.kill9();
      service = await startService({ dataDir: service.dataDir, secrets: service.secrets });
      traffic.service = service;
    };
    await pause(300);
    traffic.isAccepting = true;
    // Masks in flight end before the first acceptance begins.
    await pause(300);
    const { trackingId, kills } = await accept(() => service, admin, killAndRestart);
    traffic.isErased = true;
    traffic.isAccepting = false;

    const phases: string[] = [];
    for (let kill = kills; kill < KILLS; kill++) {
      if (KILLS - kill > KILLS_BEHIND_THE_ROWS) await pause(Math.random() * 60);
      else await untilRowsAreGone(vault, trackingId);
      phases.push(phaseOf(vault, trackingId));
      await killAndRestart();
      const { status, body } = await lookAtErasure(service, admin, trackingId);
      expect(status).toBe(200);
      expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(body.data.status);
    }
    const job = await untilErased(service, admin, trackingId);
    await waitFor("enough was masked since", () => traffic.young.length > 200, 60_000);
    traffic.isOver = true;
    await Promise.all(callers);
    expect(traffic.wrong.slice(0, 5)).toEqual([]);
    expect(job.status).toBe("SUCCESS");
    // An acceptance whose answer was killed may be in effect: then it is the one that counted them.
    const all = query(vault, "SELECT cleared, total, state, cutoff_id FROM deletion");
    console.log(
      `${kills} kills in acceptance (${all.length} accepted), then in:`,
      phases.join(" "),
    );
    console.log(traffic.counts);
    expect(all.map(({ state }) => state)).toEqual(all.map(() => "SUCCESS"));
    expect(all.reduce((sum, row) => sum + Number(row["cleared"]), 0)).toBe(MAPPINGS);
    expect(job.response.cleared_records).toBe(Number(all.at(-1)?.["cleared"]));
    const statements = await statementsOf(service, job.receipt);
    expect(statements.counts.mappings).toBe(job.response.cleared_records);
    await expectReadable(service, token, traffic.young);
    const [purged] = (
      await send(service, token, "async-status", { status: [{ tracking_id: maskJob }] })
    ).body.data;
    expect(purged).toMatchObject({ status: "PURGED", result: null });

    expect(await service.stop()).toBe(0);
    const cutoffId = all.at(-1)?.["cutoff_id"];
    expect(query(vault, `SELECT id FROM mapping WHERE id <= ${cutoffId} LIMIT 1`)).toEqual([]);
    expect(
      query(vault, `SELECT mapping_id FROM attribute WHERE mapping_id <= ${cutoffId} LIMIT 1`),
    ).toEqual([]);
    expect(filesWith(service.dataDir, oldKeys)).toEqual([]);
  }, 300_000);
});

/** Ask for the erasure and kill the service at once, a few times; then let one be answered. */
async function accept(service: () => Service, admin: string, killAndRestart: () => Promise<void>) {
  for (let kills = 0; ; ) {
    const asked = eraseAll(service(), admin).catch(() => null);
    if (kills < KILLS_IN_ACCEPTANCE) {
      await pause(Math.random() * 12);
      await killAndRestart();
      kills += 1;
    }
    const answer = await asked;
    if (answer === null || answer.status === 503) continue;
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { trackingId: String(answer.body.data.tracking_id), kills };
  }
}

/** Then the later phases: resealing, keys, jobs, receipt; each takes milliseconds. */
async function untilRowsAreGone(vault: string, trackingId: string): Promise<void> {
  const isEarly = () => ["count", "rows", "digests"].includes(phaseOf(vault, trackingId));
  await waitFor("the rows are gone", () => !isEarly(), 60_000);
  await pause(Math.random() * 10);
}

function phaseOf(vault: string, trackingId: string): string {
  const [row] = query(
    vault,
    `SELECT state, phase FROM deletion WHERE tracking_id = '${trackingId}'`,
  );
  return row?.["state"] === "SUCCESS" ? "done" : String(row?.["phase"]);
}

async function expectReadable(service: Service, token: string, young: readonly Masked[]) {
  expect(young.length).toBeGreaterThan(100);
  for (let at = 0; at < young.length; at += 500) {
    const part = young.slice(at, at + 500);
    const unmask = part.map((item) => ({ token_value: item.token }));
    const answer = await send(service, token, "unmask", { unmask });
    expect(answer.status).toBe(200);
    const values = answer.body.data.map((item: { value: string }) => item.value);
    expect(values).toEqual(part.map((item) => item.value));
  }
}
