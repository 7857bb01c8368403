// Counters for fixed-shape tokens. A space is a set of texts (all texts of seven digits, for example) in an order of
// its own; its counter gives out each index once. Like mapping ids, indexes are never reused, not even when an older
// copy of the data is restored: the Registry records how far a counter may go before it goes there, and a Vault that
// starts begins after what the Registry knows.
//
// Spaces are small, so runs begin small: as many indexes as needed, then as many as were used since the start. A
// restart skips at most half of the used indexes, and calls to the Registry stay rare.
import type { TokenCeiling } from "../../registry/rpc.ts";
import { EVERY_SPACE } from "../../tokens/spaces.ts";
import type { SettingStore } from "../store/settings.ts";

/** Maximum indexes reserved at a time. */
const MAX_RUN = 65_536;

interface Counter {
  next: number;
  ceiling: number;
  readonly start: number;
}

/** How many indexes are needed, and where the usable part of the space ends. */
export interface WantedIndexes {
  readonly count: number;
  readonly usable: number;
}

/** Indexes given out: `count` of them, starting with `first`. */
export interface IndexRun {
  readonly first: number;
  readonly count: number;
}

/** Gives out indexes in the token spaces of one namespace. */
export class TokenSpaces {
  readonly #settings: SettingStore;
  readonly #recordCeilings: (ceilings: readonly TokenCeiling[]) => Promise<void>;
  readonly #counters = new Map<number, Counter>();
  /** Minimum start of every counter. */
  #floor: number;

  constructor(
    settings: SettingStore,
    recordCeilings: (ceilings: readonly TokenCeiling[]) => Promise<void>,
  ) {
    this.#settings = settings;
    this.#recordCeilings = recordCeilings;
    this.#floor = settings.number(`token_ceiling_${EVERY_SPACE}`) ?? 0;
  }

  /** Begin after indexes that another copy of this data may have given out. */
  skipTo(ceilings: readonly TokenCeiling[]): void {
    const floor = ceilings.find(({ space }) => space === EVERY_SPACE)?.ceiling ?? 0;
    if (floor > this.#floor) {
      this.#floor = floor;
      this.#settings.put(`token_ceiling_${EVERY_SPACE}`, floor);
      // Counters are read again when next used; what the Registry recorded for them is already stored.
      this.#counters.clear();
    }
    for (const { space, ceiling } of ceilings) {
      if (space === EVERY_SPACE || ceiling <= this.#counter(space).next) continue;
      this.#counters.set(space, { next: ceiling, ceiling, start: ceiling });
      this.#settings.put(`token_ceiling_${space}`, ceiling);
    }
  }

  /** Number of indexes that a space has given out or skipped. */
  used(space: number): number {
    return this.#counter(space).next;
  }

  /** Reserve indexes in spaces, as far as usable ones go. Throws RegistryUnreachable. */
  async reserve(wanted: ReadonlyMap<number, WantedIndexes>): Promise<Map<number, IndexRun>> {
    for (;;) {
      const short = [...wanted].filter(([space, want]) => this.#lacks(space, want));
      if (short.length === 0) break;
      const ceilings = short.map(([space, want]) => this.#nextRun(space, want));
      await this.#recordCeilings(ceilings);
      for (const { space, ceiling } of ceilings) {
        const counter = this.#counter(space);
        if (ceiling <= counter.ceiling) continue;
        counter.ceiling = ceiling;
        this.#settings.put(`token_ceiling_${space}`, ceiling);
      }
    }
    // In the same synchronous step as the check above.
    return new Map(
      [...wanted].map(([space, want]) => {
        const counter = this.#counter(space);
        const count = indexesLeft(counter, want);
        const first = counter.next;
        counter.next += count;
        return [space, { first, count }];
      }),
    );
  }

  #lacks(space: number, want: WantedIndexes): boolean {
    const counter = this.#counter(space);
    return counter.next + indexesLeft(counter, want) > counter.ceiling;
  }

  #nextRun(space: number, want: WantedIndexes): TokenCeiling {
    const counter = this.#counter(space);
    const { next, ceiling, start } = counter;
    const run = Math.max(indexesLeft(counter, want), Math.min(next - start, MAX_RUN));
    return { space, ceiling: Math.max(ceiling, Math.min(next + run, want.usable)) };
  }

  #counter(space: number): Counter {
    let counter = this.#counters.get(space);
    if (counter === undefined) {
      const stored = this.#settings.number(`token_ceiling_${space}`) ?? 0;
      const next = Math.max(stored, this.#floor);
      counter = { next, ceiling: next, start: next };
      this.#counters.set(space, counter);
    }
    return counter;
  }
}

function indexesLeft({ next }: Counter, { count, usable }: WantedIndexes): number {
  return Math.max(0, Math.min(count, usable - next));
}
