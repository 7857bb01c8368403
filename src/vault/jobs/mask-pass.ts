// A pass over several chunks of a job. What they want masked is gathered, then masked in parts in the order of digests,
// then the chunks' results are written. Every new value changes a page of the index of digests: those of one chunk lie
// all over it, nearly each on a page of its own, while a part of many chunks, in order, shares them (bench/NOTES.md).
//
// Between two slices of a pass anything may happen, so it remembers what it was planned with. It lives in memory only:
// what its parts have written are mappings like any others, which the next try finds.
import type { ByteSlices } from "../../core/byte-slices.ts";
import { utf8Slices } from "../../crypto/encoding.ts";
import { placesInOrder } from "../mappings/digest-order.ts";
import type { Masked } from "../mappings/masker.ts";
import { NumberColumn, TextColumn } from "./columns.ts";

/** What a pass is of, and the epoch it is planned in. */
interface Planned {
  readonly serial: number;
  /** Its first chunk. */
  readonly number: number;
  readonly epoch: number;
}

/** The columns of a pass: by a value's place among all that its chunks want, unless it says otherwise. */
export interface Room {
  readonly values: TextColumn;
  readonly kinds: NumberColumn;
  /** The beginnings of digests. */
  readonly prefixes: NumberColumn;
  /** Mappings, in the order of digests. */
  readonly ids: NumberColumn;
  /** Tokens, in the order of digests. */
  readonly tokens: TextColumn;
}

/** What a chunk wants masked: none of the values has attributes. */
interface Wants {
  /** As UTF-8. */
  readonly values: ByteSlices;
  readonly kinds: readonly number[];
  /** The beginnings of the values' digests. */
  readonly prefixes: readonly number[];
  /** Version of the policy set it was planned with. */
  readonly policySetVersion: number | null;
}

/** What is masked at once, at most. */
interface Part {
  readonly values: number;
  /** As UTF-8. */
  readonly bytes: number;
}

/** What a pass does next. */
type Stage = "gathering" | "masking" | "writing";

/** Room for passes, one after the other. */
export function roomForPasses(): Room {
  return {
    values: new TextColumn(),
    kinds: new NumberColumn(),
    prefixes: new NumberColumn(),
    ids: new NumberColumn(),
    tokens: new TextColumn(),
  };
}

/** A pass, and how far it has come. */
export class MaskPass {
  readonly planned: Planned;
  readonly #room: Room;
  #policySetVersion: number | null = null;
  /** How many values each chunk wants masked. */
  readonly #wanted: number[] = [];
  /** Places in the order of digests, and where in that order each place is; both empty while it gathers. */
  #order = new Uint32Array(0);
  #rank = new Uint32Array(0);
  #isGathered = false;
  #chunksGiven = 0;
  #valuesGiven = 0;

  /** Takes away what an earlier pass left in the room. */
  constructor(planned: Planned, room: Room) {
    this.planned = planned;
    this.#room = room;
    for (const column of Object.values(room)) column.clear();
  }

  /** What it does next. */
  get stage(): Stage {
    if (!this.#isGathered) return "gathering";
    return this.#room.ids.length < this.#order.length ? "masking" : "writing";
  }

  /** Chunks gathered so far. */
  get chunks(): number {
    return this.#wanted.length;
  }

  /** Chunks that are not given yet. */
  get chunksLeft(): number {
    return this.#wanted.length - this.#chunksGiven;
  }

  /** The first of those. */
  get next(): number {
    return this.planned.number + this.#chunksGiven;
  }

  /** Version of the policy set that all its chunks were planned with. */
  get policySetVersion(): number | null {
    return this.#policySetVersion;
  }

  /**
   * Take a chunk in, behind those that are there. False, and it is not, when it was planned with another version of the
   * policy set than the first one.
   */
  take({ values, kinds, prefixes, policySetVersion }: Wants): boolean {
    if (this.chunks === 0) this.#policySetVersion = policySetVersion;
    if (this.#policySetVersion !== policySetVersion) return false;
    this.#room.values.add(values);
    this.#room.kinds.add(kinds);
    this.#room.prefixes.add(prefixes);
    this.#wanted.push(kinds.length);
    return true;
  }

  /** Nothing more is gathered. */
  endGathering(): void {
    this.#isGathered = true;
    this.#order = placesInOrder(this.#room.prefixes.all());
    this.#rank = new Uint32Array(this.#order.length);
    for (let i = 0; i < this.#order.length; i++) this.#rank[this.#order[i] as number] = i;
  }

  /** The next values to mask, and their kinds: one at least. */
  nextPart(most: Part): { values: string[]; kinds: number[] } {
    const from = this.#room.ids.length;
    let to = from;
    for (let bytes = 0; to < this.#order.length && to - from < most.values; to++) {
      bytes += this.#room.values.bytesAt(this.#order[to] as number);
      if (to > from && bytes > most.bytes) break;
    }
    const places = this.#order.subarray(from, to);
    const kinds = this.#room.kinds.all();
    return {
      values: this.#room.values.pick(places),
      kinds: Array.from(places, (place) => kinds[place] as number),
    };
  }

  /** What masking the values of `nextPart` gave. */
  put({ tokens, mappingIds }: Masked): void {
    this.#room.tokens.add(utf8Slices(tokens));
    this.#room.ids.add(mappingIds);
  }

  /** What masking gave for the next chunk, whose result is going to be written. */
  giveChunk(): Masked {
    const from = this.#valuesGiven;
    const ranks = this.#rank.subarray(from, from + (this.#wanted[this.#chunksGiven] ?? 0));
    this.#chunksGiven += 1;
    this.#valuesGiven += ranks.length;
    const ids = this.#room.ids.all();
    return {
      tokens: this.#room.tokens.pick(ranks),
      mappingIds: Array.from(ranks, (rank) => ids[rank] as number),
    };
  }
}
