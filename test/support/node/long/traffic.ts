// Everything a namespace can be asked for, drawn at random, without end; its model judges the answers.

import type { Item, NamespaceModel } from "./model.ts";
import { PolicyModel } from "./policies.ts";
import { pause, type Wire } from "./wire.ts";

/** A job or an erasure that was accepted. */
type Job = { id: string; kind: "mask" | "unmask"; begun: number; items: Item[]; tokens: string[] };

/** How many values there are to draw from, so that the same comes again and again. */
const VALUES = 400;
const MOST_JOBS = 4;
const MOST_ERASURES = 20;

/** What traffic has come to so far, as a line. */
export function countsOf(traffic: readonly Traffic[]): string {
  const sum: Record<string, number> = {};
  for (const { counts } of traffic) {
    for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count;
  }
  return Object.entries(sum)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");
}

/** Callers of one namespace. */
export class Traffic {
  readonly model: NamespaceModel;
  /** Tracking ids of accepted erasures. */
  readonly erasures: string[] = [];
  readonly counts: Record<string, number> = {};
  isOver = false;
  readonly #wire: Wire;
  readonly #token: string;
  readonly #random: () => number;
  readonly #policies: PolicyModel;
  /** Items of a job, at most. */
  readonly #jobItems: number;
  #openJobs: Job[] = [];
  #openErasures: string[] = [];

  constructor(
    wire: Wire,
    token: string,
    model: NamespaceModel,
    random: () => number,
    jobItems = 150,
  ) {
    this.#jobItems = jobItems;
    this.#wire = wire;
    this.#token = token;
    this.model = model;
    this.#random = random;
    this.#policies = new PolicyModel((path, body) => wire.send(token, path, body), model, random);
  }

  /** One caller, until `isOver`; one of them also changes policies. */
  async run(changesPolicies: boolean): Promise<void> {
    while (!this.isOver) await this.step(changesPolicies);
  }

  /** One request of some kind. Only one caller at a time may change policies. */
  async step(changesPolicies: boolean): Promise<void> {
    const turn = this.#random();
    if (turn < 0.35) await this.#mask();
    else if (turn < 0.62) await this.#unmask();
    else if (turn < 0.69) await this.#submit();
    else if (turn < 0.79) await this.#pollJob();
    else if (turn < 0.84) await this.#erase();
    else if (turn < 0.93) await this.#pollErasure();
    else if (changesPolicies) await this.#policies.step();
  }

  /** Wait until everything accepted has ended. */
  async untilEnded(patienceMs: number): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (this.#openJobs.length > 0 || this.#openErasures.length > 0) {
      await this.#pollJob();
      await this.#pollErasure();
      if (Date.now() > deadline) {
        const open = [...this.#openJobs.map((job) => `job ${job.id}`), ...this.#openErasures];
        this.model.blame(`not ended: ${open}`);
        return;
      }
      await pause(20);
    }
  }

  /** Ask for every known token once more: living ones together, others alone. */
  async audit(mostAlone: number): Promise<void> {
    const alive = this.model.tokensOf("alive");
    for (let at = 0; at < alive.length; at += 100) await this.#ask(alive.slice(at, at + 100));
    const others = [...this.model.tokensOf("unsure"), ...this.model.tokensOf("dead")];
    const step = Math.max(1, Math.ceil(others.length / mostAlone));
    for (let at = 0; at < others.length; at += step) await this.#ask(others.slice(at, at + 1));
    await this.#policies.check();
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most);
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.#upTo(list.length)];
  }

  /** Texts, numbers with random tokens, and values that always come with the same attribute. */
  #item(): Item {
    const number = String(this.#upTo(VALUES)).padStart(4, "0");
    const sort = this.#upTo(10);
    if (sort < 3) return { value: `7${number}3${number}`, token_name: "Numeric Token" };
    if (sort < 5) {
      return {
        value: `held${number}`,
        token_name: "Text Token",
        attributes: { ref: `r${number}` },
      };
    }
    return { value: `word${number}`, token_name: sort < 8 ? "Text Token" : "Default Token" };
  }

  #items(most: number): Item[] {
    const items = Array.from({ length: 1 + this.#upTo(most) }, () => this.#item());
    return [...new Map(items.map((item) => [item.value + item.token_name, item])).values()];
  }

  async #mask(): Promise<void> {
    const items = this.#items(this.#random() < 0.5 ? 1 : 20);
    const begun = this.model.tick();
    const told = await this.#wire.send(this.#token, "mask", { mask: items });
    if (told === null) return;
    if (told.status !== 200) return this.#unexpected("mask", told);
    this.#count("mask");
    const tokens = told.body.data.map((one: { token_value: string }) => one.token_value);
    this.model.masked(begun, items, tokens);
  }

  async #unmask(): Promise<void> {
    const fate = this.#random();
    const known = this.model.tokensOf(fate < 0.8 ? "alive" : fate < 0.9 ? "unsure" : "dead");
    const count = this.#random() < 0.5 ? 1 : 10;
    const tokens = Array.from({ length: count }, () => this.#pick(known) ?? "");
    if (known.length > 0) await this.#ask(tokens);
  }

  async #ask(tokens: readonly string[]): Promise<void> {
    const question = this.model.ask(tokens);
    const unmask = tokens.map((token_value) => ({ token_value }));
    const told = await this.#wire.send(this.#token, "unmask", { unmask });
    if (told === null) return;
    this.#count("unmask");
    if (told.status === 200) {
      const values = told.body.data.map((one: { value: string }) => one.value);
      this.model.gave(question, values);
    } else if (told.body.error.code === "unmask_failed") this.model.refused(question);
    else this.#unexpected("unmask", told);
  }

  async #submit(): Promise<void> {
    if (this.#openJobs.length >= MOST_JOBS) return;
    const kind = this.#random() < 0.7 ? "mask" : "unmask";
    const tokens = this.model.tokensOf("alive").slice(-this.#jobItems);
    if (kind === "unmask" && tokens.length === 0) return;
    const items =
      kind === "mask"
        ? this.#items(this.#jobItems)
        : tokens.flatMap((token) => this.model.itemOf(token) ?? []);
    const begun = this.model.tick();
    const list = kind === "mask" ? items : tokens.map((token_value) => ({ token_value }));
    const told = await this.#wire.send(this.#token, `${kind}/async`, { [kind]: list });
    if (told === null) return;
    if (told.status === 429) return;
    if (told.status !== 200) return this.#unexpected(`${kind}/async`, told);
    this.#count(`${kind} job`);
    this.#openJobs.push({ id: told.body.data[0].tracking_id, kind, begun, items, tokens });
  }

  async #pollJob(): Promise<void> {
    const job = this.#pick(this.#openJobs);
    if (job === undefined) return;
    const dead = new Set(this.model.tokensOf("dead"));
    const status = [{ tracking_id: job.id }];
    const told = await this.#wire.send(this.#token, "async-status", { status });
    if (told === null) return;
    if (told.status !== 200) return this.#unexpected(`async-status of ${job.id}`, told);
    const record = told.body.data[0];
    if (record.status === "PENDING" || record.status === "IN-PROGRESS") return;
    // Another caller may have seen it meanwhile.
    if (!this.#openJobs.includes(job)) return;
    this.#openJobs = this.#openJobs.filter((other) => other !== job);
    this.#count(`job ${record.status}`);
    if (record.status === "SUCCESS") return this.#checkResult(job, record.result, dead);
    const isErased = this.model.mayBeErased(job.items, job.begun);
    const isRight = isErased && (record.status === "PURGED" || job.kind === "unmask");
    if (!isRight) this.model.blame(`${job.kind} job ${record.status}: ${record.error_msg}`);
  }

  #checkResult(job: Job, result: { value: string; token_value: string }[], dead: Set<string>) {
    const tokens = result.map((one) => one.token_value);
    const values = result.map((one) => one.value);
    if (
      job.items.some(({ value }, i) => value !== values[i]) ||
      values.length !== job.items.length
    ) {
      this.model.blame(`job ${job.id}: not its values in order`);
    }
    if (job.kind === "mask") this.model.masked(job.begun, job.items, tokens);
    else if (job.tokens.some((token, i) => token !== tokens[i])) {
      this.model.blame(`job ${job.id}: not its tokens in order`);
    }
    const read = tokens.find((token) => dead.has(token));
    if (read !== undefined) this.model.blame(`job ${job.id} gave the erased token ${read}`);
  }

  async #erase(): Promise<void> {
    if (this.#openErasures.length >= MOST_ERASURES) return;
    const { path, data, covers } = this.#draw();
    const erasure = this.model.beginErasure(covers);
    const told = await this.#wire.send(this.#token, `namespace/delete/${path}`, { data });
    if (told === null) return;
    if (told.status !== 200) {
      this.model.notErased(erasure);
      // Its token was erased while it was on its way, or too many are open.
      if (told.status !== 429 && path !== "by-token") this.#unexpected(path, told);
      return;
    }
    this.model.erased(erasure);
    this.#count(path);
    this.erasures.push(told.body.data.tracking_id);
    this.#openErasures.push(told.body.data.tracking_id);
  }

  #draw(): { path: string; data: object; covers: (item: Item) => boolean } {
    const sort = this.#random();
    const { value, attributes } = this.#item();
    const token = this.#pick(this.model.tokensOf("alive"));
    const item = token === undefined ? undefined : this.model.itemOf(token);
    if (sort < 0.03) {
      const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
      return { path: "personal-data-mapping", data: { date }, covers: () => true };
    }
    if (sort < 0.35 && token !== undefined && item !== undefined) {
      return {
        path: "by-token",
        data: { tokens: [token] },
        covers: (other) => other.value === item.value,
      };
    }
    if (attributes !== undefined) {
      return {
        path: "by-attribute",
        data: { key: "ref", value: attributes.ref },
        covers: (other) => other.attributes?.ref === attributes.ref,
      };
    }
    return {
      path: "by-value",
      data: { values: [value] },
      covers: (other) => other.value === value,
    };
  }

  async #pollErasure(): Promise<void> {
    const id = this.#pick(this.#openErasures);
    if (id === undefined) return;
    const path = `namespace/job-status?tracking_id=${id}`;
    const told = await this.#wire.send(this.#token, path);
    if (told === null) return;
    if (told.status !== 200) return this.#unexpected(`job-status of ${id}`, told);
    const { status, receipt } = told.body.data;
    if (status === "PENDING" || status === "IN-PROGRESS") return;
    if (!this.#openErasures.includes(id)) return;
    this.#openErasures = this.#openErasures.filter((other) => other !== id);
    this.#count(`erasure ${status}`);
    if (status !== "SUCCESS" || typeof receipt !== "string") {
      this.model.blame(`erasure ${id}: ${JSON.stringify(told.body.data).slice(0, 300)}`);
    }
  }

  #unexpected(what: string, { status, body }: { status: number; body: object }): void {
    this.model.blame(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
}
