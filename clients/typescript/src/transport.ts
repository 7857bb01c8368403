// One request: sent, given a time, and sent again where that is safe.
import { type ByteStream, OPERATIONS, type Operations } from "./operations.ts";
import { errorOf, VaultError } from "./vault-error.ts";

/** Where the service is, and how it is asked. */
export interface VaultClientOptions {
  /** The service's address, as `https://vault.example.com`. */
  readonly url: string;
  /** A namespace token; for operations of operators the master key or a credential of theirs. */
  readonly token: string;
  /** In place of the global one. */
  readonly fetch?: typeof fetch;
  /** How often a request is sent again at most; 3 where nothing is said. */
  readonly retries?: number;
  /** Longest that an answer is waited for, in milliseconds; 60,000 where nothing is said. Streams may then go on. */
  readonly timeoutMs?: number;
}

/** The same for one call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly retries?: number | undefined;
  readonly timeoutMs?: number | undefined;
  /** Headers beside those that are always sent, as `vault-policy` for language models. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Whatever a call may have. */
export interface AnyInput extends CallOptions {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** Operations other than GET that come to the same when they are sent twice. */
export const REPEATABLE: ReadonlySet<keyof Operations> = new Set<keyof Operations>([
  ...(["mask", "unmask", "detect", "readJobs", "cancelJob", "fetchToken"] as const),
  ...(["setDetection", "setDefaultPolicy", "setSettings", "setActions", "setWrappers"] as const),
  ...(["setCustomEntity", "readCustomEntity", "setRetention", "holdNamespace"] as const),
  "setLimits",
]);
const PASSING = [429, 502, 503, 504];
const [FIRST_DELAY_MS, LONGEST_DELAY_MS] = [250, 20_000];
/** Who is asked to wait longer than this hears of it instead. */
const LONGEST_RETRY_AFTER_SECONDS = 30;

/** Sends requests of one caller. */
export class Transport {
  readonly #options: VaultClientOptions;
  readonly #url: string;

  constructor(options: VaultClientOptions) {
    this.#options = options;
    this.#url = options.url.replace(/\/+$/, "");
  }

  /** The answer's JSON, its stream where it is none, or null where it is empty. Throws VaultError, or the signal's reason. */
  async send(id: keyof Operations, input: AnyInput): Promise<unknown> {
    const { retries = this.#options.retries ?? 3, signal } = input;
    const { url, init } = this.#request(id, input);
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await this.#attempt(url, init, input);
      } catch (error) {
        if (attempt >= retries || !mayRepeat(id, init, error)) throw error;
        const backoff = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
        await pause(1000 * (error.retryAfter ?? 0) + Math.random() * backoff, signal);
      }
    }
  }

  #request(id: keyof Operations, { path = {}, query = {}, body, contentType, headers }: AnyInput) {
    const [method, template = ""] = OPERATIONS[id].split(" ");
    const parts = new Map<string, unknown>(Object.entries(path));
    const route = template.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(parts.get(name))),
    );
    // No credential stands in an address: copies of those are kept on the way.
    const given = new Map<string, unknown>(Object.entries(query));
    const credential = given.get("auth_token");
    given.delete("auth_token");
    const asked = [...given].filter(([, value]) => value !== undefined);
    const search = new URLSearchParams();
    for (const [name, value] of asked) search.set(name, String(value));
    const isText = typeof body === "string" || body === undefined;
    const isJson = contentType === undefined;
    const init = {
      method,
      headers: {
        authorization: `Bearer ${this.#options.token}`,
        ...(body === undefined ? {} : { "content-type": contentType ?? "application/json" }),
        ...(credential === undefined ? {} : { "x-auth-token": String(credential) }),
        ...headers,
      },
      body: (isText || !isJson ? body : JSON.stringify(body)) as string | ByteStream | undefined,
      // What fetch wants where a body comes piece by piece.
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    };
    return { url: this.#url + route + (asked.length > 0 ? `?${search}` : ""), init };
  }

  async #attempt(url: string, init: object, { signal, timeoutMs }: AnyInput): Promise<unknown> {
    const send = this.#options.fetch ?? fetch;
    const late = new AbortController();
    const time = timeoutMs ?? this.#options.timeoutMs ?? 60_000;
    const timer = setTimeout(() => late.abort(), time);
    try {
      const both = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
      const response = await send(url, { ...init, signal: both });
      const type = response.headers.get("content-type");
      if (response.ok && type !== null && !/^application\/([\w.-]+\+)?json\b/.test(type)) {
        return response.body;
      }
      const text = await response.text();
      if (!response.ok) throw errorOf(response, text);
      return text === "" ? null : JSON.parse(text);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof VaultError) throw cause;
      if (cause instanceof SyntaxError) {
        throw new VaultError("unreadable_answer", "The answer is no JSON", { cause });
      }
      if (late.signal.aborted) throw new VaultError("timeout", `No answer within ${time} ms`);
      throw new VaultError("network", "No usable answer came", { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether a request may go out once more. What was refused before anything was done may always. */
function mayRepeat(
  id: keyof Operations,
  init: { readonly headers: object },
  error: unknown,
): error is VaultError {
  if (!(error instanceof VaultError) || "duplex" in init) return false;
  const { code, status, retryAfter = 0 } = error;
  if (retryAfter > LONGEST_RETRY_AFTER_SECONDS) return false;
  if (status === 429 || code === "overloaded" || code === "submission_under_way") return true;
  const isPassing = code === "network" || code === "timeout" || PASSING.includes(status);
  const isKeyed =
    /^(submit|erase|delete(ByAge|AuditRecords|Namespace)$)/.test(id) &&
    "idempotency-key" in init.headers;
  return isPassing && (isKeyed || REPEATABLE.has(id) || OPERATIONS[id].startsWith("GET"));
}

/** Wait; rejects with the signal's reason when that comes first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
