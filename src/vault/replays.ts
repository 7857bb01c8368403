// What a restored older copy needs to repeat an erasure of single mappings: the search, and the list of
// what it found. Both are sealed with the namespace's own key before the Registry keeps them.
import { hex } from "../core/ids.ts";
import type { RandomSource } from "../core/random.ts";
import type { ContextMaker } from "../crypto/context.ts";
import { fromHex, fromUtf8, toBase64, utf8 } from "../crypto/encoding.ts";
import { open, seal } from "../crypto/seal.ts";
import type { LedgerEntry, ReplayNote } from "../retention/ledger-entry.ts";
import type { Keyring } from "./keyring.ts";
import type { Liveness } from "./liveness.ts";
import type { RegistryLink } from "./registry-link.ts";
import type { ReplayView } from "./rpc.ts";
import type { Find, FindStore } from "./store/finds.ts";

/** Finds one part lists; as JSON they stay under 1 MB. */
const FINDS_PER_PART = 15_000;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly finds: FindStore;
  readonly liveness: Liveness;
  readonly registry: RegistryLink;
  readonly keyring: Keyring;
  readonly context: ContextMaker;
  readonly random: RandomSource;
}

/** The Registry no longer has what a replay needs: the copy is older than the parts are kept. */
export class ReplayExpired extends Error {
  constructor() {
    super("the parts of a replay are gone");
    this.name = "ReplayExpired";
  }
}

/** A part as JSON: ids of mappings, and [id, pair digest] of single pairs. */
interface FindList {
  readonly ids: readonly number[];
  readonly pairs: readonly (readonly [number, string])[];
}

/** Writes and applies replay parts of one namespace. */
export class Replays {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the ledger entry says of its parts: how many, and the hash of each. */
  async note(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<ReplayNote> {
    const hashes = parts.map(async (part) => {
      return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", part)));
    });
    return { sha256: await Promise.all(hashes) };
  }

  /** What a deletion found, sealed; `accepted` is when it was asked for. */
  async seal(finds: readonly Find[], accepted: number): Promise<Uint8Array<ArrayBuffer>[]> {
    const { keyring, context, random } = this.#parts;
    const key = await keyring.recordKey();
    const sealed: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 0; at < finds.length; at += FINDS_PER_PART) {
      const list = listOf(finds.slice(at, at + FINDS_PER_PART));
      const place = context("finds", accepted, sealed.length);
      sealed.push(await seal(key, utf8(JSON.stringify(list)), place, random));
    }
    return sealed;
  }

  /** Parts of an entry, as the Registry keeps them. Throws ReplayExpired when one is missing. */
  async fetch(entry: LedgerEntry): Promise<Uint8Array<ArrayBuffer>[]> {
    const { replay } = JSON.parse(entry.details) as { replay?: ReplayNote };
    const expected = replay?.sha256.length ?? 0;
    if (expected === 0) return [];
    const { registry } = this.#parts;
    const parts = await registry.call((calls, nid) => calls.ledgerReplay(nid, entry.position));
    if (parts.length < expected) throw new ReplayExpired();
    return parts.map((part) => new Uint8Array(part));
  }

  /** The parts of a job as an officer keeps them beside the receipt. */
  async view(trackingId: string): Promise<ReplayView> {
    const { registry } = this.#parts;
    const parts = await registry.call((calls, nid) => calls.replayOfJob(nid, trackingId));
    const text = (part: ArrayBuffer) => toBase64(new Uint8Array(part));
    return { search: parts.search.map(text), found: parts.found.map(text) };
  }

  /** Remove what a finished deletion had found, as far as this copy has it with an id up to `upTo`. */
  async apply(
    sealed: readonly Uint8Array<ArrayBuffer>[],
    accepted: number,
    upTo: number,
  ): Promise<void> {
    const { storage, finds, liveness, keyring, context } = this.#parts;
    const key = await keyring.recordKey();
    for (const [number, part] of sealed.entries()) {
      const bytes = await open(key, part, context("finds", accepted, number));
      const list = JSON.parse(fromUtf8(bytes)) as FindList;
      storage.transactionSync(() => {
        const pairs = list.pairs.filter(([id]) => id <= upTo);
        finds.removeMappings(list.ids.filter((id) => id <= upTo));
        finds.removePairs(pairs.map(([id, pair]) => ({ id, pair: fromHex(pair).buffer })));
      });
      liveness.overtake();
    }
  }
}

function listOf(finds: readonly Find[]): FindList {
  return {
    ids: finds.flatMap(({ id, pair }) => (pair === null ? [id] : [])),
    pairs: finds.flatMap(({ id, pair }) =>
      pair === null ? [] : [[id, hex(new Uint8Array(pair))] as const],
    ),
  };
}
