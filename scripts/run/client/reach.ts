// Tells the person where a command's service is not reached, before it is asked again, and gives up at once where it never was.

import { VaultError } from "../../../clients/typescript/src/index.ts";
import { reasonOf } from "../cli/command.ts";
import { tell } from "../cli/report.ts";

/** Code of the failure where no connection came about, and none had before: most likely the address is wrong. */
export const UNREACHABLE = "unreachable";

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

/** A `fetch` for a client that sends again up to `retries` times. */
export function reaching(address: string, retries: number): typeof fetch {
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
