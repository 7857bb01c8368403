// How the commands reach a service: its address, the credential, and exit codes for failures.

import { parseEnv } from "node:util";
import { VaultClient, VaultError } from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT, readInput, reasonOf, usageFailure } from "../cli/command.ts";
import { printLine } from "../cli/report.ts";

/** Options of every command that calls the service. */
export const CONNECTION_OPTIONS = {
  url: { type: "string" },
  "token-file": { type: "string" },
} as const;

/** Their values as given. */
export type ConnectionOptions = {
  readonly url?: string | undefined;
  readonly "token-file"?: string | undefined;
};

/** The environment variable that holds a command's credential, unless --token-file is given. */
export type Secret = "MASKING_VAULT_TOKEN" | "VAULT_MASTER_KEY";
const NAMED: Readonly<Record<Secret, string>> = {
  MASKING_VAULT_TOKEN: "a namespace token",
  VAULT_MASTER_KEY: "the master key",
};

/** Advice for a 401, because the service does not say which of these is the reason. */
const UNAUTHENTICATED = `
What was given as the token or key is none of this service, or has run out or been revoked. Give another one:
MASKING_VAULT_TOKEN (of token: VAULT_MASTER_KEY) or --token-file; or is another service meant (--url)?`;

/** The service's address, without trailing slashes. */
export function addressOf({ url }: ConnectionOptions): string {
  const address = url ?? (process.env["MASKING_VAULT_URL"] || "http://127.0.0.1:8787");
  if (/^https?:\/\/[^/]/.test(address)) return address.replace(/\/+$/, "");
  throw usageFailure(`"${address}" is no address of a service.`);
}

/** A client of the service with a token or the master key, and MASKING_VAULT_REASON as the reason for the audit log. */
export function connect(
  options: ConnectionOptions,
  secret: Secret = "MASKING_VAULT_TOKEN",
  retries = 3,
): VaultClient {
  const url = addressOf(options);
  const token = secretOf(options, secret);
  const send = retryingFetch(url, retries);
  const reason = process.env["MASKING_VAULT_REASON"];
  const asking: typeof fetch = (input, init) =>
    send(input, {
      ...init,
      headers: { ...(init?.headers as object), "x-audit-reason": reason ?? "" },
    });
  return new VaultClient({ url, token, retries, fetch: reason ? asking : send });
}

/** The credential itself. A file contains it alone or, like vault.env, as a line `NAME=`. */
export function secretOf(options: ConnectionOptions, secret: Secret): string {
  const file = options["token-file"];
  const text = file === undefined ? process.env[secret] : readInput(file);
  const value = (text && (parseEnv(text)[secret] ?? text))?.trim();
  if (value) return value;
  throw usageFailure(`Give ${NAMED[secret]}: ${secret} or --token-file.`);
}

/** The id of a token's namespace, as receipts state it. */
export function namespaceIdOf(token: string): string {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    return String((JSON.parse(payload) as { nid: string }).nid);
  } catch {
    throw new CommandFailure("What is given as a namespace token is none.", EXIT.notAllowed);
  }
}

/** Turn a known error into a failure with a message and an exit code. Unexpected errors are returned unchanged. */
export function asFailure(error: unknown): unknown {
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

/** Error code when no connection was ever made: most likely the address is wrong. */
const UNREACHABLE = "unreachable";

/** After this time without a first answer, a line says that the client is waiting. */
const SILENT_MS = 2_000;
/** Codes of a connection that was made and then broke: a service is listening. */
const BROKEN = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host's name cannot be looked up",
  UND_ERR_CONNECT_TIMEOUT: "no answer",
};

/** A `fetch` for a client with `retries`. It reports retries, and gives up when no connection was ever made. */
function retryingFetch(address: string, retries: number): typeof fetch {
  let hasAnswered = false;
  let failure: string | null = null;
  let isTold = false;
  let isAwaited = false;
  return async (input, init) => {
    // The client sends this request after a failure, so it is retrying.
    if (failure !== null && !isTold) {
      isTold = true;
      printLine(
        `Cannot reach ${address} (${failure}); trying again up to ${retries} times, ever later.`,
      );
    }
    const waits = setTimeout(() => {
      if (!hasAnswered && !isAwaited) printLine(`Waiting for an answer of ${address}.`);
      isAwaited = true;
    }, SILENT_MS);
    try {
      const answer = await fetch(input, init);
      if (isTold) printLine(`${address} answers again.`);
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

/** Node's fetch puts its reason into the error's cause; an aborted request has none. */
function failureOf(error: unknown): { readonly code: string; readonly words: string } {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return { code: "", words: "no answer" };
  const code = "code" in cause ? String(cause.code) : "";
  return { code, words: CONNECTION_ERRORS[code] ?? reasonOf(cause) };
}
