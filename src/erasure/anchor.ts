// How a namespace and the ledger of its erasures are made level again, when one of them is an older copy: as data.

/** Last entry of the ledger that a namespace knows of, and the last there is. */
export interface AnchorPositions {
  readonly position: number;
  readonly ledgerPosition: number;
}

/** What the operator is shown before data and ledger are made level again; all lists are of tracking ids. */
export interface AnchorView extends AnchorPositions {
  /** Why the namespace does not serve; null: there is nothing to do. */
  readonly problem: "ledger_ahead" | "replay_expired" | null;
  /** Erasures that the ledger does not know, or whose end it does not: they are written into it again. */
  readonly missing: readonly string[];
  /** Erasures of the ledger that this data does not know: they are repeated. */
  readonly repeated: readonly string[];
  /** Erasures that can no longer be repeated: what they erased is in this data again. */
  readonly lost: readonly string[];
  /** How many more of these may be among what the ledger has folded: their ids are gone. */
  readonly foldedSearches: number;
}
