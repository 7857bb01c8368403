// The main job: all cells as one background job, followed until it ends.

import { setTimeout as sleep } from "node:timers/promises";
import { CommandFailure } from "../run/cli/command.ts";
import type { Cell } from "./customer-file.ts";
import type { JobRecord, MaskedItem, VaultClient } from "./vault-client.ts";

/** A cell with its token. */
export type MaskedCell = Cell & { token: string; found: readonly string[] };

/** What to call while a job is followed. */
export type OnProgress = (done: number, total: number) => void;

const POLL_MS = 100;
/** A job that does not move for this long will not end. */
const STALLED_AFTER_MS = 60_000;

/** Follow a mask job of these cells to its end; the cells come back with their tokens, in order. */
export async function awaitMaskJob(
  client: VaultClient,
  trackingId: string,
  cells: readonly Cell[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: OnProgress },
): Promise<MaskedCell[]> {
  let lastDone = -1;
  let movedAt = performance.now();
  for (;;) {
    const job = await client.readJob(trackingId);
    if (job.status === "SUCCESS") {
      onProgress(cells.length, cells.length);
      return pair(cells, job.result ?? []);
    }
    if (job.status === "FAILED" || job.status === "PURGED") throw failureOf(job, cells);
    const { done, total } = job.progress ?? { done: 0, total: cells.length };
    onProgress(done, total);
    if (done !== lastDone) movedAt = performance.now();
    lastDone = done;
    if (performance.now() - movedAt > STALLED_AFTER_MS) {
      throw new CommandFailure(`The job has not moved for ${STALLED_AFTER_MS / 1000} s.`);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

function pair(cells: readonly Cell[], result: readonly MaskedItem[]): MaskedCell[] {
  if (result.length !== cells.length) {
    throw new CommandFailure(`The job gave ${result.length} results for ${cells.length} cells.`);
  }
  return cells.map((cell, index) => {
    const masked = result[index];
    if (masked?.value !== cell.item.value) {
      throw new CommandFailure(`Result ${index} belongs to another cell than the one submitted.`);
    }
    const found = masked.individual_tokens?.map((entity) => entity.pii_type) ?? [];
    return { ...cell, token: masked.token_value, found };
  });
}

/** Which cell a failed job stumbled over, in the words of the file. */
function failureOf(job: JobRecord, cells: readonly Cell[]): CommandFailure {
  const cell = job.error_item_index === null ? undefined : cells[job.error_item_index];
  const where = cell ? ` It is row ${cell.row + 1}, column ${cell.column}.` : "";
  return new CommandFailure(`The job ended ${job.status}: ${job.error_msg}.${where}`);
}
