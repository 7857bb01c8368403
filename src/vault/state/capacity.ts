// How full the database is. New data is refused above 95 % of the capacity: the rest is reserved for deletions, which
// write little (their row, the receipt, a day's next key). Only used pages count, so space that a deletion frees can
// be filled again, although the file itself never shrinks.
import { log } from "../../platform/log.ts";
import type { SettingStore } from "../store/settings.ts";

/** New data is refused above this share of the capacity. */
const FULL_SHARE = 0.95;
/** The operator is warned above this share ... */
const WARN_SHARE = 0.8;
/** ... and again only after the share has been below this one. */
const WARN_AGAIN_SHARE = 0.75;
/** Bytes written between two measurements, as a share of the capacity, while there is room. */
const UNMEASURED_SHARE = 0.01;

/** Guards the capacity of one namespace. */
export class Capacity {
  readonly #databaseBytes: () => number;
  readonly #settings: SettingStore;
  readonly #capacity: number;
  #measured: number | null = null;
  #sinceMeasured = 0;
  #isWarned: boolean;

  constructor(databaseBytes: () => number, settings: SettingStore, capacityBytes: number) {
    this.#databaseBytes = databaseBytes;
    this.#settings = settings;
    this.#capacity = capacityBytes;
    this.#isWarned = settings.isOn("storage_warned");
  }

  /** Whether `bytes` more would fit now. */
  couldFit(bytes: number): boolean {
    const limit = FULL_SHARE * this.#capacity;
    const isDue = this.#sinceMeasured + bytes > UNMEASURED_SHARE * this.#capacity;
    if (this.#measured === null || isDue || this.#expectedBytes(bytes) > limit) this.#measure();
    return this.#expectedBytes(bytes) <= limit;
  }

  /**
   * Whether `bytes` more may be written; if so, counts them as written. Call it in the same synchronous step as the
   * write. Measuring takes 60 us, so it is done once per percent written, and on every call near the limit.
   */
  fits(bytes: number): boolean {
    const fits = this.couldFit(bytes);
    if (fits) this.#sinceMeasured += bytes;
    return fits;
  }

  #expectedBytes(bytes: number): number {
    return (this.#measured ?? 0) + this.#sinceMeasured + bytes;
  }

  #measure(): void {
    this.#measured = this.#databaseBytes();
    this.#sinceMeasured = 0;
    const share = this.#measured / this.#capacity;
    if (!this.#isWarned && share > WARN_SHARE) {
      this.#setWarned(true);
      log("vault.storage-filling", { percent: Math.floor(share * 100) });
    } else if (this.#isWarned && share < WARN_AGAIN_SHARE) {
      this.#setWarned(false);
    }
  }

  #setWarned(isWarned: boolean): void {
    this.#isWarned = isWarned;
    this.#settings.put("storage_warned", isWarned ? 1 : 0);
  }
}
