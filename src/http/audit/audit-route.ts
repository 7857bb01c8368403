// The audit of the caller's namespace: a page of records between two instants, the whole chain line by line, and the
// deletion of old records.
import { Hono } from "hono";
import { auditQuery } from "../../contract/audit.ts";
import type { AuditRow } from "../../contract/responses/audit.ts";
import { type AuditBatch, type AuditPage, type AuditRecord, recordsIn } from "../../core/audit.ts";
import { DAY_MS, dayOf, wireTimestamp } from "../../core/time.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readQueryAs } from "../body.ts";
import { askVault } from "../call.ts";
import { deleteByAge } from "../erasure/deletion-route.ts";
import { answer, claimsOf, type HttpEnv, Refusal, respond } from "../handler.ts";

const LINES = "application/x-ndjson";

/** Sub-app of a namespace's audit. */
export const auditRoutes = new Hono<HttpEnv>()
  .get("/reports/audit-details", namespaceCaller("metadata_change"), async (c) => {
    const { start_date, end_date, next_page_token = "" } = readQueryAs(c, auditQuery);
    const [from, to] = [instantOf(start_date), instantOf(end_date) + 999];
    const after = readToken(next_page_token);
    const position = after === null ? { day: dayOf(from) } : { after };
    const page = await askVault(c, (vault, caller) => vault.readAudit(caller, position));
    const records = page.batches.flatMap(recordsIn);
    const rows = records.filter(({ time }) => from <= Date.parse(time) && Date.parse(time) <= to);
    const last = page.batches.at(-1);
    // Records are stored a second or more after their request: once all are a day past the end, none from before follows.
    const isPastEnd =
      records.length > 0 && records.every(({ time }) => Date.parse(time) > to + DAY_MS);
    const hasNext = page.hasMore && last !== undefined && !isPastEnd;
    const next = hasNext ? String(last.batch) : null;
    return respond(c, rows.map(rowOf), { next_page_token: next });
  })
  .get("/reports/audit-export", namespaceCaller("metadata_change"), async (c) => {
    const pageAfter = (batch: number) =>
      askVault(c, (vault, caller) => vault.readAudit(caller, { after: batch }));
    // A caller without access has to learn that before any line is sent.
    const first = await pageAfter(0);
    const lines = exportOf(claimsOf(c).nid, first, pageAfter);
    return answer(c, lines, 200, { "content-type": LINES });
  })
  .put("/delete/audit-records", namespaceCaller("metadata_change"), (c) => deleteByAge(c, "audit"));

/** Milliseconds since 1970 of a checked `YYYY-MM-DD HH:MM:SS` in UTC. */
function instantOf(text: string): number {
  return Date.parse(`${text.replace(" ", "T")}Z`);
}

function readToken(token: string): number | null {
  if (token === "") return null;
  if (!/^[1-9]\d{0,14}$/.test(token)) throw new Refusal({ code: "invalid_page_token" });
  return Number(token);
}

/** A record in the format of the API that this one follows; submitted and answered data are never recorded. */
function rowOf({ time, operation, user, outcome, ...others }: AuditRecord): AuditRow {
  return {
    requested_method: operation.replace(/^[A-Z]+ (\/api\/vault)?/, ""),
    requested_user: user,
    requested_time: wireTimestamp(Date.parse(time)),
    status: outcome === "ok" ? "success" : "failure",
    input_payload: null,
    response: null,
    error_log: outcome === "ok" ? "" : outcome,
    ...others,
  };
}

/**
 * The chain as lines: where it begins, then for each batch its records as they were hashed, and its link. When batches that
 * are still to be sent are deleted, the answer is cut off, because what follows would look as if somebody had removed them.
 */
function exportOf(
  nid: string,
  first: AuditPage,
  pageAfter: (batch: number) => Promise<AuditPage>,
): ReadableStream<Uint8Array> {
  let page: AuditPage | null = first;
  const encoder = new TextEncoder();
  const begin = JSON.stringify({ namespace_id: nid, checkpoint: first.checkpoint });
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`${begin}\n`)),
    async pull(controller) {
      if (page === null) return controller.close();
      const { batches, hasMore } = page;
      const text = batches.map(linesOf).join("");
      if (text !== "") controller.enqueue(encoder.encode(text));
      const last = batches.at(-1);
      page = hasMore && last !== undefined ? await pageAfter(last.batch) : null;
      if (page !== null && last !== undefined && page.checkpoint.batch > last.batch)
        throw new Error("the rest of the audit was deleted while it was exported");
      if (text === "" && page === null) controller.close();
    },
  });
}

function linesOf({ text, ...link }: AuditBatch): string {
  if (text === null) return `${JSON.stringify({ ...link, unreadable: true })}\n`;
  return `${text}\n${JSON.stringify(link)}\n`;
}
