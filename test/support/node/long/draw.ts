// What traffic draws at random.

import type { Item } from "./model.ts";

/** How many values there are to draw from, so that the same comes again and again. */
const VALUES = 400;
/** People that policies are told of: found wherever they stand. */
export const PEOPLE = Array.from({ length: 100 }, (_, n) => `Zoran${String(n).padStart(4, "0")}`);
/** What makes a value long: hundreds of them are an answer that is sent in parts. */
const LONG_END = " and so on".repeat(200);

/** Draws from a source of numbers from 0 to 1. */
export class Draw {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** True so often. */
  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** A number from 0 to 1. */
  share(): number {
    return this.#random();
  }

  /** A whole number below another. */
  below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  /** One of them. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** Texts, numbers with random tokens, and values that always come with the same attribute. */
  item(): Item {
    const number = String(this.below(VALUES)).padStart(4, "0");
    const sort = this.below(10);
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

  /** Different ones, at least one. */
  items(most: number): Item[] {
    return this.#different(1 + this.below(most), () => this.item());
  }

  /** An e-mail address. */
  address(): string {
    return `mail${String(this.below(VALUES)).padStart(4, "0")}@example.com`;
  }

  /** Different ones that auto-detect finds, at least one: addresses, and people who always come with the same attribute. */
  foundItems(most: number): Item[] {
    return this.#different(1 + this.below(most), () => {
      const person = this.chance(0.5) ? this.pick(PEOPLE) : undefined;
      if (person === undefined) return { value: this.address() };
      return { value: person, attributes: { ref: person } };
    });
  }

  /** Different ones that are long. */
  longItems(count: number): Item[] {
    return this.#different(count, () => ({
      value: `long${this.below(VALUES)}${LONG_END}`,
      token_name: "Text Token",
    }));
  }

  #different(count: number, draw: () => Item): Item[] {
    const items = Array.from({ length: count }, draw);
    return [...new Map(items.map((item) => [`${item.token_name} ${item.value}`, item])).values()];
  }
}
