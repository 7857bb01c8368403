// Lets the operator end `ledger_ahead` and `replay_expired`, after being shown what will be done. Entries that the ledger
// has lost are written again from this namespace's own deletion rows; an erasure whose replay parts have expired is given
// up. The ledger gets an entry that says so. Every step can be repeated.

import { newTrackingId } from "../../core/ids.ts";
import { err, ok } from "../../core/result.ts";
import { entriesToRepeat, foldedSearches } from "../../erasure/checkpoint.ts";
import { isSearch } from "../../erasure/deletion.ts";
import {
  type AnchorPositions,
  type AnchorView,
  type LedgerEntry,
  type LedgerFacts,
  UNKNOWN_PARTS,
} from "../../erasure/ledger-entry.ts";
import { REPLAY_MS } from "../../erasure/receipt.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { log } from "../../platform/log.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import { factsOf } from "./deletion-request.ts";
import type { DeletionService } from "./deletion-service.ts";
import type { LedgerSync } from "./ledger-sync.ts";
import { countsOf } from "./person/person-eraser.ts";
import type { Searches } from "./person/searches.ts";
import { detailsOf } from "./receipt-issuer.ts";
import type { ReplayParts } from "./replay-parts.ts";

interface Parts extends NamespaceBase {
  readonly deletionService: DeletionService;
  readonly ledgerSync: LedgerSync;
  readonly replayParts: ReplayParts;
  readonly searches: Searches;
}

/** The work to be done, and the view of it for the operator. */
interface Plan {
  readonly view: AnchorView;
  readonly missing: readonly {
    readonly facts: LedgerFacts;
    readonly part: Uint8Array<ArrayBuffer> | null;
  }[];
  readonly repeated: readonly LedgerEntry[];
}

/** Brings one namespace and its ledger to the same position again. */
export class ReAnchor extends NamespacePart<Parts> {
  /**
   * Show what there is to do. With `confirmed`, the positions of the view that the operator has seen, do it, while other
   * requests wait; fails with `anchor_changed` when the positions have changed. Throws RegistryUnreachable.
   */
  async run(confirmed: AnchorPositions | null): Promise<Reply<AnchorView>> {
    if (confirmed === null) return ok((await this.#plan()).view);
    return this.parts.ledgerSync.runAlone(async () => {
      const plan = await this.#plan();
      const { view } = plan;
      const { position, ledgerPosition } = confirmed;
      if (position !== view.position || ledgerPosition !== view.ledgerPosition)
        return err({ code: "anchor_changed" });
      if (view.problem !== null) await this.#carryOut(plan);
      return ok(view);
    });
  }

  async #plan(): Promise<Plan> {
    const { deletions, ledgerSync, replayParts } = this.parts;
    const entries = await ledgerSync.entriesAfter(0);
    const position = this.parts.ledgerPosition.ofErasures;
    const ledgerPosition = entries.at(-1)?.position ?? 0;
    const own = deletions.inEffect();
    const isOwn = new Set(own.map((row) => row.tracking_id));
    const unknown = entries.filter(
      (entry) =>
        entry.position > position || !(entry.phase === "checkpoint" || isOwn.has(entry.trackingId)),
    );
    const repeated: LedgerEntry[] = [];
    const lost: LedgerEntry[] = [];
    const foldedHere = unknown.reduce((sum, entry) => sum + foldedSearches(entry), 0);
    for (const entry of unknown.flatMap(entriesToRepeat)) {
      if (entry.phase === "re-anchored" || entry.phase === "audited") continue;
      ((await replayParts.areThere(entry)) ? repeated : lost).push(entry);
    }
    const inLedger = new Set(entries.map(({ trackingId, phase }) => `${phase} ${trackingId}`));
    // Time of the first checkpoint. Entries recorded before it are part of it, or were never lost.
    const folded = entries.find(({ phase }) => phase === "checkpoint")?.at ?? 0;
    const ownEntries = await Promise.all(own.map((row) => entriesOf(row, this.parts, folded)));
    const missing = ownEntries
      .flat()
      .filter(({ facts: { phase, trackingId } }) => !inLedger.has(`${phase} ${trackingId}`));
    // Repeating the end of an erasure does nothing where its beginning cannot be repeated.
    const isLost = new Set(jobsOf(lost.filter(({ phase }) => phase === "accepted")));
    const isExpired = lost.length > 0 || foldedHere > 0;
    const problem =
      position > ledgerPosition ? "ledger_ahead" : isExpired ? "replay_expired" : null;
    const view: AnchorView = {
      ...{ problem, position, ledgerPosition },
      missing: jobsOf(missing.map(({ facts }) => facts)),
      repeated: jobsOf(repeated).filter((id) => !isLost.has(id)),
      lost: jobsOf(lost),
      foldedSearches: foldedHere,
    };
    return { view, missing, repeated };
  }

  async #carryOut({ view, missing, repeated }: Plan): Promise<void> {
    const { registry, deletionService, ledgerPosition, clock, random, ids } = this.parts;
    for (const entry of repeated) await deletionService.replay(entry);
    // The position stops before an entry written by another: the ledger is read again from there.
    let last = view.ledgerPosition;
    const written = ({ position }: LedgerEntry) => {
      if (position === last + 1) last = position;
    };
    for (const { facts, part } of missing) {
      if (part !== null) await this.parts.replayParts.keep(part, clock() + REPLAY_MS);
      written(await registry.append(facts));
      if (TEST_BUILD) await failpoint("anchor.appended");
    }
    const now = clock();
    const facts: LedgerFacts = {
      trackingId: newTrackingId(random, now),
      phase: "re-anchored",
      target: "namespace",
      ...{ at: now, watermark: ids.last, cutoff: null },
      details: JSON.stringify(view),
    };
    const entry = await registry.append(facts);
    if (TEST_BUILD) await failpoint("anchor.in-ledger");
    written(entry);
    ledgerPosition.resetTo(last);
    log("vault.re-anchored", { problem: view.problem, position: entry.position });
  }
}

/**
 * The ledger entries of a deletion, made from its row, without those recorded before `folded`. The replay parts of a
 * finished search cannot be made again: an older copy that reads such an entry does not serve.
 */
async function entriesOf(
  row: DeletionRow,
  { searches, replayParts }: Pick<Parts, "searches" | "replayParts">,
  folded: number,
): Promise<Plan["missing"][number][]> {
  const part = row.search === null ? null : await searches.sealForLedger(row);
  const isGone = isSearch(row.target) && part === null;
  const note = isGone ? { replay: UNKNOWN_PARTS } : {};
  const named = part === null ? note : { replay: await replayParts.note(part) };
  const accepted = factsOf(row, "accepted", row.accepted, named);
  const begun = (row.effective ?? row.accepted) < folded ? [] : [{ facts: accepted, part }];
  const finished = row.finished ?? row.accepted;
  if (row.state !== "SUCCESS" || finished < folded) return begun;
  const search = isSearch(row.target)
    ? { ...note, matches: countsOf(row), search: UNKNOWN_PARTS }
    : {};
  const details = { ...detailsOf(row, finished), ...search };
  return [...begun, { facts: factsOf(row, "finished", finished, details), part: null }];
}

function jobsOf(entries: readonly Pick<LedgerFacts, "trackingId">[]): string[] {
  return [...new Set(entries.map(({ trackingId }) => trackingId))];
}
