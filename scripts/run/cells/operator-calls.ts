// What is about names of namespaces, about all of them, or about the service as a whole, where there are several cells.
// These calls are rare: they are read as a whole, sent to the cell or the cells that they concern, and what several
// have answered becomes one answer. Who may make them is for the cells to say.

import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { success } from "../../../src/contract/answers.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../../src/core/limits.ts";
import { createServer } from "../cli/node-http.ts";
import { type OwnAnswer, ownAnswer, refusal, UNAVAILABLE } from "./answers.ts";
import { ask, type Question } from "./ask.ts";
import type { CellDirectory } from "./directory.ts";
import type { RequestHead } from "./framing.ts";
import { Health } from "./health.ts";
import { joinMetrics } from "./metrics.ts";
import type { Gates } from "./pause.ts";
import { replayEverywhere } from "./replay.ts";
import { joinRotations } from "./rotation.ts";

const PREFIX = "/api/vault/super-admin/";
/** The service is alive while this process answers, and ready while a cell does. */
const PROBES = { "/livez": "alive", "/readyz": "ready", "/healthz": "ready" } as const;
/** Of all cells, one after the other: a page begins in this cell, behind that entry of it. */
const PAGE_TOKEN = /^(\d{1,2})~(.*)$/;
const REPORTS = "/api/vault/reports/";
const PAGED = new Set([
  ...[`${PREFIX}ledger`, `${PREFIX}namespace/auth-token/list`],
  ...[`${REPORTS}usage-summary`, `${REPORTS}all-namespace-summary`],
]);
const OPERATORS = `${PREFIX}operators/`;
const BEARER = /^Bearer +(\S+) *$/i;
const REPLAY = `${PREFIX}erasure/replay`;
const JOB = `${PREFIX}namespace/job-status`;
const DELETION = `${PREFIX}namespace/delete`;
const METRICS = "/metrics";
const ROTATION = `${PREFIX}keys/rotate`;

type Probe = (typeof PROBES)[keyof typeof PROBES];

/** Which question about the health of the service a request is; null: none. */
export function probeOf({ method, target }: Pick<RequestHead, "method" | "target">): Probe | null {
  const [path = ""] = target.split("?", 1);
  return method === "GET" && Object.hasOwn(PROBES, path)
    ? PROBES[path as keyof typeof PROBES]
    : null;
}

type Parts = {
  sockets: readonly string[];
  directory: CellDirectory;
  gates: Gates;
};

/** Whether a request asks for metrics. Whoever does may have a key of its own, which no cell is known by. */
export function asksForMetrics({ target }: Pick<RequestHead, "target">): boolean {
  return target.split("?", 1)[0] === METRICS;
}

/** Answers operator calls, over cells that listen on these sockets. */
export class OperatorCalls {
  readonly #parts: Parts;
  readonly #health: Health;
  readonly #server: Server;
  /** The last call about each name that is under way. */
  readonly #byName = new Map<string, Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#health = new Health(parts.sockets);
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch(() => response.destroy());
    });
    // The front has its own patience, and the cells'.
    this.#server.requestTimeout = 0;
  }

  /** Take calls on a socket. */
  async listen(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(path, resolve);
    });
  }

  /** Take no more. */
  close(): void {
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers, url = "/" } = request;
    const probe = probeOf({ method, target: url });
    if (probe !== null) {
      const alive = ownAnswer(200, success({ status: "ok" }));
      give(response, probe === "alive" ? alive : await this.#health.answer());
      return;
    }
    const body = await readAll(request);
    if (body === null) {
      response.setHeader("connection", "close");
      give(response, refusal({ code: "payload_too_large" }));
      return;
    }
    const { pathname, searchParams } = new URL(url, "http://cell");
    const question = { method, headers, url, body };
    give(response, await this.#answer(pathname, searchParams, question));
  }

  async #answer(path: string, query: URLSearchParams, question: Question): Promise<OwnAnswer> {
    const { directory } = this.#parts;
    const members = membersOf(question.body);
    const name = members["namespace_name"] ?? members["namespace_to_be_deleted"];
    const named = typeof name === "string" ? name : query.get("namespace") || null;
    const token =
      members["auth_token"] ?? question.headers["x-auth-token"] ?? query.get("auth_token");
    // Of operators the first cell has the list.
    if (path.startsWith(OPERATORS)) return this.#ask(() => 0, question);
    if (named !== null) return this.#named(named, question);
    if (typeof token === "string") return this.#ask(() => directory.ofToken(token), question);
    if (PAGED.has(path)) return this.#page(query, question);
    if (path === JOB) return this.#first(question);
    if (path === METRICS) return joinMetrics(await this.#all(question)) ?? refusal(UNAVAILABLE);
    if (path === ROTATION) return joinRotations(await this.#all(question)) ?? refusal(UNAVAILABLE);
    if (path === REPLAY) {
      const receipts = Array.isArray(members["receipts"]) ? members["receipts"] : [];
      return replayEverywhere(question, receipts, {
        cellOf: (nid) => directory.ofNid(nid),
        ask: (cell, part) => this.#ask(() => cell, part),
      });
    }
    return this.#ask(() => 0, question);
  }

  /** Ask the cell that is found once it takes requests. */
  async #ask(find: () => number, question: Question): Promise<OwnAnswer> {
    try {
      const { gates, sockets, directory } = this.#parts;
      const cell = await gates.pass(find);
      const bearer = BEARER.exec(question.headers.authorization ?? "")?.[1] ?? "";
      const vouched = directory.vouchFor(bearer);
      const word = vouched === null ? {} : { authorization: `Bearer ${vouched}` };
      const headers = { ...question.headers, ...word };
      // An operator's credential where a namespace's token should be is none that a cell knows.
      return await ask(sockets[cell] ?? sockets[0] ?? "", { ...question, headers });
    } catch {
      return refusal(UNAVAILABLE);
    }
  }

  /** About one namespace by its name. Calls about the same one go one after the other, for one may make it. */
  async #named(name: string, question: Question): Promise<OwnAnswer> {
    const { directory, sockets } = this.#parts;
    const find = () => directory.ofName(name) ?? hashOf(name) % sockets.length;
    const asked = async () => (await this.#requested(find, question)) ?? this.#ask(find, question);
    const answer = (this.#byName.get(name) ?? Promise.resolve()).then(asked, asked);
    this.#byName.set(name, answer);
    try {
      return await answer;
    } finally {
      if (this.#byName.get(name) === answer) this.#byName.delete(name);
    }
  }

  /**
   * What another cell says of a deletion that is asked for again with its key: it may have had the namespace, whose name has
   * moved or is another's by now. Null where none of them knows the request; where none has the name, none begins anything.
   */
  async #requested(find: () => number, question: Question): Promise<OwnAnswer | null> {
    const isKeyed = question.headers["idempotency-key"] !== undefined;
    if (!isKeyed || !question.url.startsWith(DELETION)) return null;
    const cell = await this.#parts.gates.pass(find);
    const others = this.#parts.sockets.map((_, other) => other).filter((other) => other !== cell);
    const answers = await Promise.all(others.map((other) => this.#ask(() => other, question)));
    return answers.find(({ status }) => status !== 404) ?? null;
  }

  /** A page of a list of all: the cells' lists one behind the other. Empty pages are passed over. */
  async #page(query: URLSearchParams, question: Question): Promise<OwnAnswer> {
    const [, number = "0", inner = query.get("next_page_token") ?? ""] =
      PAGE_TOKEN.exec(query.get("next_page_token") ?? "") ?? [];
    const last = this.#parts.sockets.length - 1;
    for (let cell = Math.min(Number(number), last), behind = inner; ; cell++, behind = "") {
      const asked = new URL(question.url, "http://cell");
      asked.searchParams.set("next_page_token", behind);
      const answer = await this.#ask(() => cell, {
        ...question,
        url: asked.pathname + asked.search,
      });
      const whole = parse(answer.body);
      // Reports have list and token within `data`.
      const page = Array.isArray(whole["data"]) ? whole : membersOf(Buffer.from(answer.body));
      const list = page === whole ? whole["data"] : page["details"];
      if (answer.status !== 200 || !Array.isArray(list)) return answer;
      const next = page["next_page_token"];
      if (next === null && cell < last && list.length === 0) continue;
      if (typeof next === "string") page["next_page_token"] = `${cell}~${next}`;
      else if (cell < last) page["next_page_token"] = `${cell + 1}~`;
      return { ...answer, body: JSON.stringify(page === whole ? page : { ...whole, data: page }) };
    }
  }

  #all(question: Question): Promise<OwnAnswer[]> {
    return Promise.all(this.#parts.sockets.map((_, cell) => this.#ask(() => cell, question)));
  }

  /** A job about a namespace: the cell knows it that has begun it. */
  async #first(question: Question): Promise<OwnAnswer> {
    const answers = await this.#all(question);
    const known = answers.find(({ status }) => status === 200);
    // One that does not answer may be the one that knows.
    return (
      known ?? answers.find(({ status }) => status >= 500) ?? answers[0] ?? refusal(UNAVAILABLE)
    );
  }
}

function give(response: ServerResponse, { status, headers, body }: OwnAnswer): void {
  response.writeHead(status, headers).end(body);
}

/** The whole body; null when it is larger than any may be. */
async function readAll(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ASYNC_BODY_BYTES) return null;
  }
  return Buffer.concat(chunks);
}

/** Members of `data` in a body, or, as some callers send them, of the body itself. */
function membersOf(body: Buffer): Record<string, unknown> {
  // As the service reads it: without the mark of its order of bytes.
  const whole = parse(new TextDecoder().decode(body));
  const data = whole["data"] ?? whole;
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Spreads new namespaces over the cells; nothing that is stored depends on it. */
function hashOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0);
}
