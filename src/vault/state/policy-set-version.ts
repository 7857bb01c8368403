// The version of a namespace's policies as a whole, and which of them requests use that name none. The version rises with
// every change of any of them; versions of single policies are taken from the same numbers.
//
// Versions are instants (milliseconds since 1970), moved on where two changes meet. A plain count would
// go back with a database that is restored from an older copy, and then reach numbers again that a Worker
// still has other policies for.

import type { PlannedWith } from "../../core/policy.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SettingStore } from "../store/settings.ts";

/** The present version, in memory and on disk. */
export class PolicySetVersion {
  readonly #settings: SettingStore;
  readonly #clock: Clock;
  #current: number;
  #newest: number;
  #defaultPolicy: number;

  constructor(settings: SettingStore, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#current = settings.number("book_version", clock()) ?? 0;
    this.#newest = this.#current;
    // A damaged one is no policy's: requests that name none are refused until another is chosen.
    this.#defaultPolicy = settings.number("default_policy", -1) ?? 0;
  }

  /** Id of the policy of requests that name none; 0: the one without a name. */
  get defaultPolicy(): number {
    return this.#defaultPolicy;
  }

  /** 0 when there has never been a policy. */
  get current(): number {
    return this.#current;
  }

  /** Whether what was planned no longer holds. */
  isOutdated(planned: PlannedWith): boolean {
    if (planned === null) return false;
    if (typeof planned === "number") return planned !== this.#current;
    return planned.defaultPolicy !== this.#defaultPolicy;
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

  /** Have requests that name no policy use the one with this id, 0 for the one without a name. */
  chooseDefault(id: number, storage: DurableObjectStorage): void {
    this.raise(() => this.#settings.put("default_policy", id), storage);
    this.#defaultPolicy = id;
  }
}
