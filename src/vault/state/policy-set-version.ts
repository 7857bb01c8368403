// The version of a namespace's policies as a whole. It rises with every change of any of them; versions of
// single policies are taken from the same numbers.
//
// Versions are instants (milliseconds since 1970), moved on where two changes meet. A plain count would
// go back with a database that is restored from an older copy, and then reach numbers again that a Worker
// still has other policies for.
import type { Clock } from "../../platform/clock.ts";
import type { SettingStore } from "../store/settings.ts";

/** The present version, in memory and on disk. */
export class PolicySetVersion {
  readonly #settings: SettingStore;
  readonly #clock: Clock;
  #current: number;
  #newest: number;

  constructor(settings: SettingStore, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#current = settings.number("book_version", clock()) ?? 0;
    this.#newest = this.#current;
  }

  /** 0 when there has never been a policy. */
  get current(): number {
    return this.#current;
  }

  /** Whether what was planned with a version no longer holds; with null it was planned without any policy. */
  isOutdated(planned: number | null): boolean {
    return planned !== null && planned !== this.#current;
  }

  /** A number for a version of a policy, higher than any before. */
  reserve(): number {
    this.#newest = Math.max(this.#newest + 1, this.#clock());
    return this.#newest;
  }

  /** Make a change of policies and raise the version, in one transaction. */
  raise(write: () => void, storage: DurableObjectStorage): void {
    const version = this.reserve();
    storage.transactionSync(() => {
      write();
      this.#settings.put("book_version", version);
    });
    this.#current = version;
  }
}
