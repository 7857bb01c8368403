// Measures a deletion by age: alone and under load, beside what the same machine does at least.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure } from "../cli/command.ts";
import { HttpCaller, quantile } from "./http.ts";

/** A service to measure. */
export type Target = { url: string; masterKey: string; workerdPid: number };

/** Times of answers in milliseconds. */
export type Latency = { requests: number; p50: number; p99: number };

/** What one deletion took. */
export type DeletionFigures = {
  acceptMs: number;
  rowsPerSecond: number;
  cleared: number;
  /** Growth of the process at its peak, in MiB; null where the system does not tell. */
  memoryMib: number | null;
};

const ITEMS = 1_000;
const FILLERS = 4;
const DAY_MS = 86_400_000;

/** A namespace with rows in it, and the calls the measurement makes. */
export class BenchNamespace {
  readonly #caller: HttpCaller;
  readonly #target: Target;
  readonly #name: string;
  #token = "";
  #next = 0;

  constructor(target: Target, name: string, connections: number) {
    this.#caller = new HttpCaller(target.url, connections + 1);
    this.#target = target;
    this.#name = name;
  }

  /** Make the namespace. */
  async open(): Promise<void> {
    const permissions = ["mask", "unmask", "metadata_change"];
    const data = { namespace_name: this.#name, _id: "bench", permissions };
    const path = "/api/vault/super-admin/namespace/auth-token/generate";
    const answer = await this.#caller.send("PUT", path, this.#target.masterKey, { data });
    this.#token = JSON.parse(answer.body).data.auth_key;
  }

  /** Mask so many new values of about twenty letters as Text Token. */
  async fill(rows: number, onProgress: (done: number) => void): Promise<void> {
    let from = 0;
    let done = 0;
    const work = async (): Promise<void> => {
      while (from < rows) {
        const first = from;
        from += ITEMS;
        await this.#mask(Array.from({ length: ITEMS }, (_, i) => `customer number ${first + i}`));
        done += ITEMS;
        onProgress(done);
      }
    };
    await Promise.all(Array.from({ length: FILLERS }, work));
  }

  /** Single masks of new values over so many connections, until `isOver`. */
  async load(connections: number, isOver: () => boolean): Promise<Latency> {
    const times: number[] = [];
    const work = async (): Promise<void> => {
      while (!isOver()) {
        this.#next += 1;
        times.push(await this.#mask([`visitor number ${this.#next} of the bench`]));
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    return { requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
  }

  /** Delete everything masked so far and follow the job to its end. */
  async deleteAll(): Promise<DeletionFigures> {
    const before = residentMib(this.#target.workerdPid);
    const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const path = "/api/vault/namespace/delete/personal-data-mapping";
    const accepted = await this.#caller.send("PUT", path, this.#token, { data: { date } });
    const started = performance.now();
    const { tracking_id } = JSON.parse(accepted.body).data;
    let peak = before;
    for (;;) {
      const look = `/api/vault/namespace/job-status?tracking_id=${tracking_id}`;
      const { body } = await this.#caller.send("GET", look, this.#token);
      const { status, progress } = JSON.parse(body).data;
      const now = residentMib(this.#target.workerdPid);
      peak = peak === null || now === null ? null : Math.max(peak, now);
      if (status === "SUCCESS") {
        const seconds = (performance.now() - started) / 1000;
        return {
          acceptMs: accepted.ms,
          cleared: progress.cleared,
          rowsPerSecond: progress.cleared / seconds,
          memoryMib: peak === null || before === null ? null : peak - before,
        };
      }
      await sleep(50);
    }
  }

  /** Close its connections. */
  close(): void {
    this.#caller.close();
  }

  async #mask(values: string[]): Promise<number> {
    const mask = values.map((value) => ({ value, token_name: "Text Token" }));
    const answer = await this.#caller.send("PUT", "/api/vault/mask", this.#token, { mask });
    if (answer.status === 200) return answer.ms;
    throw new CommandFailure(`A mask was answered ${answer.status}: ${answer.body.slice(0, 200)}`);
  }
}

/** Resident memory of a process in MiB, or null. */
function residentMib(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kib === undefined ? null : Number(kib) / 1024;
  } catch {
    return null;
  }
}
