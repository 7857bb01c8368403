// A namespace with its operator: traffic of its callers, legal holds, the standing retention rule, and
// sometimes its deletion, after which the same name starts again as a new, empty namespace.

import { Draw } from "./draw.ts";
import { NamespaceModel } from "./model.ts";
import { type Counts, Traffic } from "./traffic.ts";
import { pause, type Told, type Wire } from "./wire.ts";

const PERMISSIONS = ["mask", "unmask", "metadata_change"];
const ADMIN = "super-admin/namespace";
/** Upper limit for days of retention: no mapping of the test is that old. */
const MAX_DAYS = 400;
/** Number of a deleted namespace's tokens that are tried in its successor. */
const MAX_TRIED = 10;

/** Most items of a job, and whether each new namespace has as much data from the start as SQLite keeps in memory. */
export type Load = { readonly jobItems: number; readonly isFilled: boolean };

/** Counts of all tenants, as one line. */
export function countsOf(tenants: readonly Tenant[]): string {
  const sum: Counts = {};
  for (const { counts } of tenants) {
    for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count;
  }
  return Object.entries(sum)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");
}

/** All violations found. */
export function wrongOf(wire: Wire, tenants: readonly Tenant[]): string[] {
  return [...wire.wrong, ...tenants.flatMap(({ wrong }) => wrong)];
}

/** The successive namespaces of one name. */
export class Tenant {
  readonly counts: Counts = {};
  readonly #name: string;
  readonly #wire: Wire;
  readonly #draw: Draw;
  readonly #load: Load;
  #traffic: Traffic;
  /** Violations of former namespaces, and how many tokens they had. */
  readonly #formerWrong: (readonly string[])[] = [];
  #formerKnown = 0;
  /** Null for none, undefined after a change that was cut. */
  #retention: number | null | undefined = null;
  /** Deletions of namespaces that have not ended. */
  #openEndings: string[] = [];

  private constructor(name: string, wire: Wire, draw: Draw, load: Load, token: string) {
    this.#name = name;
    this.#wire = wire;
    this.#draw = draw;
    this.#load = load;
    this.#traffic = this.#begin(token);
  }

  /** Create the first namespace of a name. */
  static async create(
    wire: Wire,
    name: string,
    random: () => number,
    load: Load = { jobItems: 150, isFilled: false },
  ): Promise<Tenant> {
    const draw = new Draw(random);
    const tenant = new Tenant(name, wire, draw, load, await newToken(wire, name));
    if (load.isFilled) await tenant.#traffic.fill();
    return tenant;
  }

  /** Violations found. */
  get wrong(): string[] {
    return [...this.#formerWrong.flat(), ...this.#traffic.model.wrong];
  }

  /** Number of tokens seen so far. */
  get known(): number {
    return this.#formerKnown + this.#traffic.model.size;
  }

  /** Make one request, or an operator's change. Only one caller at a time may be `first`. */
  async step(isFirst: boolean): Promise<void> {
    const turn = isFirst ? this.#draw.share() : 1;
    const { isOn } = this.#traffic.holds;
    if (turn < 0.04) await this.#changeHold(isOn === null ? this.#draw.chance(0.5) : !isOn);
    else if (turn < 0.06) await this.#stepRetention();
    else if (turn < 0.09) await this.#pollEnding();
    else if (turn < 0.1) await this.#end();
    else await this.#traffic.step(isFirst);
  }

  /** Record a restart of the service. */
  settle(): void {
    this.#traffic.model.settle();
  }

  /** End a hold, then wait until everything accepted has ended. */
  async untilEnded(patienceMs: number): Promise<void> {
    await this.#endHold();
    await this.#traffic.untilEnded(patienceMs);
    const deadline = Date.now() + patienceMs;
    while (this.#openEndings.length > 0) {
      if (Date.now() > deadline) return this.#blame(`not deleted: ${this.#openEndings}`);
      await this.#pollEnding();
      await pause(20);
    }
  }

  /** Request every known token once more. */
  async audit(mostAlone: number): Promise<void> {
    await this.#traffic.audit(mostAlone);
    await this.#stepRetention();
  }

  #begin(token: string): Traffic {
    const model = new NamespaceModel(this.#name);
    return new Traffic(this.#wire, token, model, this.#draw, this.counts, this.#load.jobItems);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #blame(what: string, told?: Told): void {
    const { model } = this.#traffic;
    model.blame(told === undefined ? what : `${what}: ${JSON.stringify(told).slice(0, 300)}`);
  }

  #asOperator(path: string, body?: object): Promise<Told | null> {
    return this.#wire.send(this.#wire.place.secrets.VAULT_MASTER_KEY, path, body);
  }

  async #changeHold(isOn: boolean): Promise<void> {
    const { holds, life } = this.#traffic;
    holds.beginChange(isOn);
    const data = { namespace_name: this.#name, hold: isOn };
    const told = await this.#asOperator(`${ADMIN}/hold`, { data });
    if (told === null) return;
    // The request that ended the hold was cut, and has ended the namespace.
    const isGone = life === "ending" && told.status === 404;
    if (told.status !== 200 && !isGone) this.#blame("hold", told);
    holds.changed(isOn);
    this.#count(isOn ? "hold" : "end of a hold");
  }

  async #endHold(): Promise<void> {
    while (this.#traffic.holds.isOn !== false) await this.#changeHold(false);
  }

  /** Set or compare the retention rule. No mapping is old enough for it to erase anything. */
  async #stepRetention(): Promise<void> {
    const traffic = this.#traffic;
    if (this.#draw.chance(0.5)) {
      const duration = this.#draw.chance(0.3) ? null : 1 + this.#draw.below(MAX_DAYS);
      this.#retention = undefined;
      const told = await traffic.send("namespace/retention", { data: { duration } });
      if (told === null) return;
      this.#retention = duration;
      if (told.status !== 200 || told.body.data.would_clear !== 0) this.#blame("retention", told);
      return this.#count("retention");
    }
    const told = await traffic.send("namespace/retention");
    if (told === null) return;
    const { duration, paused_by: why } = told.body.data ?? {};
    if (this.#retention === undefined) this.#retention = duration;
    if (told.status !== 200 || duration !== this.#retention) {
      this.#blame(`retention instead of ${this.#retention}`, told);
    }
    const { isOn } = traffic.holds;
    const isPaused = duration !== null && isOn;
    if (isOn !== null && isPaused !== (why === "legal hold")) this.#blame("paused", told);
  }

  /**
   * Delete the namespace and start it again. Under a hold it keeps working until the hold ends. Then it refuses
   * all requests, and its tokens have no value in its successor.
   */
  async #end(): Promise<void> {
    const former = this.#traffic;
    const { holds } = former;
    if (holds.isOn === null) await this.#endHold();
    if (!holds.isOn) former.life = "ending";
    const id = await this.#untilDeleted();
    if (id === undefined) return;
    if (id !== null) this.#openEndings.push(id);
    if (holds.isOn) {
      for (let step = 0; step < 5; step++) await former.step(true);
      former.life = "ending";
      await this.#endHold();
    }
    former.life = "gone";
    await former.send("metadata/policy/list");
    this.#count("deletion of a namespace");
    const tokens = former.model.tokensOf("alive").slice(-MAX_TRIED);
    this.#retention = null;
    this.#traffic = this.#begin(await newToken(this.#wire, this.#name));
    this.#formerKnown += former.model.size;
    this.#formerWrong.push(former.model.wrong);
    for (const token of tokens) await this.#tryFormer(token, former);
    if (this.#load.isFilled) await this.#traffic.fill();
  }

  /** The tracking id; null when a request that was cut has deleted it, undefined when it was not deleted. */
  async #untilDeleted(): Promise<string | null | undefined> {
    const data = { namespace_to_be_deleted: this.#name };
    for (let tries = 1; ; tries++) {
      const told = await this.#asOperator(`${ADMIN}/delete`, { data });
      if (told?.status === 200) return told.body.data.tracking_id;
      if (told?.status === 404 && tries > 1) return null;
      if (told !== null) {
        this.#blame("delete", told);
        return undefined;
      }
    }
  }

  /** Try a former namespace's token: it must have no value here. Numbers and surrogates may have one by chance. */
  async #tryFormer(token: string, { model }: Traffic): Promise<void> {
    const { token_name, policy } = model.itemOf(token) ?? {};
    if (token_name === "Numeric Token" || policy === "surrogate") return;
    const told = await this.#traffic.send("unmask", { unmask: [{ token_value: token }] });
    if (told !== null && told.body.error.code !== "unmask_failed") {
      this.#blame(`${token} of a deleted namespace`, told);
    }
  }

  async #pollEnding(): Promise<void> {
    const id = this.#draw.pick(this.#openEndings);
    if (id === undefined) return;
    const told = await this.#asOperator(`${ADMIN}/job-status?tracking_id=${id}`);
    if (told === null) return;
    if (told.status !== 200) return this.#blame(`job-status of ${id}`, told);
    const { status, receipt } = told.body.data;
    if (status === "PENDING" || status === "IN-PROGRESS") return;
    this.#openEndings = this.#openEndings.filter((other) => other !== id);
    this.#count(`end of a namespace ${status}`);
    if (status !== "SUCCESS" || typeof receipt !== "string") this.#blame(`deletion ${id}`, told);
  }
}

/** A token with all permissions; the first one of a name creates its namespace. */
async function newToken(wire: Wire, name: string): Promise<string> {
  const data = { namespace_name: name, _id: "app", permissions: PERMISSIONS };
  const { VAULT_MASTER_KEY } = wire.place.secrets;
  for (;;) {
    const told = await wire.send(VAULT_MASTER_KEY, `${ADMIN}/auth-token/generate`, { data });
    if (told?.status === 200) return told.body.data.auth_key;
    if (told !== null) throw new Error(`no token: ${JSON.stringify(told)}`);
  }
}
