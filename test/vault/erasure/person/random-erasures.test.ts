// Masks with and without attributes, and overlapping erasures of persons, at random, compared with a model of what each
// erasure must have made dead at its acceptance, and what none may ever affect. The rest depends on whose slice comes
// first.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import { chance, IS_LONG } from "../../../support/properties.ts";
import { pushDeletions } from "../../../support/vault/erasing.ts";
import {
  freshVault,
  maskValues,
  type OpenVault,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { maskWith, requestErasure } from "../../../support/vault/person.ts";

/** Of 60, each of these brought something back to life while an older erasure could take the pair of a newer one. */
const SEEDS = IS_LONG ? Array.from({ length: 200 }, (_, i) => i + 1) : [15, 16, 36];
const SEEDS_WITH_WORDS = IS_LONG ? SEEDS : [2];
const STEPS = 40;
const VALUES = ["note one", "note two", "note three"];
const WORDS = ["one", "two", "three"];
const NAMES = ["holder", "friend"];
const PEOPLE = ["ann", "bob"];

afterEach(() => setFailpointHook(null));

/** A mapping, and what is known of it. */
interface Known {
  readonly value: string;
  /** "may": an erasure may take it, or may leave it to other holders. */
  fate: "lives" | "may" | "dead";
  /** Its pairs as "name: person". */
  readonly pairs: Set<string>;
  /** Pairs that an erasure by value takes, at its time. */
  readonly going: Set<string>;
  /** Whether it was masked without attributes: then erasures by attribute leave it. */
  bare: "no" | "may" | "yes";
  /** Whether an erasure of a word in it takes it, at its time: from then on it must not be given again. */
  isSought: boolean;
}

class Model {
  readonly #vault: OpenVault;
  readonly #random: (below: number) => number;
  readonly #hasWords: boolean;
  readonly #known = new Map<string, Known>();
  readonly steps: string[] = [];

  constructor(vault: OpenVault, random: (below: number) => number, hasWords: boolean) {
    this.#vault = vault;
    this.#random = random;
    this.#hasWords = hasWords;
  }

  async step(): Promise<void> {
    const steps = [
      ...[this.mask, this.maskBare, this.maskWith, this.maskWith, this.maskWith],
      ...[this.eraseValue, this.erasePerson, this.eraseHolder, this.eraseHolder, this.wait],
      ...(this.#hasWords ? [this.eraseWord] : []),
    ];
    await (steps[this.#random(steps.length)] ?? this.mask).call(this);
    await this.check();
  }

  /** Masked once more as it was, if it was: without attributes only where it has none. */
  async mask(): Promise<void> {
    if (this.#random(3) > 0) return this.maskWith();
    return this.maskBare();
  }

  async maskBare(): Promise<void> {
    const value = this.#one(VALUES);
    this.#say(`mask ${value}`);
    const [token = ""] = await maskValues(this.#vault, [value]);
    const known = this.#masked(token, value);
    known.bare = "yes";
  }

  async maskWith(): Promise<void> {
    const [value, name, person] = [this.#one(VALUES), this.#one(NAMES), this.#one(PEOPLE)];
    this.#say(`mask ${value} of ${name} ${person}`);
    const [token = ""] = await maskWith(this.#vault, [[value, { [name]: person }]]);
    const known = this.#masked(token, value);
    // One that has lost its pairs counts as one that others use.
    if (known.pairs.size === 0 && known.going.size > 0 && known.bare === "no") known.bare = "may";
    known.going.delete(`${name}: ${person}`);
    known.pairs.add(`${name}: ${person}`);
  }

  async eraseValue(): Promise<void> {
    const value = this.#one(VALUES);
    this.#say(`erase ${value}`);
    await requestErasure(this.#vault, { target: "value", values: [value] });
    for (const known of this.#known.values()) if (known.value === value) known.fate = "dead";
  }

  async eraseWord(): Promise<void> {
    const word = this.#one(WORDS);
    this.#say(`erase ${word}`);
    await requestErasure(this.#vault, { target: "value", values: [word] });
    for (const known of this.#known.values()) {
      if (!known.value.endsWith(word) || known.fate === "dead") continue;
      known.fate = "may";
      known.isSought = true;
    }
  }

  async erasePerson(): Promise<void> {
    const person = this.#one(PEOPLE);
    this.#say(`erase ${person}`);
    await requestErasure(this.#vault, { target: "value", values: [person] });
    for (const known of this.#known.values()) {
      for (const name of NAMES) this.#goes(known, `${name}: ${person}`);
    }
  }

  async eraseHolder(): Promise<void> {
    const [name, person] = [this.#one(NAMES), this.#one(PEOPLE)];
    this.#say(`erase ${name} ${person}`);
    await requestErasure(this.#vault, { target: "attribute", key: name, value: person });
    const pair = `${name}: ${person}`;
    for (const known of this.#known.values()) {
      const { pairs, going, bare, fate } = known;
      const mayHave = pairs.has(pair) || going.has(pair);
      if (fate === "dead" || !mayHave || bare === "yes") {
        this.#goes(known, pair);
        continue;
      }
      const isOfOther = [...pairs, ...going].some((one) => one !== pair && one.startsWith(name));
      const isSure = fate === "lives" && bare === "no" && pairs.has(pair) && !isOfOther;
      known.fate = isSure ? "dead" : "may";
      this.#goes(known, pair);
    }
  }

  async wait(): Promise<void> {
    this.#say("wait");
    if (this.#random(3) === 0) await evictDurableObject(this.#vault.object).catch(() => undefined);
    await scheduler.wait(this.#random(30));
  }

  /** Every token against what is known. */
  async check(): Promise<void> {
    const tokens = [...this.#known.keys()];
    const values = await unmaskTokens(this.#vault, tokens);
    tokens.forEach((token, i) => {
      const { fate, value } = this.#known.get(token) as Known;
      if (fate === "dead") expect([value, values[i]]).toEqual([value, null]);
      if (fate === "lives") expect([value, values[i]]).toEqual([value, value]);
      // Gone once is gone for good.
      if (fate === "may" && values[i] === null) (this.#known.get(token) as Known).fate = "dead";
    });
  }

  /** The mapping that a mask has found or made. */
  #masked(token: string, value: string): Known {
    const known = this.#known.get(token);
    expect(known?.fate, `${value}: a dead token was given`).not.toBe("dead");
    expect(known?.isSought ?? false, `${value}: one was given that a search takes`).toBe(false);
    if (known !== undefined) return known;
    for (const other of this.#known.values()) {
      if (other.value !== value) continue;
      expect(other.fate, `${value}: a living mapping was not found`).not.toBe("lives");
      other.fate = "dead";
    }
    const made: Known = {
      ...{ value, fate: "lives", bare: "no", isSought: false },
      ...{ pairs: new Set(), going: new Set() },
    };
    this.#known.set(token, made);
    return made;
  }

  #goes({ pairs, going }: Known, pair: string): void {
    if (pairs.delete(pair)) going.add(pair);
  }

  #say(step: string): void {
    this.steps.push(step);
  }

  #one(list: readonly string[]): string {
    return list[this.#random(list.length)] ?? "";
  }
}

it.each([
  ...SEEDS.map((seed) => [seed, ""] as const),
  ...SEEDS_WITH_WORDS.map((seed) => [seed, ", with words"] as const),
])(
  "what is erased stays so, whatever overlaps, and nothing else is lost (seed %i%s)",
  async (seed, words) => {
    const random = chance(seed);
    const vault = await freshVault();
    const model = new Model(vault, random, words !== "");
    setFailpointHook(async (at) => {
      if (at.startsWith("delete.")) await scheduler.wait(random(12));
    });
    try {
      for (let step = 0; step < STEPS; step++) await model.step();
      setFailpointHook(null);
      await pushDeletions(vault);
      await model.check();
    } catch (error) {
      console.log(model.steps.join("; "));
      throw error;
    }
  },
);
