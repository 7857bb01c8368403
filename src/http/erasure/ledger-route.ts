// GET super-admin/ledger: the erasure ledger in pages, for checking its chains (npm run verify-ledger). Receipts of erasures:
// the public keys that verify them, and their replay after a restore.
import { type Context, Hono } from "hono";
import { reAnchorRequest, replayRequest } from "../../contract/admin.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { FIRST_REGISTRY, registryOfNid } from "../../core/registries.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { CheckpointDetails } from "../../erasure/checkpoint.ts";
import { canonicalText, type LedgerEntry } from "../../erasure/ledger-entry.ts";
import { systemClock } from "../../platform/clock.ts";
import { readData } from "../body.ts";
import {
  askFirstRegistry,
  askRegistry,
  askVaultAt,
  findNamespace,
  hasHadVersions,
} from "../call.ts";
import { answerJson, type HttpEnv, orRefuse, respond } from "../handler.ts";
import { operator } from "../operator.ts";

/** The Registry's answer is reused this long, because anybody may ask. */
const KEPT_MS = 60_000;
let kept: { readonly until: number; readonly texts: readonly string[] } = { until: 0, texts: [] };

/**
 * Sub-app of GET /.well-known/jwks.json, a JWK set (RFC 7517); not in the envelope, because verifiers expect the set itself.
 * Keys follow from the root key, so there is one before the first receipt. No object is asked before a rotation has taken
 * place, which stores the public keys of versions that go.
 */
export const jwksRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const own = await c.get("config").receiptKeys();
  if (hasHadVersions(c) && systemClock() >= kept.until) {
    const texts = await askFirstRegistry(c, (first) => first.receiptKeys());
    kept = { until: systemClock() + KEPT_MS, texts };
  }
  const older = kept.texts.map((text) => JSON.parse(text) as { readonly kid: string });
  const byKid = new Map([...own, ...older].map((key) => [key.kid, key]));
  return answerJson(c, { keys: [...byKid.values()] });
});

/**
 * Sub-app of super-admin/erasure. re-anchor: shows how a namespace that stopped with `ledger_ahead` or `replay_expired` can
 * serve again, and does it once what was shown is confirmed. replay: after everything was restored from a backup, erases
 * again what receipts prove was erased; all receipts are checked before any is acted on.
 */
export const repairRoutes = new Hono<HttpEnv>()
  .put("/re-anchor", operator("erase"), async (c) => {
    const { namespace_name, confirm = null } = await readData(c, reAnchorRequest);
    const namespace = await findNamespace(c, namespace_name);
    const confirmed = confirm && {
      position: confirm.namespace_position,
      ledgerPosition: confirm.ledger_position,
    };
    const view = await askVaultAt(c, namespace, (vault) => vault.reAnchor(confirmed));
    return respond(c, {
      namespace_name,
      problem: view.problem,
      namespace_position: view.position,
      ledger_position: view.ledgerPosition,
      written_again: view.missing,
      repeated: view.repeated,
      not_repeatable: view.lost,
      not_repeatable_folded: view.foldedSearches,
      done: confirm !== null && view.problem !== null,
    });
  })
  .put("/replay", operator("erase"), async (c) => {
    const request = await readData(c, replayRequest, MAX_ASYNC_BODY_BYTES);
    const receipts = request.receipts.map(({ receipt, replay }) => ({ receipt, ...replay }));
    const { jobs, places } = await askRegistry(c, FIRST_REGISTRY, (first) =>
      first.replayReceipts(receipts),
    );
    for (const namespace of places) {
      // A namespace that does not answer now replays when it next starts; the operator asks again.
      await askVaultAt(c, namespace, (vault) => vault.recheckLedger(namespace.behind));
    }
    return respond(c, {
      receipts: jobs.map(({ trackingId, isNew }) => ({
        tracking_id: trackingId,
        status: isNew ? "replayed" : "known",
      })),
    });
  });

/** Entries per page; one has some hundred bytes, and rarely 100 KB (an erasure of one person in many parts). */
const PAGE_SIZE = 200;

/** A page begins after this entry. */
interface Cursor {
  readonly nid: string;
  readonly position: number;
}

const START: Cursor = { nid: "", position: 0 };

/**
 * Sub-app of GET super-admin/ledger: entries of one existing namespace, or of all that ever had any. An entry is the text
 * whose SHA-256 is its hash: numbers, times, ids and digests, no values.
 */
export const ledgerRoutes = new Hono<HttpEnv>().get("/", operator("read"), async (c) => {
  const cursor = orRefuse(readCursor(c.req.query("next_page_token") ?? ""));
  const name = c.req.query("namespace") ?? "";
  const entries =
    name === ""
      ? await askFirstRegistry(c, (first) =>
          first.ledgerPage(cursor.nid, cursor.position, PAGE_SIZE),
        )
      : await entriesOf(c, (await findNamespace(c, name)).nid, cursor.position);
  const last = entries.length < PAGE_SIZE ? undefined : entries.at(-1);
  const next = last === undefined ? null : `${last.nid}-${last.position}`;
  return respond(c, entries.map(recordOf), { next_page_token: next });
});

async function entriesOf(c: Context<HttpEnv>, nid: string, position: number) {
  const page = await askRegistry(c, registryOfNid(nid), async (registry) =>
    ok(await registry.ledgerSince(nid, position, PAGE_SIZE)),
  );
  return page.map((entry) => ({ ...entry, nid }));
}

/** A checkpoint has the hash of the last entry it stands for, and instead of a text a statement about all of them. */
function recordOf({ nid, ...entry }: LedgerEntry & { readonly nid: string }) {
  const { position, hash } = entry;
  if (entry.phase !== "checkpoint")
    return { nid, position, hash, entry: canonicalText(nid, entry) };
  const { signed } = JSON.parse(entry.details) as CheckpointDetails;
  return { nid, position, hash, checkpoint: signed };
}

function readCursor(text: string): Result<Cursor, VaultError> {
  if (text === "") return ok(START);
  const match = /^([0-9a-f]{32})-(\d{1,15})$/.exec(text);
  return match === null
    ? err({ code: "invalid_field", detail: "next_page_token" })
    : ok({ nid: match[1] ?? "", position: Number(match[2]) });
}
