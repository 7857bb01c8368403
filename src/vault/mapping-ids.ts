// Ids and creation times of new mappings. Ids come from a persisted counter that never goes back,
// reserved in runs so that most requests write nothing for it; a crash leaves a gap. Id and time are
// given out together, so a newer id never has an older time: deletion by age is a range of ids.
import type { Clock } from "../core/clock.ts";
import { MAX_TOKEN_ID } from "../tokens/cipher.ts";
import type { MappingStore } from "./store/mappings.ts";
import type { SettingStore } from "./store/settings.ts";

/** Ids reserved at a time. A restart skips at most this many of 10^12. */
const RUN = 4_096;

/** A run of ids with their creation time (milliseconds since 1970). */
export interface ReservedIds {
  readonly first: number;
  readonly created: number;
}

/** Gives out mapping ids. */
export class MappingIds {
  readonly #settings: SettingStore;
  readonly #clock: Clock;
  #next: number;
  #ceiling: number;
  #lastCreated: number;

  constructor(settings: SettingStore, mappings: MappingStore, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#next = settings.number("next_mapping_id") ?? 1;
    this.#ceiling = this.#next;
    this.#lastCreated = mappings.newestCreated();
  }

  /** Reserve `count` consecutive ids. Synchronous: nothing comes between id and time. */
  reserve(count: number): ReservedIds {
    if (this.#next + count > this.#ceiling) {
      this.#ceiling = this.#next + Math.max(count, RUN);
      if (this.#ceiling > MAX_TOKEN_ID) throw new Error("mapping ids are used up");
      this.#settings.put("next_mapping_id", this.#ceiling);
    }
    const first = this.#next;
    this.#next += count;
    this.#lastCreated = Math.max(this.#clock(), this.#lastCreated);
    return { first, created: this.#lastCreated };
  }
}
