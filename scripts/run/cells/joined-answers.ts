// Answers of a service with several cells, joined into one: health (while at least one cell serves, because otherwise a load
// balancer would cut off all namespaces when some fail), metrics, key rotation, a replay of receipts.

import { decodeJwt } from "jose/jwt/decode";
import { success } from "../../../src/contract/answers.ts";
import type { KeyRotationRecord } from "../../../src/contract/responses/admin.ts";
import { type OwnAnswer, ownAnswer, refusal, UNAVAILABLE } from "./answers.ts";
import { ask, type Question } from "./ask.ts";

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

/** Join the cells' answers, in cell order. The first failure, if any, is the answer. */
export function joinRotations(answers: readonly OwnAnswer[]): OwnAnswer | undefined {
  const refused = answers.find(({ status }) => status !== 200);
  if (refused !== undefined) return refused;
  const all = answers.map(({ body }) => (JSON.parse(body) as { data: KeyRotationRecord }).data);
  const [first] = all;
  if (first === undefined) return undefined;
  const sum = (of: (one: KeyRotationRecord) => number) =>
    all.reduce((sofar, one) => sofar + of(one), 0);
  const has = (status: KeyRotationRecord["status"]) => all.some((one) => one.status === status);
  const isDone = !has("NONE") && !has("IN-PROGRESS");
  const ends = all.map(({ process_end_time }) => process_end_time ?? "").sort();
  const joined: KeyRotationRecord = {
    ...first,
    status: isDone ? "SUCCESS" : has("IN-PROGRESS") ? "IN-PROGRESS" : "NONE",
    older_versions: first.older_versions.map(({ version }, i) => ({
      version,
      may_go: all.every(({ older_versions }) => older_versions[i]?.may_go === true),
    })),
    process_end_time: isDone ? (ends.at(-1) ?? null) : null,
    namespaces: sum(({ namespaces }) => namespaces),
    wrapped_keys: sum(({ wrapped_keys }) => wrapped_keys),
    unreadable_keys: sum(({ unreadable_keys }) => unreadable_keys),
    error_message: all.find(({ error_message }) => error_message !== "")?.error_message ?? "",
  };
  return ownAnswer(200, success(joined));
}

/** Join the cells' answers, in cell order. The first refusal, if any, is the answer. */
export function joinMetrics(answers: readonly OwnAnswer[]): OwnAnswer | undefined {
  const refused = answers.find(({ status }) => status !== 200 && status !== 503);
  if (refused !== undefined) return refused;
  const good = answers.map((answer, cell) => ({ ...answer, cell }));
  const served = good.filter(({ status }) => status === 200);
  const [first] = served;
  if (first === undefined) return answers[0];
  /** Lines of each family, its heading first. */
  const families = new Map<string, string[]>();
  for (const { body, cell } of served) {
    let lines: string[] = [];
    for (const line of body.split("\n").filter((text) => text !== "")) {
      if (line.startsWith("# HELP")) {
        lines = families.get(line) ?? [];
        families.set(line, lines);
      }
      if (!line.startsWith("#")) lines.push(labelled(line, cell));
      else if (!lines.includes(line)) lines.push(line);
    }
  }
  const { status, headers } = first;
  return { status, headers, body: `${[...families.values()].flat().join("\n")}\n` };
}

function labelled(sample: string, cell: number): string {
  const [, name = "", labels = "", value = ""] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(sample) ?? [];
  return `${name}{${labels === "" ? "" : `${labels},`}cell="${cell}"} ${value}`;
}

/** How long an answer is reused, also by requests that arrive before it is complete. */
const BELIEVED_MS = 1_000;
/** A cell that does not answer within this time is down. */
const PATIENCE_MS = 2_000;
const QUESTION = { method: "GET", headers: {}, url: "/healthz", body: Buffer.alloc(0) };

type CellHealth = { status: string; restarts?: number; refused_for_room?: number };

/** Reports the health of the cells on these sockets. */
export class Health {
  readonly #sockets: readonly string[];
  #answer: Promise<OwnAnswer> | null = null;

  constructor(sockets: readonly string[]) {
    this.#sockets = sockets;
  }

  /** 200 with each cell's state while at least one serves; `status` is `ok` when all do. */
  answer(): Promise<OwnAnswer> {
    if (this.#answer === null) {
      this.#answer = this.#ask();
      setTimeout(() => {
        this.#answer = null;
      }, BELIEVED_MS).unref();
    }
    return this.#answer;
  }

  async #ask(): Promise<OwnAnswer> {
    const cells = await Promise.all(this.#sockets.map(healthOf));
    const served = cells.filter(({ status }) => status === "ok");
    if (served.length === 0) return refusal(UNAVAILABLE);
    const sum = (name: "restarts" | "refused_for_room") =>
      cells.reduce((total, cell) => total + (cell[name] ?? 0), 0);
    const data = {
      status: served.length === cells.length ? "ok" : "degraded",
      restarts: sum("restarts"),
      refused_for_room: sum("refused_for_room"),
      cells,
    };
    return ownAnswer(200, success(data));
  }
}

async function healthOf(socket: string): Promise<CellHealth> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await ask(socket, { ...QUESTION, signal }, 0);
  if (answer.status !== 200) return { status: "down" };
  return (JSON.parse(answer.body) as { data: CellHealth }).data;
}
