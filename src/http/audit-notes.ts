// Records of authenticated requests, until their namespaces store them. Buffered: records wait in this isolate for at most a
// second, so that a read causes no write of its own; if the isolate is killed, that second is lost. Strict: no answer leaves
// before its record is stored. In both modes requests are refused once too many records wait.
import type { Context } from "hono";
import { type AuditRecord, addCounts, type SentRecords } from "../core/audit.ts";
import { errorName, log } from "../platform/log.ts";
import { callVaultObject } from "../platform/object-calls.ts";
import type { RawEnv } from "../platform/objects.ts";
import type { VaultRpc } from "../vault/rpc.ts";
import type { HttpEnv } from "./handler.ts";
import type { Claims } from "./namespace-token.ts";

/** How long records wait before they are sent. */
const WAIT_MS = 1_000;
/** Tries to send them, a second apart: the platform ends work that continues for longer after an answer. */
const MAX_TRIES = 25;
/** Records of one namespace that one call sends; from this many on they are sent at once. */
const RECORDS_PER_BATCH = 500;
/** Most waiting records of one namespace: then it takes no more requests. */
const MAX_WAITING = 5_000;
/** From this total of all namespaces on, each may have only so many: namespaces that store their records continue. */
const MAX_WAITING_OF_ALL = 20_000;
const MAX_WAITING_WHEN_FULL = 100;

/** What a handler knows about its request. */
type Audited = Pick<AuditRecord, "items" | "entities" | "policy" | "reason" | "tracking_id">;

interface Waiting {
  readonly namespace: Pick<Claims, "nid" | "jurisdiction">;
  records: AuditRecord[];
  /** Ids of tokens that nobody has found on the allow list. */
  readonly unchecked: Set<string>;
  /** A batch that failed to be sent; it is sent again unchanged. */
  unsent: SentRecords | null;
  /** Resolves to whether everything that waits has been stored. */
  sending: Promise<boolean> | null;
  isTimed: boolean;
}

/** Adds facts about the request to its record; counts of entities add up over several calls. */
export function audited(c: Context<HttpEnv>, what: Audited): void {
  const { entities: before, ...known } = c.get("audited") ?? {};
  const { entities: more, ...others } = what;
  const entities = before || more ? { entities: addCounts(before ?? {}, more ?? {}) } : {};
  c.set("audited", { ...known, ...others, ...entities });
}

/** Waiting records of this isolate. */
export class AuditNotes {
  readonly #waiting = new Map<string, Waiting>();
  /** Waiting records of all namespaces. */
  #count = 0;
  readonly #waitMs: number;

  /** `waitMs`: how long records wait, and the time between two tries to send them. */
  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  /** Whether a namespace's requests are refused because its records cannot be stored. Tries again to send them. */
  isFull(c: Context<HttpEnv>, { nid }: Claims): boolean {
    const waiting = this.#waiting.get(nid);
    const most = this.#count < MAX_WAITING_OF_ALL ? MAX_WAITING : MAX_WAITING_WHEN_FULL;
    if (waiting === undefined || waiting.records.length < most) return false;
    c.executionCtx.waitUntil(this.#send(c.env, waiting));
    return true;
  }

  /** Records a request; false when it must be stored before the answer, and was not. `isKnown`: its token is on the list. */
  async note(
    c: Context<HttpEnv>,
    namespace: Pick<Claims, "nid" | "jurisdiction">,
    { isKnown, ...who }: Pick<AuditRecord, "token_id" | "user"> & { readonly isKnown: boolean },
    answered: Pick<AuditRecord, "time" | "operation" | "outcome" | "duration_ms">,
  ): Promise<boolean> {
    const waiting = this.#waitingOf(namespace);
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

  #waitingOf({ nid, jurisdiction }: Pick<Claims, "nid" | "jurisdiction">): Waiting {
    let waiting = this.#waiting.get(nid);
    if (waiting === undefined) {
      const nothing = { unsent: null, sending: null, isTimed: false };
      const namespace = { nid, jurisdiction };
      waiting = { namespace, records: [], unchecked: new Set(), ...nothing };
      this.#waiting.set(nid, waiting);
    }
    return waiting;
  }

  /** Tries until everything is sent, or for as long as the platform allows: there may be no later request. */
  async #sendSoon(env: RawEnv, waiting: Waiting): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await scheduler.wait(this.#waitMs);
      await this.#send(env, waiting);
      if (isEmpty(waiting)) break;
    }
    waiting.isTimed = false;
    this.#dropIfEmpty(waiting);
  }

  #dropIfEmpty(waiting: Waiting): void {
    if (isEmpty(waiting) && !waiting.isTimed) this.#waiting.delete(waiting.namespace.nid);
  }

  /** Sends everything that waits now; resolves to whether all of it has been stored. */
  async #send(env: RawEnv, waiting: Waiting): Promise<boolean> {
    // A send in progress may have begun before the newest record.
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
      const { namespace, unsent } = waiting;
      try {
        const vault = (v: VaultRpc) => v.recordAudit(unsent);
        const reply = await callVaultObject(env, namespace, vault);
        // The namespace does not exist any more, so there is nowhere to store its records.
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

/** One for the isolate: records outlive their requests. */
export const auditNotes = new AuditNotes();
