// What a random test of erasures knows of a namespace at one moment, and of a copy of its database.

/** A mapping that was made at some time, perhaps in a copy that is lost. */
export interface Made {
  readonly token: string;
  readonly value: string;
  readonly kind: number;
  readonly at: number;
}

/** Whether an erasure takes a value at its acceptance, or only at its end. */
export type Effect = "at once" | "at its end" | null;

/** An erasure that was requested. */
export interface Erasure {
  readonly trackingId: string;
  readonly at: number;
  readonly effectOn: (value: string) => Effect;
}

/** What is in a database, as far as is known. */
export interface State {
  /** Tokens that are there, unless an erasure has taken them. */
  readonly present: Set<string>;
  readonly jobs: Set<EndedJob>;
  /** Erasures that have taken effect here. */
  readonly erased: Set<Erasure>;
  /** Erasures that were requested here during a hold. */
  readonly held: Set<Erasure>;
  isHeld: boolean;
}

/** A job that has masked a value, or turned its token back. */
interface EndedJob {
  readonly id: string;
  readonly kind: "mask" | "unmask";
  readonly token: string;
  readonly at: number;
}

/** For a copy of the database. */
export const copied = ({ present, jobs, erased, held, isHeld }: State): State => ({
  present: new Set(present),
  jobs: new Set(jobs),
  erased: new Set(erased),
  held: new Set(held),
  isHeld,
});
