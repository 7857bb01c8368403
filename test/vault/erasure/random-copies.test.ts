// Masks, erasures, holds, and copies that are made and restored, at random, compared with a model: what an erasure covers stays
// dead in every copy, whatever has been lost with another, and nothing else is lost or given twice.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import type { PersonQuery } from "../../../src/vault/deletion-rpc.ts";
import { chance, IS_LONG } from "../../support/properties.ts";
import { pushDeletions, requestDeletion } from "../../support/vault/erasing.ts";
import {
  freshVault,
  KIND,
  maskValues,
  nameInRegistry,
  type OpenVault,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { maskWith, requestErasure } from "../../support/vault/person.ts";
import { type Copy, copyOf, restore } from "../../support/vault/restoring.ts";

/** Of 39, these and three more found that a copy had forgotten a hold, where the Registry did not know of it. */
const SEEDS = IS_LONG ? Array.from({ length: 200 }, (_, i) => i + 1) : [3, 30];
const STEPS = 40;
const VALUES = ["ada", "bob", "ADA", "write to ada soon", "write to bob soon", "nobody"];
const SOUGHT = ["ada", "bob"];
/** Each of these is always masked with its holder. */
const HELD_VALUES = ["flat one", "flat two"];
const KINDS = [KIND.default, KIND.numeric, KIND.compact];

afterEach(() => setFailpointHook(null));

/** A mapping that was made at some time, perhaps in a copy that is lost. */
interface Made {
  readonly token: string;
  readonly value: string;
  readonly kind: number;
  readonly at: number;
}

/** Whether an erasure takes a value at its acceptance, or only at its end. */
type Effect = "at once" | "at its end" | null;

interface Erasure {
  readonly at: number;
  readonly effectOn: (value: string) => Effect;
  /** Only recorded, because of a hold. */
  isHeld: boolean;
}

/** What is in the database, as far as is known. */
interface State {
  /** Tokens that are there, unless an erasure has taken them. */
  readonly present: Set<string>;
  /** Erasures that a hold keeps back here. */
  readonly held: Set<Erasure>;
  isHeld: boolean;
}

const copied = ({ present, held, isHeld }: State): State => ({
  present: new Set(present),
  held: new Set(held),
  isHeld,
});

class Model {
  readonly #vault: OpenVault;
  readonly #random: (below: number) => number;
  readonly #made = new Map<string, Made>();
  readonly #erasures: Erasure[] = [];
  readonly #copies: { readonly copy: Copy; readonly state: State; readonly name: string }[] = [];
  #state: State = { present: new Set(), held: new Set(), isHeld: false };
  #at = 0;
  readonly steps: string[] = [];

  constructor(vault: OpenVault, random: (below: number) => number) {
    this.#vault = vault;
    this.#random = random;
  }

  async step(): Promise<void> {
    const steps = [
      ...[this.mask, this.mask, this.mask, this.maskHeld, this.eraseValue, this.eraseValue],
      ...[this.eraseHolder, this.eraseAll, this.hold, this.copy, this.restore, this.wait],
    ];
    this.#at += 1;
    await (steps[this.#random(steps.length)] ?? this.mask).call(this);
    if (this.#random(2) === 0) await this.check();
  }

  async mask(): Promise<void> {
    const [value, kind] = [this.#one(VALUES), this.#one(KINDS)];
    this.#say(`mask ${value} as ${kind}`);
    const [token = ""] = await maskValues(this.#vault, [value], kind);
    this.#masked(token, value, kind);
  }

  async maskHeld(): Promise<void> {
    const value = this.#one(HELD_VALUES);
    this.#say(`mask ${value}`);
    const [token = ""] = await maskWith(this.#vault, [[value, { holder: value }]]);
    this.#masked(token, value, KIND.default);
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
    const isOn = !this.#state.isHeld;
    this.#say(`hold ${isOn}`);
    expect((await this.#vault.calls.setHold(isOn)).ok).toBe(true);
    this.#state.isHeld = isOn;
    if (isOn) return;
    for (const erasure of this.#state.held) erasure.isHeld = false;
    this.#state.held.clear();
  }

  async copy(): Promise<void> {
    const name = String(this.#at);
    this.#say(`copy ${name}`);
    this.#copies.push({ copy: await copyOf(this.#vault), state: copied(this.#state), name });
  }

  async restore(): Promise<void> {
    const copy = this.#copies[this.#random(Math.max(1, this.#copies.length))];
    if (copy === undefined) return;
    this.#say(`restore ${copy.name}`);
    await restore(this.#vault, copy.copy);
    // A hold never ends by a copy: neither one that the copy does not know, nor one that has ended since.
    const isHeld = this.#state.isHeld || copy.state.isHeld;
    this.#state = { ...copied(copy.state), isHeld };
    for (const erasure of this.#state.held) if (!erasure.isHeld) this.#state.held.delete(erasure);
  }

  async wait(): Promise<void> {
    this.#say("wait");
    if (this.#random(3) === 0) await evictDurableObject(this.#vault.object).catch(() => undefined);
    await scheduler.wait(this.#random(30));
  }

  /** End everything; then what only goes at an erasure's end has gone. */
  async end(): Promise<void> {
    if (this.#state.isHeld) await this.hold();
    await unmaskTokens(this.#vault, []);
    await pushDeletions(this.#vault);
    this.#say("end");
    for (const { token } of this.#made.values()) {
      if (this.#takenBy(token).length > 0) this.#state.present.delete(token);
    }
    await this.check();
  }

  /** Every token against what is known. */
  async check(): Promise<void> {
    const all = [...this.#made.values()];
    const values = await unmaskTokens(
      this.#vault,
      all.map(({ token }) => token),
    );
    all.forEach(({ token, value }, i) => {
      const shown = [token, value, values[i]];
      const taken = this.#takenBy(token);
      const isDead = !this.#state.present.has(token) || taken.includes("at once");
      if (isDead) expect(shown).toEqual([token, value, null]);
      else if (taken.length === 0) expect(shown).toEqual([token, value, value]);
      else if (values[i] === null) this.#state.present.delete(token);
      else expect(shown).toEqual([token, value, value]);
    });
  }

  /** The effects of the erasures that cover a mapping and are in effect. */
  #takenBy(token: string): Effect[] {
    const { at, value } = this.#made.get(token) as Made;
    return this.#erasures
      .filter((erasure) => erasure.at > at && !erasure.isHeld)
      .map(({ effectOn }) => effectOn(value))
      .filter((effect) => effect !== null);
  }

  async #erase(person: PersonQuery | null, effectOn: (value: string) => Effect): Promise<void> {
    this.#say(`erase ${person === null ? "all" : JSON.stringify(person)}`);
    const erasure: Erasure = { at: this.#at, effectOn, isHeld: this.#state.isHeld };
    const view = await (person === null
      ? requestDeletion(this.#vault)
      : requestErasure(this.#vault, person));
    this.#say(`${view.state} ${view.isPaused}`);
    this.#erasures.push(erasure);
    if (erasure.isHeld) this.#state.held.add(erasure);
  }

  /** The mapping that a mask has found or made. */
  #masked(token: string, value: string, kind: number): void {
    const known = this.#made.get(token);
    if (known !== undefined) {
      expect([known.value, known.kind], "one token twice").toEqual([value, kind]);
      expect(this.#state.present, "a lost token was given").toContain(token);
      const taken = this.#takenBy(token);
      if (this.#state.isHeld) expect(taken, "a dead token was given").not.toContain("at once");
      else expect(taken, "a token was given that an erasure takes").toEqual([]);
      return;
    }
    for (const other of this.#made.values()) {
      if (other.value !== value || other.kind !== kind || !this.#state.present.has(other.token))
        continue;
      expect(this.#takenBy(other.token), `${value}: a living mapping was not found`).not.toEqual(
        [],
      );
      this.#state.present.delete(other.token);
    }
    this.#made.set(token, { token, value, kind, at: this.#at });
    this.#state.present.add(token);
  }

  #say(step: string): void {
    this.steps.push(step);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#random(list.length)] as T;
  }
}

it.each(SEEDS)(
  "what is erased is so in every copy, and nothing else is (seed %i)",
  async (seed) => {
    const random = chance(seed);
    const vault = await freshVault();
    await nameInRegistry(vault);
    const model = new Model(vault, random);
    setFailpointHook(async (at) => {
      if (at.startsWith("delete.")) await scheduler.wait(random(12));
    });
    try {
      for (let step = 0; step < STEPS; step++) await model.step();
      setFailpointHook(null);
      await model.end();
    } catch (error) {
      console.log(model.steps.join("; "));
      throw error;
    }
  },
);
