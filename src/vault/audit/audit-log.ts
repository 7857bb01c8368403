// The audit log of one namespace: the batches of records that the Worker sends, hash-chained and sealed under a key per day,
// so that destroying a key erases its day. A deletion leaves a checkpoint from which the remaining chain still verifies.
import {
  type AuditBatch,
  type AuditCheckpoint,
  type AuditPage,
  type AuditPosition,
  type AuditRecord,
  auditText,
  type SentRecords,
} from "../../core/audit.ts";
import { hex, newTrackingId } from "../../core/ids.ts";
import { MAX_AUDIT_BYTES } from "../../core/limits.ts";
import { ok } from "../../core/result.ts";
import { dayOf } from "../../core/time.ts";
import { auditHash, NO_AUDIT_HASH } from "../../crypto/audit-chain.ts";
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import { UnreadableKey } from "../../crypto/wrapping.ts";
import type { LedgerFacts } from "../../erasure/ledger-entry.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { waitForAWhile } from "../../platform/in-time.ts";
import { errorName, log } from "../../platform/log.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { TokensIssued } from "../keys/tokens-issued.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { NewUsage } from "../store/audit/usage.ts";

/** Most records of one page after its first batch. */
const RECORDS_PER_PAGE = 2_000;

/** An opened day key, with the id of its row and its UTC day. A day has several rows when the clock was set back. */
interface DayKey {
  readonly id: number;
  readonly day: number;
  readonly key: CryptoKey;
}

/** Stores the audit records of one namespace. */
export class AuditLog extends NamespacePart<{ readonly tokens: TokensIssued }> {
  /** The last append; the next one waits for it, because it needs its hash. */
  #last: Promise<unknown> = Promise.resolve();
  #current: DayKey | null = null;

  /** Store and count records. A batch that is stored already is ignored. */
  async append(sent: SentRecords): Promise<Reply<null>> {
    const appended = this.#last.then(() => this.#append(sent));
    // A failed append does not make the next one fail.
    this.#last = appended.catch(() => undefined);
    await appended;
    return ok(null);
  }

  async #append({ sender, records: given, unchecked }: SentRecords): Promise<void> {
    const { auditBatches, usage, storage, settings, clock, random, context, tokens } = this.parts;
    const strangers = new Set(unchecked.filter((id) => !tokens.isActive(id)));
    const records = given.filter(({ token_id }) => !strangers.has(token_id));
    if (records.length === 0 || auditBatches.isKnown(sender)) return;
    const today = dayOf(clock());
    // Only records of issued tokens count as usage: an operator's requests are none, and a job was counted when submitted.
    const ids = new Set(records.map(({ token_id }) => token_id));
    const issued = new Set([...ids].filter((id) => tokens.isIssued(id)));
    const used = records.filter(({ token_id }) => issued.has(token_id));
    const counts = await usageOf(used, this.parts.keyring);
    const text = auditText(records);
    const { id, key } = await this.#dayKey(today);
    const before = this.head;
    const serial = before.batch + 1;
    const hash = await auditHash(before.hash, text);
    const packed = await piped(utf8(text), new CompressionStream("deflate-raw"));
    const sealed = await seal(key, packed, context("auditBatch", serial), random);
    if (TEST_BUILD) await failpoint("audit.sealed");
    // If another day has begun meanwhile, the key may be destroyed already and the batch belongs to the new day.
    if (auditBatches.newestDay()?.id !== id)
      return this.#append({ sender, records, unchecked: [] });
    storage.transactionSync(() => {
      auditBatches.add({ serial, sender, records: records.length, hash, sealed });
      usage.count(today, counts);
      settings.put("audit_bytes", this.#bytes + sealed.length);
    });
    this.#dropExcess();
    // A Registry that hangs must not hold up later records, nor the answer that waits for this one.
    await waitForAWhile(this.#anchor());
  }

  /** Once a day, write the chain's head to the erasure ledger, which is kept in the Registry. */
  async #anchor(): Promise<void> {
    const { settings, registry, clock, random, ledgerPosition } = this.parts;
    // If the ledger has lost erasures, an entry here could make its length match again and hide the loss.
    if (!ledgerPosition.isSynced) return;
    const at = clock();
    const [today, anchored] = [dayOf(at), settings.number("audit_anchored", 0) ?? 0];
    if (anchored === today) return;
    settings.put("audit_anchored", today);
    const { batch, hash } = this.head;
    const facts: LedgerFacts = {
      ...{ trackingId: newTrackingId(random, at), phase: "audited", target: "audit", at },
      ...{ watermark: batch, cutoff: null, details: JSON.stringify({ hash }) },
    };
    try {
      const { position } = await registry.append(facts);
      ledgerPosition.noteWritten(position);
      // Not `ledger_position`: a ledger that loses this entry is no reason to stop serving.
      ledgerPosition.noteEffectOfWritten("ledger_read", position);
    } catch (error) {
      log("audit.not-anchored", { error: errorName(error) });
      settings.put("audit_anchored", anchored);
    }
  }

  async read(position: AuditPosition): Promise<AuditPage> {
    const { auditBatches } = this.parts;
    const { checkpoint } = this;
    const after = "after" in position ? position.after : this.#lastBefore(position.day);
    const from = Math.max(after, checkpoint.batch);
    const rows = auditBatches.page(from, RECORDS_PER_PAGE);
    let previous = from === checkpoint.batch ? checkpoint.hash : auditBatches.hashOf(from);
    const batches: AuditBatch[] = [];
    const keys = new Map<number, CryptoKey>();
    for (const { serial, hash, sealed } of rows) {
      const text = await this.#open(serial, sealed, keys);
      if (TEST_BUILD) await failpoint("audit.opened");
      if (text === undefined) continue;
      batches.push({ batch: serial, previous: previous ?? NO_AUDIT_HASH, hash, text });
      previous = hash;
    }
    // Some of these batches were dropped meanwhile: the page begins again, after the new checkpoint.
    if (this.checkpoint.batch > from) return this.read(position);
    return { checkpoint, batches, hasMore: (rows.at(-1)?.serial ?? from) < this.head.batch };
  }

  /** The last deleted batch, after which the stored part of the chain begins. */
  get checkpoint(): AuditCheckpoint {
    const { settings } = this.parts;
    const batch = settings.number("audit_floor") ?? 0;
    return { batch, hash: settings.text("audit_floor_hash") ?? NO_AUDIT_HASH };
  }

  /** The newest batch, or the checkpoint when none is stored: the next batch follows it. */
  get head(): AuditCheckpoint {
    const last = this.parts.auditBatches.last();
    return last === null ? this.checkpoint : { batch: last.serial, hash: last.hash };
  }

  /** Number of records that a deletion of all before `day` (UTC days since 1970) would take, and their last batch. */
  coveredBefore(day: number): { upTo: number; records: number } {
    const { auditBatches } = this.parts;
    const isAll = (auditBatches.newestDay()?.day ?? day) < day;
    const upTo = isAll ? this.head.batch : (auditBatches.firstAfter(day) ?? 1) - 1;
    return { upTo, records: auditBatches.countUpTo(upTo) };
  }

  /** Begin today's row if it is missing: that ends the previous day, whose key can be destroyed only then. */
  async endDays(): Promise<void> {
    await this.#dayKey(dayOf(this.parts.clock()));
  }

  /** Move the checkpoint to a batch and destroy the keys of days that end by it; returns those days. Needs a transaction. */
  dropUpTo(upTo: number): number[] {
    const { auditBatches, settings } = this.parts;
    const hash = auditBatches.hashOf(upTo);
    if (upTo <= this.checkpoint.batch || hash === null) return [];
    settings.put("audit_floor", upTo);
    settings.put("audit_floor_hash", hash);
    return auditBatches.destroyDays(upTo);
  }

  /** Delete some of the dropped batches; gives the number of records deleted, null when none was left. */
  deleteSome(): number | null {
    const { auditBatches, settings } = this.parts;
    const end = auditBatches.stepEnd(this.checkpoint.batch);
    if (end === null) return null;
    const gone = auditBatches.delete(end);
    settings.put("audit_bytes", Math.max(0, this.#bytes - gone.bytes));
    return gone.records;
  }

  #lastBefore(day: number): number {
    const first = this.parts.auditBatches.firstFrom(day);
    return first === null ? this.head.batch : first - 1;
  }

  get #bytes(): number {
    return this.parts.settings.number("audit_bytes", 0) ?? 0;
  }

  /** Delete some of the oldest batches when the log exceeds its size limit. */
  #dropExcess(): void {
    if (this.#bytes <= MAX_AUDIT_BYTES) return;
    const { storage, auditBatches } = this.parts;
    const { batch } = this.checkpoint;
    storage.transactionSync(() => {
      this.dropUpTo(auditBatches.stepEnd() ?? batch);
      this.deleteSome();
    });
    log("audit.oldest-dropped", { batch });
  }

  /** The key of today; makes one when the newest key is of another day. */
  async #dayKey(today: number): Promise<DayKey> {
    const { auditBatches, keyring } = this.parts;
    for (;;) {
      const newest = auditBatches.newestDay();
      if (this.#current !== null && this.#current.id === newest?.id && newest.day === today)
        return this.#current;
      if (newest?.day === today) {
        const key = await keyring.keyOf("auditDay", newest.id, newest.wrapped);
        this.#current = { id: newest.id, day: today, key };
      } else {
        const id = (newest?.id ?? 0) + 1;
        // Of the same id if the newest day's row is lost.
        this.#current = null;
        const { wrapped } = await keyring.newKeyOf("auditDay", id);
        // Another call may have added the day meanwhile.
        if ((auditBatches.newestDay()?.id ?? 0) === id - 1)
          auditBatches.addDay({ id, day: today, first: this.head.batch + 1 }, wrapped);
      }
    }
  }

  /** The text of a batch; null when it is damaged, undefined when it has been dropped. */
  async #open(
    serial: number,
    sealed: ArrayBuffer,
    keys: Map<number, CryptoKey>,
  ): Promise<string | null | undefined> {
    const { auditBatches, keyring, context } = this.parts;
    if (serial <= this.checkpoint.batch) return undefined;
    const day = auditBatches.dayOf(serial);
    try {
      if (day === null) throw new UnreadableKey();
      const key = keys.get(day.id) ?? (await keyring.keyOf("auditDay", day.id, day.wrapped));
      keys.set(day.id, key);
      const packed = await open(key, sealed, context("auditBatch", serial));
      return fromUtf8(await piped(packed, new DecompressionStream("deflate-raw")));
    } catch (error) {
      // One damaged batch does not keep the others from being read.
      log("audit.unreadable", { error: errorName(error), batch: serial });
      return null;
    }
  }
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Counts of requests by operation, outcome and user. */
async function usageOf(records: readonly AuditRecord[], keyring: Keyring): Promise<NewUsage[]> {
  const users = [...new Set(records.map(({ user }) => user))];
  const digests = (await keyring.digestAll("user", users)).map(hex);
  const digestOf = new Map(users.map((user, i) => [user, digests[i] as string]));
  const counts = new Map<string, NewUsage>();
  for (const { operation, outcome, user, items = 0, duration_ms } of records) {
    const name = JSON.stringify([operation, outcome, user]);
    const { requests, ...so } = counts.get(name) ?? { requests: 0, items: 0, ms: 0 };
    counts.set(name, {
      ...{ operation, outcome, user: digestOf.get(user) as string },
      ...{ requests: requests + 1, items: so.items + items, ms: so.ms + duration_ms },
    });
  }
  return [...counts.values()];
}
