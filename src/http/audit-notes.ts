// Records of requests whose caller was let in, until their namespaces have them. Buffered: they wait in this isolate, for a
// second at most, so that a read costs no write of its own; an isolate that is killed takes that second along. Strict: no
// answer leaves before its record is kept. Either way nothing is done any more once too much waits.
import type { Context } from "hono";
import { type AuditRecord, addCounts, type SentRecords } from "../core/audit.ts";
import { errorName, log } from "../platform/log.ts";
import { callVaultObject } from "../platform/object-calls.ts";
import type { RawEnv } from "../platform/objects.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import type { HttpEnv } from "./handler.ts";
import type { Claims } from "./namespace-token.ts";

/** How long records wait. */
const WAIT_MS = 1_000;
/** How often they are sent again, a second apart: the platform ends what goes on for longer after an answer. */
const MOST_TRIES = 25;
/** Records of one namespace that are sent at a time, and at once. */
const RECORDS_PER_BATCH = 500;
/** Records of one namespace that may wait: then it takes no more requests. */
const MAX_WAITING = 5_000;
/** The same where those of all namespaces together are so many: a namespace whose records are kept goes on. */
const MAX_OF_ALL = 20_000;
const MAX_WAITING_THEN = 100;

/** What a handler knows of its request. */
type Audited = Pick<AuditRecord, "items" | "entities" | "policy" | "reason" | "tracking_id">;

/** Records of a namespace that wait. */
interface Waiting {
  readonly place: Pick<Claims, "nid" | "jurisdiction">;
  records: AuditRecord[];
  /** Tokens nobody has found on the allow list. */
  readonly unchecked: Set<string>;
  /** A batch that could not be sent; it is sent again as it is. */
  unsent: SentRecords | null;
  /** Whether what waits is all kept at its end. */
  sending: Promise<boolean> | null;
  isTimed: boolean;
}

/** Note what a request deals with; said again, numbers of entities add up. */
export function audited(c: Context<HttpEnv>, what: Audited): void {
  const { entities: before, ...known } = c.get("audited") ?? {};
  const { entities: more, ...others } = what;
  const entities = before || more ? { entities: addCounts(before ?? {}, more ?? {}) } : {};
  c.set("audited", { ...known, ...others, ...entities });
}

/** Records of this isolate that wait. */
export class AuditNotes {
  readonly #waiting = new Map<string, Waiting>();
  /** How many of all namespaces wait. */
  #count = 0;
  readonly #waitMs: number;

  /** `waitMs`: how long records wait, and between two tries to send them. */
  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** Whether nothing may be done in a namespace, for its records cannot be kept. Tries again to send them. */
  isFull(c: Context<HttpEnv>, { nid }: Claims): boolean {
    const waiting = this.#waiting.get(nid);
    const most = this.#count < MAX_OF_ALL ? MAX_WAITING : MAX_WAITING_THEN;
    if (waiting === undefined || waiting.records.length < most) return false;
    c.executionCtx.waitUntil(this.#send(c.env, waiting));
    return true;
  }

  /**
   * Note a request in a namespace. False when it has to be kept before the answer leaves, and cannot be. `isKnown`: its
   * token was found on the allow list.
   */
  async note(
    c: Context<HttpEnv>,
    place: Pick<Claims, "nid" | "jurisdiction">,
    { isKnown, ...who }: Pick<AuditRecord, "token_id" | "user"> & { readonly isKnown: boolean },
    answered: Pick<AuditRecord, "time" | "operation" | "outcome" | "duration_ms">,
  ): Promise<boolean> {
    const waiting = this.#of(place);
    const noted = { ...c.get("audited"), request_id: c.get("requestId") };
    waiting.records.push({ ...answered, ...who, ...noted });
    this.#count += 1;
    if (!isKnown) waiting.unchecked.add(who.token_id);
    if (c.env.AUDIT === "strict") return this.#send(c.env, waiting);
    if (waiting.records.length >= RECORDS_PER_BATCH) {
      c.executionCtx.waitUntil(this.#send(c.env, waiting));
    } else if (!waiting.isTimed) {
      waiting.isTimed = true;
      c.executionCtx.waitUntil(this.#sendSoon(c.env, waiting));
    }
    return true;
  }

  #of({ nid, jurisdiction }: Pick<Claims, "nid" | "jurisdiction">): Waiting {
    let waiting = this.#waiting.get(nid);
    if (waiting === undefined) {
      const nothing = { unsent: null, sending: null, isTimed: false };
      const place = { nid, jurisdiction };
      waiting = { place, records: [], unchecked: new Set(), ...nothing };
      this.#waiting.set(nid, waiting);
    }
    return waiting;
  }

  /** Sends until all is kept, or for as long as the platform lets it: no other request may come. */
  async #sendSoon(env: RawEnv, waiting: Waiting): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await scheduler.wait(this.#waitMs);
      await this.#send(env, waiting);
      if (isEmpty(waiting)) break;
    }
    waiting.isTimed = false;
    this.#dropIfEmpty(waiting);
  }

  #dropIfEmpty(waiting: Waiting): void {
    if (isEmpty(waiting) && !waiting.isTimed) this.#waiting.delete(waiting.place.nid);
  }

  /** Whether all that waits now is kept in the end. */
  async #send(env: RawEnv, waiting: Waiting): Promise<boolean> {
    // What is under way may have begun before the newest record.
    if (waiting.sending !== null && !(await waiting.sending)) return false;
    waiting.sending ??= this.#sendAll(env, waiting).finally(() => {
      waiting.sending = null;
    });
    return waiting.sending;
  }

  async #sendAll(env: RawEnv, waiting: Waiting): Promise<boolean> {
    while (waiting.unsent !== null || waiting.records.length > 0) {
      waiting.unsent ??= {
        sender: crypto.randomUUID(),
        records: waiting.records.splice(0, RECORDS_PER_BATCH),
        unchecked: [...waiting.unchecked],
      };
      const { place, unsent } = waiting;
      try {
        const vault = (v: VaultRpc) => v.recordAudit(unsent);
        const reply = await callVaultObject(env, place, vault);
        // There is no namespace any more that could have records.
        if (!reply.ok && reply.error.code !== "namespace_unknown") throw new Error("not kept");
      } catch (error) {
        log("audit.not-kept", { error: errorName(error), waiting: waiting.records.length });
        return false;
      }
      waiting.unsent = null;
      this.#count -= unsent.records.length;
    }
    waiting.unchecked.clear();
    this.#dropIfEmpty(waiting);
    return true;
  }
}

function isEmpty({ records, unsent }: Waiting): boolean {
  return unsent === null && records.length === 0;
}

/** Of this isolate: what waits outlives the request that it is of. */
export const auditNotes = new AuditNotes();
