// In the first Registry: has every namespace wrap its keys with the newest version of the root key. What a namespace makes is
// wrapped with that anyway, so one that begins during a rotation needs no visit. Every step can be done again: a visit finds
// what is still to be done, and the row says which namespaces were visited.

import { newTrackingId } from "../core/ids.ts";
import { rootKeysOf } from "../crypto/keys.ts";
import { receiptKeysOf } from "../crypto/receipt.ts";
import { failpoint } from "../platform/failpoint.ts";
import { errorName, log } from "../platform/log.ts";
import { listEverywhere } from "./everywhere.ts";
import { RegistryPart } from "./registry-base.ts";
import type { NamespaceRecord, RotationView } from "./rpc.ts";
import type { KeyRotationRow } from "./store/key-rotations.ts";

/** Namespaces of one alarm, whose calls the platform counts, and those visited at the same time. */
const PER_ALARM = 200;
const AT_ONCE = 8;
/** Before a round begins again in which a namespace has failed. */
const RETRY_MS = 10_000;

interface Others {
  /** Sets the alarm for what is due next. */
  readonly arm: () => Promise<void>;
}

/** A namespace's turn, and what has failed in it. */
interface Visit {
  readonly wrapped: number;
  readonly unreadable: number;
  readonly problem: string | null;
}

/** Begins rotations, carries them out and shows the last one. */
export class KeyRotation extends RegistryPart<Others> {
  #isRunning = false;

  /** Begin one; one that is open for the same version goes on. Public keys of all versions that are here are kept from then on. */
  async begin(): Promise<RotationView | null> {
    const { rotations, storage, clock, random, rootKeyText, arm } = this.parts;
    const keys = await receiptKeysOf(rootKeyText);
    const versions = await this.#versions();
    storage.transactionSync(() => {
      rotations.keepKeys(keys, clock());
      const last = rotations.last();
      const [version = 1] = versions;
      if (last?.version === version && last.finished === null) {
        // Now: with a clock that was set back, it would wait until that has caught up.
        rotations.postpone(clock());
        return;
      }
      // One that has ended left nothing older; but who has put an older one back wants that to be looked for.
      const left = last === null ? 1 : last.finished === null ? last.oldest : last.version;
      const oldest = Math.min(left, ...versions);
      const requested = clock();
      const tracking_id = newTrackingId(random, requested);
      rotations.begin({ version, tracking_id, oldest, requested });
    });
    await arm();
    return this.view();
  }

  /** The last one, or null. */
  view(): RotationView | null {
    const row = this.parts.rotations.last();
    return row === null ? null : viewOf(row);
  }

  /** What a version is missing that something may be wrapped with, in words; null: none is, as far as is known here. */
  async mismatch(): Promise<string | null> {
    const last = this.parts.rotations.last();
    if (last === null) return null;
    const versions = new Set(await this.#versions());
    const needed = last.finished === null ? [last.version, last.oldest] : [last.version];
    const missing = needed.find((version) => !versions.has(version));
    return missing === undefined ? null : `version ${missing} is missing`;
  }

  /** Go on when it is due. Never throws. */
  async runDue(): Promise<void> {
    const { rotations, clock } = this.parts;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const last = rotations.last();
      const [newest = 1] = last === null ? [] : await this.#versions();
      // An older one is in front again: what begins now is wrapped with that, and nobody would ever visit it.
      if (last !== null && newest < last.version) rotations.lookAgain(clock() + RETRY_MS);
      // Nothing is wrapped any more with what it is about: it waits for the one that is to follow.
      if (last !== null && newest > last.version) rotations.postpone(clock() + RETRY_MS);
      const row = rotations.last();
      if (row?.due && row.due <= clock()) await this.#visitSome(row);
    } catch (error) {
      log("registry.rotation-failed", { error: errorName(error) });
      rotations.postpone(clock() + RETRY_MS);
    } finally {
      this.#isRunning = false;
    }
  }

  async #visitSome({ tracking_id, behind, version }: KeyRotationRow): Promise<void> {
    const { rotations, namespaces, peers, registry, clock } = this.parts;
    const own = {
      listNamespaces: async (after: string, limit: number) => namespaces.list(after, limit),
    };
    const others = () => peers.used().map(registry);
    const places = await listEverywhere({ own, others }, behind, PER_ALARM);
    for (let at = 0; at < places.length; at += AT_ONCE) {
      const group = places.slice(at, at + AT_ONCE);
      const visits = await Promise.all(group.map((place) => this.#visit(place, version)));
      if (TEST_BUILD) await failpoint("rotation.visited");
      const row = rotations.last();
      if (row?.tracking_id !== tracking_id) return;
      rotations.advance(row, sumOf(group, visits));
      if (TEST_BUILD) await failpoint("rotation.advanced");
    }
    if (places.length < PER_ALARM) rotations.endRound(tracking_id, clock(), clock() + RETRY_MS);
  }

  async #visit(place: NamespaceRecord, version: number): Promise<Visit> {
    let wrapped = 0;
    const failed = (problem: string) => ({ wrapped, unreadable: 0, problem });
    try {
      for (;;) {
        const turn = await this.parts.callVault(place, (vault) => vault.wrapKeysAnew(version));
        // Not begun, or gone.
        if (!turn.ok && turn.error.code === "namespace_unknown")
          return { ...failed(""), problem: null };
        if (!turn.ok) return failed(turn.error.code);
        wrapped += turn.value.wrapped;
        if (turn.value.isDone) return { wrapped, unreadable: turn.value.unreadable, problem: null };
        if (turn.value.wrapped === 0) return failed("busy");
      }
    } catch (error) {
      log("registry.rotation-visit-failed", { error: errorName(error) });
      return failed("unavailable");
    }
  }

  async #versions(): Promise<number[]> {
    const roots = await rootKeysOf(this.parts.rootKeyText);
    return roots.map(({ version }) => version);
  }
}

function sumOf(places: readonly NamespaceRecord[], visits: readonly Visit[]) {
  const sum = (of: (visit: Visit) => number) => visits.reduce((all, visit) => all + of(visit), 0);
  const first = visits.findIndex(({ problem }) => problem !== null);
  return {
    behind: places.at(-1)?.name ?? "",
    namespaces: places.length,
    wrapped: sum(({ wrapped }) => wrapped),
    unreadable: sum(({ unreadable }) => unreadable),
    failed: sum(({ problem }) => (problem === null ? 0 : 1)),
    problem: first === -1 ? null : `${places[first]?.name}: ${visits[first]?.problem}`,
  };
}

function viewOf(row: KeyRotationRow): RotationView {
  const { version, oldest, requested, finished, namespaces, wrapped, unreadable, problem } = row;
  const counts = { namespaces, wrapped, unreadable };
  return { trackingId: row.tracking_id, version, oldest, requested, finished, ...counts, problem };
}
