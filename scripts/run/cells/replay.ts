// Sends receipts of a replay (PUT super-admin/erasure/replay) to the cells of their namespaces.

import { decodeJwt } from "jose/jwt/decode";
import type { OwnAnswer } from "./answers.ts";
import type { Question } from "./ask.ts";

type Cells = {
  cellOf: (nid: string) => number | null;
  ask: (cell: number, question: Question) => Promise<OwnAnswer>;
};
type Envelope = { data: { receipts: unknown[] } | null; error: { item_index?: number } };

/**
 * Send receipts to their cells, one cell at a time. Each cell checks all of its receipts before it acts on any.
 * When a later cell refuses, the erasures of earlier cells stay; sending all receipts again does not repeat them.
 */
export async function replayEverywhere(
  question: Question,
  receipts: readonly unknown[],
  { cellOf, ask }: Cells,
): Promise<OwnAnswer> {
  const byCell = new Map<number, number[]>();
  receipts.forEach((receipt, index) => {
    const cell = cellOf(nidOf(receipt)) ?? 0;
    byCell.set(cell, [...(byCell.get(cell) ?? []), index]);
  });
  const outcome: unknown[] = [];
  let last: OwnAnswer | null = null;
  for (const [cell, indexes] of byCell) {
    const part = { data: { receipts: indexes.map((index) => receipts[index]) } };
    last = await ask(cell, { ...question, body: Buffer.from(JSON.stringify(part)) });
    const said = JSON.parse(last.body) as Envelope;
    if (said.data === null) {
      const at = said.error.item_index;
      if (at !== undefined) said.error.item_index = indexes[at] ?? at;
      return { ...last, body: JSON.stringify(said) };
    }
    said.data.receipts.forEach((entry, at) => {
      outcome[indexes[at] ?? 0] = entry;
    });
  }
  if (last === null) return ask(0, question);
  const said = JSON.parse(last.body) as Envelope;
  return { ...last, body: JSON.stringify({ ...said, data: { receipts: outcome } }) };
}

/** The nid that a receipt names; the cell verifies its signature. */
function nidOf(item: unknown): string {
  try {
    const text = typeof item === "string" ? item : (item as { receipt: string }).receipt;
    return String(decodeJwt(text)["nid"] ?? "");
  } catch {
    return "";
  }
}
