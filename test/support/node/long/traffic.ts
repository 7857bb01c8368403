// Everything a namespace can be asked for, drawn at random, without end; its model judges the answers.

import type { Draw } from "./draw.ts";
import { Erasures } from "./erasures.ts";
import type { HoldModel } from "./holds.ts";
import type { Item, NamespaceModel } from "./model.ts";
import { PolicyModel } from "./policies.ts";
import { pause, type Told, type Wire } from "./wire.ts";

/** A job that was accepted. */
type Job = { id: string; kind: "mask" | "unmask"; begun: number; items: Item[]; tokens: string[] };

const MOST_JOBS = 4;

/** What traffic counts into: how often each thing was done. */
export type Counts = Record<string, number>;

/** Where a namespace is on the way to its end; behind `gone` nobody is let in. */
export type Life = "lives" | "ending" | "gone";

/** Callers of one namespace, from its first token to its end. */
export class Traffic {
  readonly model: NamespaceModel;
  readonly token: string;
  life: Life = "lives";
  readonly #wire: Wire;
  readonly #draw: Draw;
  readonly #counts: Counts;
  readonly #policies: PolicyModel;
  readonly #erasures: Erasures;
  /** Items of a job, at most. */
  readonly #jobItems: number;
  #openJobs: Job[] = [];

  constructor(
    wire: Wire,
    token: string,
    model: NamespaceModel,
    draw: Draw,
    counts: Counts,
    jobItems: number,
  ) {
    this.#jobItems = jobItems;
    this.#wire = wire;
    this.token = token;
    this.model = model;
    this.#draw = draw;
    this.#counts = counts;
    const send = this.send.bind(this);
    this.#policies = new PolicyModel(send, model, () => draw.share());
    const count = (what: string) => this.#count(what);
    const blame = (what: string, told: Told) => this.#unexpected(what, told);
    const look = (one: string) => this.#ask([one]);
    this.#erasures = new Erasures({ model, draw, send, look, count, blame });
  }

  /** The legal hold that this namespace is under. */
  get holds(): HoldModel {
    return this.#erasures.holds;
  }

  /** Send a request under the namespace's token; null, too, once the namespace may be gone and says so. */
  async send(path: string, body?: object, mayBeOutdated = () => false): Promise<Told | null> {
    const { life } = this;
    const told = await this.#wire.send(this.token, path, body, mayBeOutdated);
    if (told === null) return null;
    const isRefused = told.status === 401;
    if (isRefused && this.life === "lives") this.#unexpected(`${path} is refused`, told);
    if (!isRefused && life === "gone") this.#unexpected(`${path} of a deleted namespace`, told);
    return isRefused || life === "gone" ? null : told;
  }

  /** One request of some kind. Only one caller at a time may change policies. */
  async step(changesPolicies: boolean): Promise<void> {
    const turn = this.#draw.share();
    if (turn < 0.35) await this.#mask();
    else if (turn < 0.62) await this.#unmask();
    else if (turn < 0.69) await this.#submit();
    else if (turn < 0.79) await this.#pollJob();
    else if (turn < 0.84) await this.#erasures.ask();
    else if (turn < 0.93) await this.#erasures.poll();
    else if (changesPolicies) await this.#policies.step();
  }

  /** Wait until everything accepted has ended. */
  async untilEnded(patienceMs: number): Promise<void> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const open = [...this.#openJobs.map((job) => `job ${job.id}`), ...this.#erasures.open];
      if (open.length === 0) return;
      if (Date.now() > deadline) return this.model.blame(`not ended: ${open}`);
      await this.#pollJob();
      await this.#erasures.poll();
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
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  async #mask(): Promise<void> {
    const items = this.#draw.items(this.#draw.chance(0.5) ? 1 : 20);
    const begun = this.model.tick();
    const told = await this.send("mask", { mask: items });
    if (told === null) return;
    if (told.status !== 200) return this.#unexpected("mask", told);
    this.#count("mask");
    const tokens = told.body.data.map((one: { token_value: string }) => one.token_value);
    this.model.masked(begun, items, tokens);
  }

  async #unmask(): Promise<void> {
    const fate = this.#draw.share();
    const known = this.model.tokensOf(fate < 0.8 ? "alive" : fate < 0.9 ? "unsure" : "dead");
    const count = this.#draw.chance(0.5) ? 1 : 10;
    const tokens = Array.from({ length: count }, () => this.#draw.pick(known) ?? "");
    if (known.length > 0) await this.#ask(tokens);
  }

  async #ask(tokens: readonly string[]): Promise<void> {
    const question = this.model.ask(tokens);
    const unmask = tokens.map((token_value) => ({ token_value }));
    const told = await this.send("unmask", { unmask });
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
    const kind = this.#draw.chance(0.7) ? "mask" : "unmask";
    const tokens = this.model.tokensOf("alive").slice(-this.#jobItems);
    if (kind === "unmask" && tokens.length === 0) return;
    const items =
      kind === "mask"
        ? this.#itemsOfJob()
        : tokens.flatMap((token) => this.model.itemOf(token) ?? []);
    const begun = this.model.tick();
    const list = kind === "mask" ? items : tokens.map((token_value) => ({ token_value }));
    const told = await this.send(`${kind}/async`, { [kind]: list });
    if (told === null) return;
    if (told.status === 429) return;
    if (told.status !== 200) return this.#unexpected(`${kind}/async`, told);
    this.#count(`${kind} job`);
    this.#openJobs.push({ id: told.body.data[0].tracking_id, kind, begun, items, tokens });
  }

  #itemsOfJob(): Item[] {
    const isLong = this.#draw.chance(0.15);
    return isLong ? this.#draw.longItems(this.#jobItems) : this.#draw.items(this.#jobItems);
  }

  async #pollJob(): Promise<void> {
    const job = this.#draw.pick(this.#openJobs);
    if (job === undefined) return;
    const dead = new Set(this.model.tokensOf("dead"));
    const status = [{ tracking_id: job.id }];
    const since = this.model.tick();
    const mayBeOutdated = () => this.life !== "lives" || this.model.mayBeErased(job.items, since);
    const told = await this.send("async-status", { status }, mayBeOutdated);
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

  #unexpected(what: string, { status, body }: { status: number; body: object }): void {
    this.model.blame(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  }
}
