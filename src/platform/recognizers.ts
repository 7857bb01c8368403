// External recognizers that the operator has named (`serve --recognizer`, RECOGNIZERS), and the one way to each. A policy
// names one, and never brings an address.
import { namedAddresses } from "./callbacks.ts";
import { errorName, log } from "./log.ts";
import type { RawEnv } from "./objects.ts";

/** How long an answer may take, to its last byte. */
const DEFAULT_PATIENCE_MS = 2_000;
/** A finding takes some 110 bytes, and a question has 64 KiB of text at most. */
const MOST_ANSWER_BYTES = 1_024 * 1_024;

/** The recognizers of a service. */
export interface Recognizers {
  readonly names: readonly string[];
  /**
   * What a recognizer answers to a question, both JSON, as `read` reads it. Null, and a line of the log, when it does not answer
   * in time with 200 and what can be read, or when there is none of this name any more. Redirections are not followed.
   */
  ask<T>(name: string, question: string, read: (answer: unknown) => T | null): Promise<T | null>;
}

/**
 * What the environment names: `RECOGNIZERS` has a NAME=URL for each, blanks between them. What has no answer yet when `until`
 * comes never gets one.
 */
export function recognizersOf(env: RawEnv, until: readonly AbortSignal[] = []): Recognizers {
  const urls = namedAddresses(env.RECOGNIZERS);
  const patienceMs = Number(env.RECOGNIZERS_PATIENCE_MS) || DEFAULT_PATIENCE_MS;
  return {
    names: [...urls.keys()],
    async ask(name, question, read) {
      const url = urls.get(name);
      let outcome = "unknown name";
      if (url !== undefined) {
        // On the platform there is no such binding, and the network is open.
        const way = env[`RECOGNIZER_${name}`] ?? globalThis;
        try {
          const answer = await way.fetch(url, {
            ...{ method: "POST", body: question, redirect: "manual" },
            headers: { "content-type": "application/json" },
            signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...until]),
          });
          if (answer.status === 200) {
            const found = read(await readJson(answer));
            if (found !== null) return found;
            outcome = "unreadable";
          } else {
            outcome = String(answer.status);
            await answer.body?.cancel();
          }
        } catch (error) {
          outcome = errorName(error);
        }
      }
      log("recognizer.no-answer", { recognizer: name, outcome });
      return null;
    },
  };
}

/** Throws when it is too long, or no JSON in UTF-8. */
async function readJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_ANSWER_BYTES) throw new RangeError("too long");
    text += decoder.decode(part, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}
