// A legal hold, set by the operator: deletions are recorded but have no effect, and destruction that has
// begun pauses. What is already unreadable stays so. Cutoffs keep the moment they were asked for.

import type { RegistryLink } from "../runtime/registry-link.ts";
import type { DeletionStore } from "../store/deletions.ts";
import type { SettingStore } from "../store/settings.ts";

interface Parts {
  readonly settings: SettingStore;
  readonly deletions: DeletionStore;
  readonly storage: DurableObjectStorage;
  readonly registry: RegistryLink;
}

/** What a hold needs of the acceptance of deletions. */
interface Acceptance {
  /** Resolves when no acceptance is under way. */
  settled(): Promise<void>;
  /** Bring a recorded deletion into effect. */
  complete(trackingId: string): Promise<void>;
}

/** Sets, ends and tells the hold of one namespace. */
export class Hold {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True while the namespace is held. */
  get isOn(): boolean {
    return this.#parts.settings.number("held") === 1;
  }

  /** Set or end the hold. The Registry hears it first: no restored copy is to forget a hold. */
  async change(isOn: boolean, acceptance: Acceptance): Promise<void> {
    await this.#parts.registry.call((calls, nid) => calls.noteHold(nid, isOn));
    await (isOn ? this.#set(acceptance) : this.#release(acceptance));
  }

  /** Hold the namespace. An acceptance that is under way comes first: it may be erasing already. */
  async #set(acceptance: Acceptance): Promise<void> {
    this.#parts.settings.put("held", 1);
    await acceptance.settled();
  }

  /** End the hold: what was recorded meanwhile comes into effect, oldest first. */
  async #release(acceptance: Acceptance): Promise<void> {
    const { settings, deletions, storage } = this.#parts;
    // In one step: whatever is not completed now is by the next check.
    storage.transactionSync(() => {
      settings.put("held", 0);
      deletions.resumeAll();
    });
    for (const row of deletions.inState("ACCEPTING")) await acceptance.complete(row.tracking_id);
  }
}
