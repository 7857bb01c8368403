// Random requests of every kind to a namespace, without end; its model judges the answers.

import { Conversations } from "./conversations.ts";
import type { Draw } from "./draw.ts";
import { Erasures } from "./erasures.ts";
import type { HoldModel } from "./holds.ts";
import type { Item, NamespaceModel } from "./model.ts";
import { PolicyModel } from "./policies.ts";
import { StyleModel } from "./styles.ts";
import { pause, type Told, type Wire } from "./wire.ts";

/** An accepted job. */
type Job = {
  id: string;
  kind: "mask" | "unmask";
  begun: number;
  items: Item[];
  /** Undefined when the default policy at its submission is unknown. */
  policy: string | null | undefined;
  tokens: string[];
};

/** Values to mask, and the policy named in the request. */
type Wanted = { items: Item[]; policy_name?: string };

const MAX_JOBS = 4;
/** What fills a database: 2.4 MB of values, in requests of less than 1 MiB. SQLite keeps 2,000 KiB of its pages. */
const FILL_PARTS = 12;
const FILL_ITEMS = 50;
const FILL_LETTERS = 4_000;

/** How often each thing was done. */
export type Counts = Record<string, number>;

/** A namespace's stage of life; once `gone`, all requests are refused. */
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
  readonly #styles: StyleModel;
  readonly #conversations: Conversations;
  readonly #erasures: Erasures;
  /** Maximum number of items per job. */
  readonly #jobItems: number;
  #isFilled = false;
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
    this.#styles = new StyleModel({ draw, send, count, blame });
    this.#conversations = new Conversations({ model, draw, send, count, blame });
    const look = (one: string) => this.#ask([one]);
    this.#erasures = new Erasures({ model, draw, send, look, count, blame });
  }

  /** This namespace's legal hold. */
  get holds(): HoldModel {
    return this.#erasures.holds;
  }

  /** Send a request with the namespace's token; also returns null when a namespace that may be gone refuses it. */
  async send(path: string, body?: object, mayBeOutdated = () => false): Promise<Told | null> {
    const { life } = this;
    const told = await this.#wire.send(this.token, path, body, mayBeOutdated);
    if (told === null) return null;
    const isRefused = told.status === 401;
    if (isRefused && this.life === "lives") this.#unexpected(`${path} is refused`, told);
    if (!isRefused && life === "gone") this.#unexpected(`${path} of a deleted namespace`, told);
    return isRefused || life === "gone" ? null : told;
  }

  /** Make a random request. Only one caller at a time may change policies. */
  async step(changesPolicies: boolean): Promise<void> {
    const turn = this.#draw.share();
    const isEarly = changesPolicies && this.#styles.isIncomplete;
    if (isEarly && this.#draw.chance(0.2)) await this.#styles.step();
    else if (turn < 0.31) await this.#mask();
    else if (turn < 0.36) await this.#conversations.step();
    else if (turn < 0.62) await this.#unmask();
    else if (turn < 0.69) await this.#submit();
    else if (turn < 0.79) await this.#pollJob();
    else if (turn < 0.84 && this.#mayErase()) await this.#erasures.ask();
    else if (turn < 0.84) await this.#mask();
    else if (turn < 0.93) await this.#erasures.poll();
    else if (changesPolicies && this.#draw.chance(0.5)) await this.#styles.step();
    else if (changesPolicies) await this.#policies.step();
  }

  /**
   * Mask values that nobody asks for again, more than SQLite keeps in memory of a database. In small parts: the bodies of all
   * callers who do so at the same time must fit into memory.
   */
  async fill(): Promise<void> {
    for (let part = 0; part < FILL_PARTS; part++) {
      const mask = Array.from({ length: FILL_ITEMS }, (_, n) => ({
        value: `fill${part}x${n}`.padEnd(FILL_LETTERS, "x"),
        token_name: "Text Token",
      }));
      const told = await this.send("mask", { mask });
      if (told !== null && told.status !== 200) this.#unexpected("fill", told);
    }
    this.#isFilled = true;
  }

  /** Each erasure searches all values, in a filled namespace for 0.2 s of CPU: where all ask for many, they end much later. */
  #mayErase(): boolean {
    return !this.#isFilled || this.#draw.chance(0.2);
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

  /** Request every known token once more: living ones together, others alone. */
  async audit(mostAlone: number): Promise<void> {
    const alive = this.model.tokensOf("alive");
    for (let at = 0; at < alive.length; at += 100) await this.#ask(alive.slice(at, at + 100));
    const others = [...this.model.tokensOf("unsure"), ...this.model.tokensOf("dead")];
    const step = Math.max(1, Math.ceil(others.length / mostAlone));
    for (let at = 0; at < others.length; at += step) await this.#ask(others.slice(at, at + 1));
    await this.#conversations.audit(mostAlone);
    await this.#policies.check();
    await this.#styles.check();
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  async #mask(): Promise<void> {
    const { items, ...named } = this.#want(this.#draw.chance(0.5) ? 1 : 20);
    const begun = this.model.tick();
    const { now } = this.#styles;
    const told = await this.send("mask", { mask: items, ...named });
    if (told === null) return;
    if (told.status !== 200) return this.#unexpected("mask", told);
    this.#count("mask");
    const tokens = told.body.data.map((one: { token_value: string }) => one.token_value);
    this.#masked(begun, items, named.policy_name ?? this.#styles.since(now), tokens);
  }

  /** Values with token names, or values that auto-detect finds; with a named policy or the default one. */
  #want(most: number): Wanted {
    const { made } = this.#styles;
    const policy = this.#draw.chance(0.4) ? this.#draw.pick(made) : undefined;
    const areFound = policy !== undefined && this.#draw.chance(0.7);
    const items = areFound ? this.#draw.foundItems(most) : this.#draw.items(most);
    return policy === undefined ? { items } : { items, policy_name: policy };
  }

  /** Without a known policy, the tokens show nothing. */
  #masked(
    begun: number,
    items: readonly Item[],
    policy: string | null | undefined,
    tokens: readonly string[],
  ): void {
    if (policy === undefined) this.#count("mask under an unknown default");
    else this.model.masked(begun, underPolicy(items, policy), tokens);
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
    if (this.#openJobs.length >= MAX_JOBS) return;
    const kind = this.#draw.chance(0.7) ? "mask" : "unmask";
    const tokens = this.model.tokensOf("alive").slice(-this.#jobItems);
    if (kind === "unmask" && tokens.length === 0) return;
    const { items, ...named }: Wanted =
      kind === "mask"
        ? this.#wantOfJob()
        : { items: tokens.flatMap((token) => this.model.itemOf(token) ?? []) };
    const begun = this.model.tick();
    const { now } = this.#styles;
    const list = kind === "mask" ? items : tokens.map((token_value) => ({ token_value }));
    const told = await this.send(`${kind}/async`, { [kind]: list, ...named });
    if (told === null) return;
    if (told.status === 429) return;
    if (told.status !== 200) return this.#unexpected(`${kind}/async`, told);
    this.#count(`${kind} job`);
    const id = told.body.data[0].tracking_id;
    const policy = named.policy_name ?? this.#styles.since(now);
    this.#openJobs.push({ id, kind, begun, items, policy, tokens });
  }

  #wantOfJob(): Wanted {
    const isLong = this.#draw.chance(0.15);
    return isLong ? { items: this.#draw.longItems(this.#jobItems) } : this.#want(this.#jobItems);
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
    // Another caller may have handled its end meanwhile.
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
    if (job.kind === "mask") this.#masked(job.begun, job.items, job.policy, tokens);
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

/** Items as masked with this policy. */
function underPolicy(items: readonly Item[], policy: string | null): Item[] {
  return items.map((item) => ({ ...item, policy }));
}
