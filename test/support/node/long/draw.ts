// Random choices of the traffic.

import type { Item } from "./model.ts";

/** Number of different values, low enough that each occurs again and again. */
const VALUES = 400;
/** People on the deny lists of policies: found wherever they occur. */
export const PEOPLE = Array.from({ length: 100 }, (_, n) => `Zoran${String(n).padStart(4, "0")}`);
/** Makes a value long: hundreds of such values are an answer that is sent in parts. */
const LONG_END = " and so on".repeat(200);

/** Draws with a source of numbers from 0 to 1. */
export class Draw {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** True with this probability. */
  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** A number from 0 to 1. */
  share(): number {
    return this.#random();
  }

  /** A whole number below `most`. */
  below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  /** One element of a list. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** A text, a number with a random token, or a value that always has the same attribute. */
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

  /** Different items: at least one, at most `most`. */
  items(most: number): Item[] {
    return this.#different(1 + this.below(most), () => this.item());
  }

  /** An e-mail address. */
  address(): string {
    return `mail${String(this.below(VALUES)).padStart(4, "0")}@example.com`;
  }

  /** Different items that auto-detect finds, at least one: addresses, and people who always have the same attribute. */
  foundItems(most: number): Item[] {
    return this.#different(1 + this.below(most), () => {
      const person = this.chance(0.5) ? this.pick(PEOPLE) : undefined;
      if (person === undefined) return { value: this.address() };
      return { value: person, attributes: { ref: person } };
    });
  }

  /** Different long items. */
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
