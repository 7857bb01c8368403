// GET super-admin/ledger: the erasure ledger in pages, for checking its chains (npm run verify-ledger).
import { Hono } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { FIRST_REGISTRY, registryOfNid } from "../../core/registries.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { CheckpointDetails } from "../../erasure/checkpoint.ts";
import { canonicalText, type LedgerEntry } from "../../erasure/ledger-entry.ts";
import { callRegistry, findNamespace } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { operator } from "../operator.ts";

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
  const only = name === "" ? null : orRefuse(await findNamespace(c, name)).nid;
  const entries = orRefuse(
    await callRegistry(
      c,
      only === null ? FIRST_REGISTRY : registryOfNid(only),
      async (registry) => {
        if (only === null)
          return ok(await registry.ledgerPage(cursor.nid, cursor.position, PAGE_SIZE));
        const page = await registry.ledgerSince(only, cursor.position, PAGE_SIZE);
        return ok(page.map((entry) => ({ ...entry, nid: only })));
      },
    ),
  );
  const last = entries.length < PAGE_SIZE ? undefined : entries.at(-1);
  const next = last === undefined ? null : `${last.nid}-${last.position}`;
  return respond(c, entries.map(recordOf), { next_page_token: next });
});

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
