// The version of a namespace's policy set, and the policy for requests that name none. The version rises with every change
// of any policy; versions of single policies come from the same sequence.
//
// Versions are instants (milliseconds since 1970), incremented when two changes coincide. A plain count would go back when
// an older copy of the database is restored, and then reuse numbers for which a Worker still has other policies cached.

import type { PlannedWith } from "../../core/policy.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SettingStore } from "../store/settings.ts";

/** The current version, in memory and on disk. */
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
    // A damaged setting matches no policy: requests that name none are refused until another default is chosen.
    this.#defaultPolicy = settings.number("default_policy", -1) ?? 0;
  }

  /** Id of the policy for requests that name none; 0: the unnamed one. */
  get defaultPolicy(): number {
    return this.#defaultPolicy;
  }

  /** The current version; 0 when there has never been a policy. */
  get current(): number {
    return this.#current;
  }

  /** Whether a plan relies on an outdated policy set or default policy. */
  isOutdated(planned: PlannedWith): boolean {
    if (planned === null) return false;
    if (typeof planned === "number") return planned !== this.#current;
    return planned.defaultPolicy !== this.#defaultPolicy;
  }

  /** A version for a policy, higher than any before. */
  reserve(): number {
    this.#newest = Math.max(this.#newest + 1, this.#clock());
    return this.#newest;
  }

  /** Change policies and raise the version, in one transaction. */
  raise(write: () => void, storage: DurableObjectStorage): void {
    const version = this.reserve();
    storage.transactionSync(() => {
      write();
      this.#settings.put("book_version", version);
    });
    this.#current = version;
  }

  /** Set the policy for requests that name none; 0: the unnamed one. */
  chooseDefault(id: number, storage: DurableObjectStorage): void {
    this.raise(() => this.#settings.put("default_policy", id), storage);
    this.#defaultPolicy = id;
  }
}
