// What is known of a namespace through copies of its database, for random tests of erasures.
import { evictDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import { pushDeletions, requestDeletion } from "./erasing.ts";
import {
  ended,
  KIND,
  maskValues,
  type OpenVault,
  readJob,
  submit,
  tokensOf,
  unmaskTokens,
} from "./fresh-vault.ts";
import { copied, type Effect, type Erasure, type Made, type State } from "./namespace-state.ts";
import { maskWith, requestErasure } from "./person.ts";
import { type Copy, copyOf, restore } from "./restoring.ts";

const VALUES = ["ada", "bob", "ADA", "write to ada soon", "write to bob soon", "nobody"];
const SOUGHT = ["ada", "bob"];
/** Each of these is always masked with its holder. */
const HELD_VALUES = ["flat one", "flat two"];
const KINDS = [KIND.default, KIND.numeric, KIND.compact];

/** A namespace that is masked in, erased from, held, copied and restored at random, and what each token must give. */
export class NamespaceModel {
  protected readonly vault: OpenVault;
  protected readonly random: (below: number) => number;
  readonly #made = new Map<string, Made>();
  /** Erasures that the ledger has. */
  protected ledger = new Set<Erasure>();
  protected readonly copies: {
    readonly copy: Copy;
    readonly state: State;
    readonly name: string;
  }[] = [];
  protected state: State = {
    ...{ present: new Set(), jobs: new Set(), erased: new Set() },
    ...{ held: new Set(), isHeld: false },
  };
  /** What the Registry knows: whether the last hold that was set is on. */
  #isHoldSet = false;
  #at = 0;
  readonly said: string[] = [];

  constructor(vault: OpenVault, random: (below: number) => number) {
    this.vault = vault;
    this.random = random;
  }

  async step(): Promise<void> {
    const steps = await this.steps();
    this.#at += 1;
    await (steps[this.random(steps.length)] ?? this.wait).call(this);
    if (this.random(2) === 0) await this.check();
  }

  /** What may be done now; the more often it is listed, the likelier. */
  protected async steps(): Promise<(() => Promise<void>)[]> {
    return [
      ...[this.mask, this.mask, this.mask, this.maskHeld, this.maskByJob, this.unmaskByJob],
      ...[this.eraseValue, this.eraseValue],
      ...[this.eraseHolder, this.eraseAll, this.hold, this.copy, this.restore, this.wait],
    ];
  }

  /** Whether the namespace serves. */
  protected async isServed(): Promise<boolean> {
    return true;
  }

  async mask(): Promise<void> {
    const [value, kind] = [this.#one(VALUES), this.#one(KINDS)];
    this.say(`mask ${value} as ${kind}`);
    const [token = ""] = await maskValues(this.vault, [value], kind);
    this.#masked(token, value, kind);
  }

  async maskHeld(): Promise<void> {
    const value = this.#one(HELD_VALUES);
    this.say(`mask ${value}`);
    const [token = ""] = await maskWith(this.vault, [[value, { holder: value }]]);
    this.#masked(token, value, KIND.default);
  }

  async maskByJob(): Promise<void> {
    const value = this.#one(VALUES);
    this.say(`mask ${value} by a job`);
    const id = await submit(this.vault, [{ value, token_name: "Default Token" }]);
    const view = await ended(this.vault, id);
    expect(view.state).toBe("SUCCESS");
    const [token = ""] = tokensOf(view);
    this.#masked(token, value, KIND.default);
    this.state.jobs.add({ id, kind: "mask", token, at: this.#at });
  }

  async unmaskByJob(): Promise<void> {
    const [token] = [...this.state.present].filter((one) => this.#takenBy(one).length === 0);
    if (token === undefined) return;
    this.say(`unmask ${token} by a job`);
    const id = await submit(this.vault, [{ token_value: token }], "unmask");
    const { state, result } = await ended(this.vault, id);
    expect([state, result]).toMatchObject(["SUCCESS", [{ value: this.#valueOf(token) }]]);
    this.state.jobs.add({ id, kind: "unmask", token, at: this.#at });
  }

  async eraseValue(): Promise<void> {
    const sought = this.#one(SOUGHT);
    await this.#erase({ target: "value", values: [sought] }, (value) => {
      if (value === sought) return "at once";
      return value.toLowerCase().includes(sought) ? "at its end" : null;
    });
  }

  async eraseHolder(): Promise<void> {
    const holder = this.#one(HELD_VALUES);
    await this.#erase({ target: "attribute", key: "holder", value: holder }, (value) =>
      value === holder ? "at once" : null,
    );
  }

  async eraseAll(): Promise<void> {
    await this.#erase(null, () => "at once");
  }

  async hold(): Promise<void> {
    const isOn = !this.state.isHeld;
    this.say(`hold ${isOn}`);
    expect((await this.vault.calls.setHold(isOn)).ok).toBe(true);
    this.state.isHeld = isOn;
    this.#isHoldSet = isOn;
    if (isOn) return;
    for (const erasure of this.state.held) this.#accept(erasure);
    this.state.held.clear();
  }

  async copy(): Promise<void> {
    const name = String(this.#at);
    this.say(`copy ${name}`);
    this.copies.push({ copy: await copyOf(this.vault), state: copied(this.state), name });
  }

  async restore(): Promise<void> {
    const copy = this.copies[this.random(Math.max(1, this.copies.length))];
    if (copy === undefined) return;
    this.say(`restore ${copy.name}`);
    await restore(this.vault, copy.copy);
    // A hold never ends by a copy: neither one that the copy does not know, nor one that has ended since.
    const isHeld = this.#isHoldSet || copy.state.isHeld;
    this.state = { ...copied(copy.state), isHeld };
  }

  async wait(): Promise<void> {
    this.say("wait");
    if (this.random(3) === 0) await evictDurableObject(this.vault.object).catch(() => undefined);
    await scheduler.wait(this.random(30));
  }

  /** End everything; then what only goes at an erasure's end has gone. */
  async end(): Promise<void> {
    if (!(await this.isServed())) return;
    if (this.state.isHeld) await this.hold();
    await unmaskTokens(this.vault, []);
    await pushDeletions(this.vault);
    this.say("end");
    for (const { token } of this.#made.values()) {
      if (this.#takenBy(token).length > 0) this.state.present.delete(token);
    }
    await this.check();
  }

  /** Every token against what is known. */
  async check(): Promise<void> {
    if (!(await this.isServed())) return;
    const all = [...this.#made.values()];
    const values = await unmaskTokens(
      this.vault,
      all.map(({ token }) => token),
    );
    all.forEach(({ token, value }, i) => {
      const shown = [token, value, values[i]];
      const taken = this.#takenBy(token);
      const isDead = !this.state.present.has(token) || taken.includes("at once");
      if (isDead) expect(shown).toEqual([token, value, null]);
      else if (taken.length === 0) expect(shown).toEqual([token, value, value]);
      else if (values[i] === null) this.state.present.delete(token);
      else expect(shown).toEqual([token, value, value]);
    });
    await this.checkJobs();
  }

  /** Every job against what is known. */
  async checkJobs(): Promise<void> {
    for (const { id, kind, token, at } of this.state.jobs) {
      const view = await readJob(this.vault, id, true);
      const value = this.#valueOf(token);
      const said = [token, value, view?.state, JSON.stringify(view?.result), view?.input];
      const later = this.#effects(value, at);
      const isDead = !this.state.present.has(token) || this.#takenBy(token).includes("at once");
      if (isDead) expect(view?.result, `${said}`).toBeNull();
      if (kind === "mask" && later.length > 0) expect(view?.input, `${said}`).toBeNull();
      if (later.length > 0 || this.#takenBy(token).length > 0) continue;
      expect(view?.state, `${said}`).toBe("SUCCESS");
      expect(view?.result).toMatchObject([kind === "mask" ? { token_value: token } : { value }]);
    }
  }

  /** The effects of the erasures that cover a mapping and are in effect. */
  #takenBy(token: string): Effect[] {
    const { at, value } = this.#made.get(token) as Made;
    return this.#effects(value, at);
  }

  #valueOf(token: string): string {
    return this.#made.get(token)?.value ?? "";
  }

  /** The effects on a value of the erasures since then that are in effect. */
  #effects(value: string, since: number): Effect[] {
    return [...new Set([...this.ledger, ...this.state.erased])]
      .filter((erasure) => erasure.at > since)
      .map(({ effectOn }) => effectOn(value))
      .filter((effect) => effect !== null);
  }

  async #erase(person: PersonQuery | null, effectOn: (value: string) => Effect): Promise<void> {
    this.say(`erase ${person === null ? "all" : JSON.stringify(person)}`);
    const at = this.#at;
    const view = await (person === null
      ? requestDeletion(this.vault)
      : requestErasure(this.vault, person));
    this.say(`${view.state} ${view.isPaused}`);
    const erasure: Erasure = { trackingId: view.trackingId, at, effectOn };
    if (this.state.isHeld) this.state.held.add(erasure);
    else this.#accept(erasure);
  }

  #accept(erasure: Erasure): void {
    this.ledger.add(erasure);
    this.state.erased.add(erasure);
  }

  /** The mapping that a mask has found or made. */
  #masked(token: string, value: string, kind: number): void {
    const known = this.#made.get(token);
    if (known !== undefined) {
      expect([known.value, known.kind], "one token twice").toEqual([value, kind]);
      expect(this.state.present, "a lost token was given").toContain(token);
      const taken = this.#takenBy(token);
      if (this.state.isHeld) expect(taken, "a dead token was given").not.toContain("at once");
      else expect(taken, "a token was given that an erasure takes").toEqual([]);
      return;
    }
    for (const other of this.#made.values()) {
      if (other.value !== value || other.kind !== kind || !this.state.present.has(other.token))
        continue;
      expect(this.#takenBy(other.token), `${value}: a living mapping was not found`).not.toEqual(
        [],
      );
      this.state.present.delete(other.token);
    }
    this.#made.set(token, { token, value, kind, at: this.#at });
    this.state.present.add(token);
  }

  protected say(step: string): void {
    this.said.push(step);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.random(list.length)] as T;
  }
}
