// Callers who mask, unmask and erase the same values at the same time, directly and by jobs, at random; each answer is compared
// with what the order of requests and answers allows. An erasure that was answered before a mask began cannot take that
// mask's token; one that began after the mask was answered must, at its answer or, where the value only contains what was
// sought, at its end.
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { everything, pollDeletion, tryDelete } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { chance, IS_LONG } from "../../support/properties.ts";
import {
  accepted,
  call,
  mask,
  PATHS,
  pollJob,
  submit,
  tryStatus,
  tryUnmask,
  type WholeRecord,
} from "../../support/requests.ts";

afterEach(() => setFailpointHook(null));

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const CALLERS = 4;
const STEPS = 25;
const VALUES = ["ada", "bob", "ADA", "write to ada soon", "write to bob soon", "nobody"];
const SOUGHT = ["ada", "bob"];

/** Places in the order of all requests and answers. */
interface Span {
  readonly start: number;
  end: number;
}
interface Masked extends Span {
  readonly value: string;
  readonly token: string;
}
interface Erasure extends Span {
  /** null: everything. */
  readonly sought: string | null;
  /** Known to have ended. */
  done: number;
}

const isExact = ({ sought }: Erasure, value: string) => sought === null || sought === value;
const isMatch = ({ sought }: Erasure, value: string) =>
  sought === null || value.toLowerCase().includes(sought);

class History {
  #at = 0;
  readonly masks: Masked[] = [];
  readonly erasures: Erasure[] = [];
  readonly log: string[] = [];

  tick(): number {
    return ++this.#at;
  }

  masked(start: number, values: readonly string[], tokens: readonly string[]): void {
    const end = this.tick();
    values.forEach((value, i) => {
      const token = tokens[i] ?? "";
      for (const other of this.masks) {
        if (other.token !== token) continue;
        expect(other.value, "one token for two values").toBe(value);
        const taken = this.erasures.find(
          (e) => isMatch(e, value) && other.end < e.start && e.end < start,
        );
        if (taken !== undefined)
          this.fail(`${value}: a token was given that an erasure takes`, other, taken, start);
      }
      this.masks.push({ value, token, start, end });
    });
  }

  /** What was read for a token, by a request within these places; null when it was no longer there. */
  read(token: string, value: string | null, { start, end }: Span): void {
    const of = this.masks.filter((one) => one.token === token);
    const name = of[0]?.value ?? "";
    const isDead = of.every((m) =>
      this.erasures.some((e) => {
        const effect = isExact(e, name) ? e.end : e.done;
        return isMatch(e, name) && m.end < e.start && effect < start;
      }),
    );
    const isAlive = of.some(
      (m) =>
        m.end < start &&
        this.erasures.every((e) => !isMatch(e, name) || e.end < m.start || e.start > end),
    );
    if (value !== null && value !== name) this.fail(`${name}: ${value} instead`);
    if (isDead && value !== null) this.fail(`${name}: read after its erasure`, of, start, end);
    if (isAlive && value === null) this.fail(`${name}: lost`, of, start, end);
  }

  fail(...what: unknown[]): never {
    throw new Error(JSON.stringify([what, this.erasures, this.masks.length, this.log.slice(-40)]));
  }
}

/** One of several callers. */
class Caller {
  readonly #tokens: { app: string; admin: string };
  readonly #random: (below: number) => number;
  readonly #history: History;

  constructor(
    tokens: { app: string; admin: string },
    random: (below: number) => number,
    history: History,
  ) {
    this.#tokens = tokens;
    this.#random = random;
    this.#history = history;
  }

  async run(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      const steps = [
        this.#mask,
        this.#mask,
        this.#maskJob,
        this.#unmask,
        this.#unmask,
        this.#unmaskJob,
        this.#erase,
      ];
      await (steps[this.#random(steps.length)] ?? this.#mask).call(this);
    }
  }

  async #mask(): Promise<void> {
    const values = this.#values();
    const start = this.#history.tick();
    const items = await mask(this.#tokens.app, values.map(itemOf));
    this.#history.log.push(`${start} mask ${values}`);
    this.#history.masked(
      start,
      values,
      items.map(({ token_value }) => String(token_value)),
    );
  }

  async #maskJob(): Promise<void> {
    const values = this.#values();
    const start = this.#history.tick();
    const id = await submit(this.#tokens.app, "mask", { mask: values.map(itemOf) });
    const { status, result } = await pollJob(this.#tokens.app, id);
    this.#history.log.push(`${start} mask job ${values} ${status}`);
    if (status === "SUCCESS")
      this.#history.masked(
        start,
        values,
        (result ?? []).map(({ token_value }) => String(token_value)),
      );
  }

  async #unmask(): Promise<void> {
    const token = this.#known();
    if (token === null) return;
    const start = this.#history.tick();
    const { status, data, text } = await tryUnmask(this.#tokens.app, [token]);
    const end = this.#history.tick();
    expect([200, 400], text).toContain(status);
    const value = status === 200 ? (data[0]?.value ?? null) : null;
    this.#history.log.push(`${start}-${end} unmask ${value}`);
    this.#history.read(token, value, { start, end });
  }

  async #unmaskJob(): Promise<void> {
    const token = this.#known();
    if (token === null) return;
    const begun = this.#history.tick();
    const id = await submit(this.#tokens.app, "unmask", { unmask: [{ token_value: token }] });
    let [start, end] = [begun, begun];
    let record: WholeRecord | undefined;
    while (record === undefined || ["PENDING", "IN-PROGRESS"].includes(record.status)) {
      if (record !== undefined) await scheduler.wait(5);
      start = this.#history.tick();
      [record] = accepted(await tryStatus(this.#tokens.app, [id]));
      end = this.#history.tick();
    }
    const [item] = (record.result ?? []) as unknown as { value: string }[];
    this.#history.log.push(`${begun}-${end} unmask job ${record.status}`);
    if (item !== undefined) this.#history.read(token, item.value, { start, end });
    else this.#history.read(token, null, { start: begun, end });
  }

  async #erase(): Promise<void> {
    const sought = this.#random(6) === 0 ? null : (SOUGHT[this.#random(SOUGHT.length)] ?? "");
    const erasure: Erasure = { sought, start: this.#history.tick(), end: Infinity, done: Infinity };
    this.#history.erasures.push(erasure);
    const answer =
      sought === null
        ? await tryDelete(this.#tokens.admin, everything())
        : await call<{ tracking_id: string }>("PUT", PATHS.byValue, {
            token: this.#tokens.admin,
            body: { data: { values: [sought] } },
          });
    const { tracking_id } = accepted(answer) as { tracking_id: string };
    erasure.end = this.#history.tick();
    this.#history.log.push(`${erasure.start}-${erasure.end} erase ${sought}`);
    if (this.#random(2) === 0) {
      await pollDeletion(this.#tokens.admin, tracking_id);
      erasure.done = this.#history.tick();
    }
  }

  #values(): string[] {
    const count = 1 + this.#random(3);
    return Array.from({ length: count }, () => VALUES[this.#random(VALUES.length)] ?? "");
  }

  #known(): string | null {
    const { masks } = this.#history;
    return masks[this.#random(Math.max(1, masks.length))]?.token ?? null;
  }
}

const itemOf = (value: string) => ({ value, token_name: "Text Token" });

it.runIf(IS_LONG).each(SEEDS)(
  "callers at the same time are answered as some order of them allows (seed %i)",
  async (seed) => {
    const { tokens } = await newNamespace({ app: ["mask", "unmask"], admin: ["metadata_change"] });
    const history = new History();
    const callers = Array.from(
      { length: CALLERS },
      (_, i) => new Caller(tokens, chance(seed * 100 + i), history),
    );
    const random = chance(seed);
    setFailpointHook(async (at) => {
      if (/^(?:delete|mask|job|cover)\./.test(at)) await scheduler.wait(random(15));
    });
    await Promise.all(callers.map((caller) => caller.run()));
  },
);
