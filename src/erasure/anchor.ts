// Matching a namespace with its erasure ledger again when one of them was restored from an older copy: as data.

/** Positions of the last ledger entry that a namespace knows of, and of the ledger's last entry. */
export interface AnchorPositions {
  readonly position: number;
  readonly ledgerPosition: number;
}

/** What the operator is shown before data and ledger are matched again; the lists hold tracking ids. */
export interface AnchorView extends AnchorPositions {
  /** Why the namespace does not serve; null: nothing has to be done. */
  readonly problem: "ledger_ahead" | "replay_expired" | null;
  /** Erasures missing in the ledger, or whose end is missing there: they are appended to it again. */
  readonly missing: readonly string[];
  /** Erasures in the ledger that are missing in this data: they are repeated. */
  readonly repeated: readonly string[];
  /** Erasures that can no longer be repeated: the data they erased is here again. */
  readonly lost: readonly string[];
  /** How many more such erasures the folded part of the ledger may contain, whose ids are gone. */
  readonly foldedSearches: number;
}
