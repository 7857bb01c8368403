// Ids and creation times of new mappings. Ids come from a counter that never goes back, not even when an older copy
// of the data is restored: before a run of ids is used, the Registry records its end, and a Vault that starts begins
// after the end that the Registry knows. Gaps are fine.
//
// Id and time are given out together, so a newer id never has an older time: a deletion by age is a range of ids. For
// times when the clock was ahead, see clock-marks.ts.
//
// This database stores the end of a run too, in the commit that has the first row with an id of that run: ids without
// rows are skipped by what the Registry knows.
import type { Clock } from "../../platform/clock.ts";
import type { WantedIds } from "../../registry/rpc.ts";
import { MAX_TOKEN_ID } from "../../tokens/cipher/cipher.ts";
import type { ErasureStore } from "../store/erasure.ts";
import type { SettingStore } from "../store/settings.ts";
import type { ClockMarks } from "./clock-marks.ts";

/** Ids reserved at a time; a restart skips at most this many of 10^12. */
const RUN = 65_536;

/** A run of ids with their creation time (milliseconds since 1970). */
export interface ReservedIds {
  readonly first: number;
  readonly created: number;
}

/** Gives out mapping ids. */
export class MappingIds {
  readonly #settings: SettingStore;
  readonly #clock: Clock;
  readonly #clockMarks: ClockMarks;
  readonly #recordCeiling: (ceiling: number) => Promise<void>;
  #next: number;
  #ceiling: number;
  #lastCreated: number;
  /** Whether this database has stored the ceiling. */
  #isCeilingStored = true;

  constructor(
    stored: { settings: SettingStore; erasure: ErasureStore },
    clock: Clock,
    clockMarks: ClockMarks,
    recordCeiling: (ceiling: number) => Promise<void>,
  ) {
    this.#settings = stored.settings;
    this.#clock = clock;
    this.#clockMarks = clockMarks;
    this.#recordCeiling = recordCeiling;
    this.#next = stored.settings.number("next_mapping_id") ?? 1;
    this.#ceiling = this.#next;
    // Erased mappings may have been newer than the remaining ones.
    this.#lastCreated = Math.max(
      stored.erasure.newestCreated(),
      stored.settings.number("erased_before") ?? 0,
    );
  }

  /** The highest id that may have been given out. */
  get last(): number {
    return this.#next - 1;
  }

  /** The newest creation time given out. */
  get lastCreated(): number {
    return this.#lastCreated;
  }

  /** The ids to request from the Registry at a start that will need some; null when some are left. */
  wanted(): WantedIds | null {
    return this.#next < this.#ceiling ? null : { from: this.#next, count: RUN };
  }

  /** The Registry has recorded that ids below this ceiling may be given out; ids below its former one were skipped. */
  raiseCeiling(ceiling: number): void {
    // Written this way, the condition also refuses NaN.
    if (!(ceiling <= MAX_TOKEN_ID)) return;
    this.#ceiling = Math.max(this.#ceiling, ceiling);
    this.#isCeilingStored = false;
  }

  /** Begin after an id that another copy of this data may have given out. */
  skipTo(id: number): void {
    if (id < this.#next) return;
    this.#next = id + 1;
    this.#ceiling = this.#next;
    this.#writeCeiling();
  }

  /** Give later mappings a creation time of at least this. */
  advanceTo(created: number): void {
    this.#lastCreated = Math.max(this.#lastCreated, created);
  }

  /** Reserve consecutive ids, with their time in one synchronous step; see `storeCeiling`. Throws RegistryUnreachable. */
  async reserve(count: number): Promise<ReservedIds> {
    while (this.#next + count > this.#ceiling) {
      const ceiling = Math.max(this.#ceiling, this.#next) + Math.max(count, RUN);
      if (ceiling > MAX_TOKEN_ID) throw new Error("mapping ids are used up");
      await this.#recordCeiling(ceiling);
      if (ceiling > this.#ceiling) {
        this.#ceiling = ceiling;
        this.#isCeilingStored = false;
      }
    }
    const first = this.#next;
    this.#clockMarks.observe(first, this.#lastCreated);
    this.#next += count;
    this.#lastCreated = Math.max(this.#clock(), this.#lastCreated);
    return { first, created: this.#lastCreated };
  }

  /**
   * Store the ceiling in this database. Call it before every block that writes rows with reserved ids, in the same
   * turn, so that both are one commit: a separate one would double what the first request of a run pays.
   */
  storeCeiling(): void {
    if (!this.#isCeilingStored) this.#writeCeiling();
    this.#clockMarks.write();
  }

  /** Check the clock although no id is needed: a later deletion by age may need a mark from this instant. */
  observeClock(): void {
    this.#clockMarks.observe(this.#next, this.#lastCreated);
    this.#clockMarks.write();
  }

  #writeCeiling(): void {
    this.#settings.put("next_mapping_id", this.#ceiling);
    this.#isCeilingStored = true;
  }
}
