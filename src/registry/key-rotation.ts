// In the first Registry: has every namespace wrap its keys with the newest root key version. New keys are wrapped
// with it anyway, so a namespace created during a rotation needs no visit. Every step can be repeated: a visit finds
// out what is left to do, and the row records which namespaces were visited.

import { newTrackingId } from "../core/ids.ts";
import { rootKeysOf } from "../crypto/keys.ts";
import { receiptKeysOf } from "../crypto/receipt.ts";
import { failpoint } from "../platform/failpoint.ts";
import { errorName, log } from "../platform/log.ts";
import { listEverywhere } from "./everywhere.ts";
import { RegistryPart } from "./registry-base.ts";
import type { NamespaceRecord, RotationView } from "./rpc.ts";
import type { KeyRotationRow } from "./store/key-rotations.ts";

/** Namespaces per alarm, because the platform counts an alarm's calls, and namespaces visited concurrently. */
const PER_ALARM = 200;
const AT_ONCE = 8;
/** Pause before a round is repeated because a namespace failed. */
const RETRY_MS = 10_000;
/** How often a rotation whose version is not the newest checks the versions again. */
const WAIT_MS = 15 * 60_000;

interface Parts {
  /** Sets the alarm for the next due work. */
  readonly arm: () => Promise<void>;
}

/** Result of visiting a namespace; `problem` is the failure, if any. */
interface Visit {
  readonly wrapped: number;
  readonly unreadable: number;
  readonly problem: string | null;
}

/** Starts rotations, runs them, and shows the latest one. */
export class KeyRotation extends RegistryPart<Parts> {
  #isRunning = false;

  /** Start a rotation, or continue an open one for this version. Stores the public keys of all versions present. */
  async begin(): Promise<RotationView | null> {
    const { rotations, storage, clock, random, rootKeyText, arm } = this.parts;
    const keys = await receiptKeysOf(rootKeyText);
    const versions = await this.#versions();
    storage.transactionSync(() => {
      rotations.keepKeys(keys, clock());
      const last = rotations.last();
      const [version = 1] = versions;
      if (last?.version === version && last.finished === null) {
        // Due now: with a clock that was set back, it would wait until the clock has caught up.
        rotations.postpone(clock());
        return;
      }
      // A finished rotation left nothing older; but an operator who restored an older version wants it to be looked for.
      const left = last === null ? 1 : last.finished === null ? last.oldest : last.version;
      const oldest = Math.min(left, ...versions);
      const requested = clock();
      const tracking_id = newTrackingId(random, requested);
      rotations.begin({ version, tracking_id, oldest, requested });
    });
    await arm();
    return this.view();
  }

  view(): RotationView | null {
    const row = this.parts.rotations.last();
    return row === null ? null : viewOf(row);
  }

  /** Names a missing root key version that keys may be wrapped with; null when this Registry knows of none. */
  async mismatch(): Promise<string | null> {
    const last = this.parts.rotations.last();
    if (last === null) return null;
    const versions = new Set(await this.#versions());
    const needed = last.finished === null ? [last.version, last.oldest] : [last.version];
    const missing = needed.find((version) => !versions.has(version));
    return missing === undefined ? null : `version ${missing} is missing`;
  }

  /** Continue a due rotation. Never throws. */
  async runDue(): Promise<void> {
    const { rotations, clock } = this.parts;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const [newest = 1] = rotations.last() === null ? [] : await this.#versions();
      const row = rotations.last();
      if (row === null) return;
      const isDue = row.due !== null && row.due <= clock();
      const hasVisited = row.finished !== null || row.behind !== "";
      // An older version is the newest again: new keys are wrapped with it, and only a visit to all would find them.
      if (newest < row.version && hasVisited) rotations.restart(clock() + WAIT_MS);
      // No new key is wrapped with this rotation's version: it waits for that version, or for a rotation to the newest.
      else if (newest !== row.version && isDue) rotations.postpone(clock() + WAIT_MS);
      else if (isDue) await this.#visitSome(row);
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
    const records = await listEverywhere({ own, others }, behind, PER_ALARM);
    for (let at = 0; at < records.length; at += AT_ONCE) {
      const group = records.slice(at, at + AT_ONCE);
      const visits = await Promise.all(group.map((record) => this.#visit(record, version)));
      if (TEST_BUILD) await failpoint("rotation.visited");
      const row = rotations.last();
      if (row?.tracking_id !== tracking_id) return;
      rotations.advance(row, sumOf(group, visits));
      if (TEST_BUILD) await failpoint("rotation.advanced");
    }
    if (records.length < PER_ALARM) rotations.endRound(tracking_id, clock(), clock() + RETRY_MS);
  }

  async #visit(namespace: NamespaceRecord, version: number): Promise<Visit> {
    let wrapped = 0;
    const failed = (problem: string) => ({ wrapped, unreadable: 0, problem });
    try {
      for (;;) {
        const turn = await this.parts.callVault(namespace, (vault) => vault.wrapKeysAnew(version));
        // Not created yet, or deleted.
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

function sumOf(namespaces: readonly NamespaceRecord[], visits: readonly Visit[]) {
  const sum = (of: (visit: Visit) => number) => visits.reduce((all, visit) => all + of(visit), 0);
  const first = visits.findIndex(({ problem }) => problem !== null);
  return {
    behind: namespaces.at(-1)?.name ?? "",
    namespaces: namespaces.length,
    wrapped: sum(({ wrapped }) => wrapped),
    unreadable: sum(({ unreadable }) => unreadable),
    failed: sum(({ problem }) => (problem === null ? 0 : 1)),
    problem: first === -1 ? null : `${namespaces[first]?.name}: ${visits[first]?.problem}`,
  };
}

function viewOf(row: KeyRotationRow): RotationView {
  const { version, oldest, requested, finished, namespaces, wrapped, unreadable, problem } = row;
  const counts = { namespaces, wrapped, unreadable };
  return { trackingId: row.tracking_id, version, oldest, requested, finished, ...counts, problem };
}
