// How the commands reach a service: its address, who asks, and what a failure means for the exit code.

import { parseEnv } from "node:util";
import { VaultClient, VaultError } from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT, readInput, reasonOf, usageFailure } from "../cli/command.ts";
import { tell } from "../cli/report.ts";

/** Options of every command that asks the service. */
export const CONNECTION_OPTIONS = {
  url: { type: "string" },
  "token-file": { type: "string" },
} as const;

/** The same as they were given. */
export type ConnectionOptions = {
  readonly url?: string | undefined;
  readonly "token-file"?: string | undefined;
};

/** The environment variable that has what a command proves itself with, where no file does. */
export type Secret = "MASKING_VAULT_TOKEN" | "VAULT_MASTER_KEY";
const NAMED: Readonly<Record<Secret, string>> = {
  MASKING_VAULT_TOKEN: "a namespace token",
  VAULT_MASTER_KEY: "the master key",
};

/** What to do about a 401: the service does not say which of these it is. */
const UNAUTHENTICATED = `
What was given as the token or key is none of this service, or has run out or been revoked. Give another one:
MASKING_VAULT_TOKEN (of token: VAULT_MASTER_KEY) or --token-file; or is another service meant (--url)?`;

/** The service's address, without a slash at its end. */
export function addressOf({ url }: ConnectionOptions): string {
  const address = url ?? (process.env["MASKING_VAULT_URL"] || "http://127.0.0.1:8787");
  if (/^https?:\/\/[^/]/.test(address)) return address.replace(/\/+$/, "");
  throw usageFailure(`"${address}" is no address of a service.`);
}

/**
 * A client of the service, with a token or the master key, that says why it asks where MASKING_VAULT_REASON does. `retries` as
 * the client has it.
 */
export function connect(
  options: ConnectionOptions,
  secret: Secret = "MASKING_VAULT_TOKEN",
  retries = 3,
): VaultClient {
  const url = addressOf(options);
  const token = secretOf(options, secret);
  const send = reaching(url, retries);
  const reason = process.env["MASKING_VAULT_REASON"];
  const asking: typeof fetch = (input, init) =>
    send(input, {
      ...init,
      headers: { ...(init?.headers as object), "x-audit-reason": reason ?? "" },
    });
  return new VaultClient({ url, token, retries, fetch: reason ? asking : send });
}

/** The secret itself: a file has it alone, or in a line `NAME=` as in vault.env. */
export function secretOf(options: ConnectionOptions, secret: Secret): string {
  const file = options["token-file"];
  const text = file === undefined ? process.env[secret] : readInput(file);
  const value = (text && (parseEnv(text)[secret] ?? text))?.trim();
  if (value) return value;
  throw usageFailure(`Give ${NAMED[secret]}: ${secret} or --token-file.`);
}

/** The id of the namespace that a token is for, as receipts state it. */
export function namespaceIdOf(token: string): string {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    return String((JSON.parse(payload) as { nid: string }).nid);
  } catch {
    throw new CommandFailure("What is given as a namespace token is none.", EXIT.notAllowed);
  }
}

/** A failure in words, with an exit code. What nobody expects stays as it is. */
export function told(error: unknown): unknown {
  if (error instanceof VaultError) {
    const { status, code, requestId, trackingId } = error;
    const request = requestId === undefined ? "" : ` (request ${requestId})`;
    const what =
      trackingId !== undefined
        ? `Job ${trackingId}`
        : status === 0
          ? "The service is not reached"
          : `The service answered ${status}`;
    const message = `${what}: ${error.message}${request}${status === 401 ? UNAUTHENTICATED : ""}`;
    return new CommandFailure(message, exitCodeOf(status, code));
  }
  if (!(error instanceof Error && "syscall" in error && "code" in error)) return error;
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(error.code));
  const room = isFull ? "There is no room for the output. " : "";
  return new CommandFailure(room + reasonOf(error));
}

function exitCodeOf(status: number, code: string): number {
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 429 || status === 503 || code === "wait_timeout") return EXIT.tryAgain;
  if ([UNREACHABLE, "network", "timeout"].includes(code) || status >= 502) return EXIT.unreachable;
  return status === 400 || status === 413 ? EXIT.data : EXIT.failed;
}

/** Code of the failure where no connection came about, and none had before: most likely the address is wrong. */
const UNREACHABLE = "unreachable";

/** After so long without an answer the first one is said to be waited for. */
const SILENT_MS = 2_000;
/** A connection that has been there, and broke: somebody listens. */
const BROKEN = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];
const IN_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  UND_ERR_CONNECT_TIMEOUT: "no answer",
};

/** A `fetch` for a client that sends again up to `retries` times, which tells of that; it gives up where no answer ever came. */
function reaching(address: string, retries: number): typeof fetch {
  let hasAnswered = false;
  let failure: string | null = null;
  let isTold = false;
  let isAwaited = false;
  return async (input, init) => {
    // It is asked again, so it may be.
    if (failure !== null && !isTold) {
      isTold = true;
      tell(
        `Cannot reach ${address} (${failure}); trying again up to ${retries} times, ever later.`,
      );
    }
    const waits = setTimeout(() => {
      if (!hasAnswered && !isAwaited) tell(`Waiting for an answer of ${address}.`);
      isAwaited = true;
    }, SILENT_MS);
    try {
      const answer = await fetch(input, init);
      if (isTold) tell(`${address} answers again.`);
      [hasAnswered, failure, isTold] = [true, null, false];
      return answer;
    } catch (error) {
      const { code, words } = failureOf(error);
      failure = words;
      if (hasAnswered || BROKEN.includes(code)) throw error;
      const question = "Does it run, and is the address (--url) right?";
      throw new VaultError(UNREACHABLE, `${address}: ${words}. ${question}`, { cause: error });
    } finally {
      clearTimeout(waits);
    }
  };
}

/** What Node's fetch says stands in the error's cause; it has none where the request was ended. */
function failureOf(error: unknown): { readonly code: string; readonly words: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return { code: "", words: "no answer" };
  const code = "code" in cause ? String(cause.code) : "";
  return { code, words: IN_WORDS[code] ?? reasonOf(cause) };
}
