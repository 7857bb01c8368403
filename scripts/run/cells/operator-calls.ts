// Calls about namespaces by name, about all of them, or about the whole service, where there are several
// cells. These calls are rare: each is received completely, sent to the cells that it concerns, and their
// answers are joined into one. The cells decide who may make it.

import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { success } from "../../../src/contract/answers.ts";
import { MAX_ASYNC_BODY_BYTES, MAX_SYNC_BODY_BYTES } from "../../../src/core/limits.ts";
import { parseJson } from "../cli/files.ts";
import { createServer } from "../cli/node-http.ts";
import { type OwnAnswer, ownAnswer, refusal, UNAVAILABLE } from "./answers.ts";
import { ask, type Question } from "./ask.ts";
import type { CellDirectory } from "./directory.ts";
import type { RequestHead } from "./framing.ts";
import { Health, joinMetrics, joinRotations, replayEverywhere } from "./joined-answers.ts";
import type { Gates } from "./pause.ts";

const PREFIX = "/api/vault/super-admin/";
/** The service is alive while this process answers, and ready while at least one cell is. */
const PROBES = { "/livez": "alive", "/readyz": "ready", "/healthz": "ready" } as const;
/** Page token of a list over all cells, one after the other: the cell, and its own page token. */
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

const NO_BODY = Buffer.alloc(0);

type Probe = (typeof PROBES)[keyof typeof PROBES];

/** The health question that a request asks; null when it asks none. */
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

/** Whether a request asks for metrics. Its key may be the metrics key, which leads to no cell. */
export function asksForMetrics({ target }: Pick<RequestHead, "target">): boolean {
  return target.split("?", 1)[0] === METRICS;
}

/** Answers operators' calls for the cells on these sockets. */
export class OperatorCalls {
  readonly #parts: Parts;
  readonly #health: Health;
  readonly #server: Server;
  /** The last unfinished call about each name. */
  readonly #byName = new Map<string, Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#health = new Health(parts.sockets);
    this.#server = createServer((request, response) => {
      void this.#handle(request, response).catch(() => response.destroy());
    });
    // Turns off Node's limit of 300 s for receiving a request; the front limits the time for a head.
    this.#server.requestTimeout = 0;
  }

  /** Accept calls on a socket. */
  async listen(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject).listen(path, resolve);
    });
  }

  /** Accept no more calls. */
  close(): void {
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers, url = "/" } = request;
    const probe = probeOf({ method, target: url });
    if (probe !== null) {
      const alive = ownAnswer(200, success({ status: "ok" }));
      send(response, probe === "alive" ? alive : await this.#health.answer());
      return;
    }
    const { pathname, searchParams } = new URL(url, "http://cell");
    const body = hasBody(method, pathname) ? await readAll(request, limitOf(pathname)) : NO_BODY;
    if (body === null) {
      response.setHeader("connection", "close");
      send(response, refusal({ code: "payload_too_large" }));
      return;
    }
    const question = { method, headers, url, body };
    // The cell of a name or token cannot be told while a Registry's database cannot be read.
    const answer = this.#answer(pathname, searchParams, question);
    send(response, await answer.catch(() => refusal(UNAVAILABLE)));
  }

  async #answer(path: string, query: URLSearchParams, question: Question): Promise<OwnAnswer> {
    const { directory } = this.#parts;
    const members = membersOf(question.body);
    const name = members["namespace_name"] ?? members["namespace_to_be_deleted"];
    const named = typeof name === "string" ? name : query.get("namespace") || null;
    const token =
      members["auth_token"] ?? question.headers["x-auth-token"] ?? query.get("auth_token");
    // Only the first cell keeps the list of operators.
    if (path.startsWith(OPERATORS)) return this.#ask(() => 0, question);
    if (named !== null) return this.#askByName(named, question);
    if (typeof token === "string") return this.#ask(() => directory.ofToken(token), question);
    if (PAGED.has(path)) return this.#askForPage(query, question);
    if (path === JOB) return this.#askForJob(question);
    if (path === METRICS) return joinMetrics(await this.#askAll(question)) ?? refusal(UNAVAILABLE);
    if (path === ROTATION)
      return joinRotations(await this.#askAll(question)) ?? refusal(UNAVAILABLE);
    if (path === REPLAY) {
      const receipts = Array.isArray(members["receipts"]) ? members["receipts"] : [];
      return replayEverywhere(question, receipts, {
        cellOf: (nid) => directory.ofNid(nid),
        ask: (cell, part) => this.#ask(() => cell, part),
      });
    }
    return this.#ask(() => 0, question);
  }

  /** Ask the cell that `find` returns, once it takes requests. */
  async #ask(find: () => number, question: Question): Promise<OwnAnswer> {
    try {
      const { gates, sockets, directory } = this.#parts;
      const cell = await gates.pass(find);
      const bearer = BEARER.exec(question.headers.authorization ?? "")?.[1] ?? "";
      const vouched = directory.vouchFor(bearer);
      const word = vouched === null ? {} : { authorization: `Bearer ${vouched}` };
      const headers = { ...question.headers, ...word };
      // `find` may return the number of cells for an operator's credential given as a token: any cell refuses it.
      return await ask(sockets[cell] ?? sockets[0] ?? "", { ...question, headers });
    } catch {
      return refusal(UNAVAILABLE);
    }
  }

  /** A call about a namespace by name. Calls about the same name run one at a time, because one may create it. */
  async #askByName(name: string, question: Question): Promise<OwnAnswer> {
    const { directory, sockets } = this.#parts;
    const find = () => directory.ofName(name) ?? hashOf(name) % sockets.length;
    const asked = async () =>
      (await this.#askForDeletion(find, question)) ?? this.#ask(find, question);
    const answer = (this.#byName.get(name) ?? Promise.resolve()).then(asked, asked);
    this.#byName.set(name, answer);
    try {
      return await answer;
    } finally {
      if (this.#byName.get(name) === answer) this.#byName.delete(name);
    }
  }

  /**
   * Another cell's answer to a deletion sent again with its idempotency key: it may have had the namespace, whose name
   * has moved or been reused. Null where no other cell knows the request; a cell without the name deletes nothing.
   */
  async #askForDeletion(find: () => number, question: Question): Promise<OwnAnswer | null> {
    const isKeyed = question.headers["idempotency-key"] !== undefined;
    if (!isKeyed || !question.url.startsWith(DELETION)) return null;
    const cell = await this.#parts.gates.pass(find);
    const others = this.#parts.sockets.map((_, other) => other).filter((other) => other !== cell);
    const answers = await Promise.all(others.map((other) => this.#ask(() => other, question)));
    return answers.find(({ status }) => status !== 404) ?? null;
  }

  /** A page of a list over all cells, whose lists follow one another. Empty pages are skipped. */
  async #askForPage(query: URLSearchParams, question: Question): Promise<OwnAnswer> {
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
      // Reports have the list and the page token inside `data`.
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

  #askAll(question: Question): Promise<OwnAnswer[]> {
    return Promise.all(this.#parts.sockets.map((_, cell) => this.#ask(() => cell, question)));
  }

  /** Status of a namespace's job: only the cell that began it knows it. */
  async #askForJob(question: Question): Promise<OwnAnswer> {
    const answers = await this.#askAll(question);
    const known = answers.find(({ status }) => status === 200);
    // A cell that fails to answer may be the one that knows it.
    return (
      known ?? answers.find(({ status }) => status >= 500) ?? answers[0] ?? refusal(UNAVAILABLE)
    );
  }
}

function send(response: ServerResponse, { status, headers, body }: OwnAnswer): void {
  response.writeHead(status, headers).end(body);
}

/**
 * Whether a request's body is read. Requests for metrics are not checked before they reach the cells, so nothing of
 * them is kept here. All others carry the master key, or an operator's signed credential.
 */
function hasBody(method: string, path: string): boolean {
  return method !== "GET" && method !== "HEAD" && path !== METRICS;
}

/** Maximum size of a body, as the service has it for the same path (bytes). */
function limitOf(path: string): number {
  return path === REPLAY ? MAX_ASYNC_BODY_BYTES : MAX_SYNC_BODY_BYTES;
}

/** Read the whole body; null when it exceeds the limit. */
async function readAll(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) return null;
  }
  return Buffer.concat(chunks);
}

/** Members of a body's `data`, or of the body itself, which some callers send without `data`. */
function membersOf(body: Buffer): Record<string, unknown> {
  // Decoded as the service does it: without a byte order mark.
  const whole = parse(new TextDecoder().decode(body));
  const data = whole["data"] ?? whole;
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
}

function parse(text: string): Record<string, unknown> {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Spreads new namespaces over the cells. Nothing stored depends on this hash. */
function hashOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0);
}
